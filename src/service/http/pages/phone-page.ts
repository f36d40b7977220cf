import { createHash } from 'node:crypto';
import { type SetCookie, stringifySetCookie } from 'cookie';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import { readBody } from '../server/admission.ts';
import type { BaseUrl } from '../server/base-url.ts';
import { isSameOrigin } from '../server/cross-origin.ts';
import { failureHandler, sendProblem } from '../server/failure.ts';
import type { RequestRecord } from '../server/observer.ts';
import { Problem } from '../server/problem.ts';
import type { Watchers } from '../server/request-record.ts';
import { Html, html } from './html.ts';

/** A page for phones, at one path: GET shows it, and POST takes its form. */
export interface PhonePage {
  readonly path: string;
  readonly policy: string;
  show(request: Request, response: Response): Promise<void>;
  take(request: Request, response: Response): Promise<void>;
  /** Says why a form was not taken, or that the page cannot be shown. */
  errorPage(error: Pick<Problem, 'status' | 'message'>): string;
  /** Returns whether a program sent the request: then the body is JSON, and errors are problem documents. */
  isOfProgram(request: Request): boolean;
}

/** The largest body, in bytes, and more fields than a form has. */
const BODY_LIMITS = { limit: 2048, parameterLimit: 10 };
const ELSEWHERE =
  'The form came from another website, or from a browser that doesn’t say where it comes from.';

export function phoneRoute(
  page: PhonePage,
  options: Watchers & { readonly baseUrl: BaseUrl },
): RequestHandler {
  const { path, policy } = page;
  const { limit } = BODY_LIMITS;
  const form = readBody(express.urlencoded({ extended: false, inflate: false, ...BODY_LIMITS }), limit);
  // Whatever `Content-Type` a device sends, or none: its key says that it is one.
  const json = readBody(express.json({ inflate: false, limit, type: () => true }), limit);
  const router = Router({ strict: true, caseSensitive: true });
  router
    .route(path)
    .all((_request, response, next) => {
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('Content-Security-Policy', policy);
      // With `no-referrer`, browsers would send `Origin: null` with the form.
      response.setHeader('Referrer-Policy', 'strict-origin');
      next();
    })
    .get((request, response) => page.show(request, response))
    .post(
      (request, response, next) => (page.isOfProgram(request) ? json : form)(request, response, next),
      (request, response) => {
        const { origin } = new URL(options.baseUrl.of(request));
        if (page.isOfProgram(request) || isSameOrigin(request, origin)) return page.take(request, response);
        return sendPage(response, 403, page.errorPage({ status: 403, message: ELSEWHERE }));
      },
    )
    .all(({ method }) => {
      const headers = { Allow: 'GET, HEAD, POST' };
      throw new Problem('method-not-allowed', `${method} is not allowed; use GET or POST.`, { headers });
    });
  return router.use(errors(page, options));
}

export function sendPage(response: Response, status: number, page: string): void {
  response.status(status).type('html').send(page);
}

/** Sets a cookie for the page at `url` alone, which no script reads. */
export function setPageCookie(
  response: Response,
  url: string,
  cookie: Pick<SetCookie, 'name' | 'value' | 'maxAge'>,
): void {
  const { protocol, pathname } = new URL(url);
  const scope = { path: pathname, secure: protocol === 'https:', httpOnly: true, sameSite: 'lax' } as const;
  response.appendHeader('Set-Cookie', stringifySetCookie({ ...cookie, ...scope }));
}

/** Sends errors as pages to browsers, and as problem documents to programs. */
function errors(page: PhonePage, watchers: Watchers): ErrorRequestHandler {
  const fail = failureHandler(watchers, (request, response, head, problem, id) => {
    if (page.isOfProgram(request as Request)) return sendProblem(request, response, head, problem, id);
    for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
    sendPage(response as Response, problem.status, page.errorPage(problem));
  });
  return (error, request, response, _next) =>
    fail(bodyProblem(error) ?? error, request, response, response.locals['record'] as RequestRecord);
}

/** The problem of the parser's error; null for any other. */
function bodyProblem(error: unknown): Problem | null {
  const { status, type } = error as { readonly status?: number; readonly type?: string };
  if (type === undefined) return null;
  if (type === 'parameters.too.many') {
    const detail = `The form can have at most ${BODY_LIMITS.parameterLimit} fields.`;
    return new Problem('malformed-request', detail);
  }
  const detail =
    status === 413
      ? `The body can have at most ${BODY_LIMITS.limit} bytes.`
      : 'The body cannot be read: send uncompressed JSON in UTF-8.';
  return new Problem('malformed-request', detail);
}

/** The style of pages for phones. It is part of the page, so that it is one request on a slow phone. */
export const PHONE_STYLE = `
:root{color-scheme:light dark;--text:#1b2024;--quiet:#566068;--paper:#fff;--accent:#0b6b66;--on:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--text:#e6eaec;--quiet:#a3acb3;--paper:#14181b;--accent:#5fd0c5;--on:#0f1a19;--bad:#f2b8b5}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--text);font:1.125rem/1.5 system-ui,sans-serif}
main{max-width:30rem;min-height:100svh;margin:auto;padding:1.25rem;display:flex;flex-direction:column;justify-content:center;gap:1rem}
h1{font-size:1.5rem;line-height:1.25;margin:0;text-wrap:balance}
p{margin:0}
button{min-height:5.5rem;padding:.5rem;border:0;border-radius:.75rem;background:var(--accent);color:var(--on);font:600 1.375rem/1.2 system-ui,sans-serif;cursor:pointer;touch-action:manipulation}
button:active{opacity:.75}
:focus-visible{outline:3px solid var(--text);outline-offset:3px}
input{font:inherit;padding:.75rem;border:2px solid var(--quiet);border-radius:.5rem;background:var(--paper);color:var(--text);width:100%}
.tick:not([hidden]){display:flex;align-items:center;gap:.75rem;min-height:2.75rem}
.tick input{margin:0;width:1.5rem;height:1.5rem;accent-color:var(--accent)}
.quiet{color:var(--quiet);font-size:1rem}
.error{border-left:4px solid var(--bad);padding-left:.75rem}
a{color:var(--accent)}`;

/** Returns the policy of a page, which shows itself, and sends its form here. Nothing is loaded, and no other script runs. */
export function phonePolicy(style: string, script?: string): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    'img-src data:',
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** A page with its style; null: the venue has no name. */
export function phonePage(title: string, venueName: string | null, style: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}${venueName !== null && !title.includes(venueName) && ` – ${venueName}`}</title>
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
