import type { RequestListener } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { AppOptions } from '../app-options.ts';
import { admitting } from '../server/admission.ts';
import { ClientNetworks } from '../server/client-network.ts';
import { crossOrigin } from '../server/cross-origin.ts';
import { type Fail, failureHandler } from '../server/failure.ts';
import type { RequestRecord } from '../server/observer.ts';
import { databaseUnavailable, Problem } from '../server/problem.ts';
import { recordRequest, traced, type Watchers } from '../server/request-record.ts';
import { closeAfterwards } from '../server/send.ts';

type Options = Watchers & Pick<AppOptions, 'isServing'>;

/** An application without pages, which records its requests. */
export function newPages(options: Options): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Every page has one spelling, so that rules of proxies can't be passed by another one.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use((request, response, next) => {
    const record = recordRequest(options, request, response, 'page');
    response.locals['record'] = record;
    response.setHeader('X-Request-Id', record.id);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    // Pages that load something have their own policy.
    response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    if (!options.isServing()) closeAfterwards(response);
    traced(record, next);
  });
  return app;
}

/** Serves pages outside of an API. */
export function pagesListener(pages: Express, watchers: Watchers): RequestListener {
  const fail = failureHandler(watchers);
  return admitting(pages.use(pageErrors(fail)), watchers, fail);
}

/** Sends the problems of pages. */
export function pageErrors(fail: Fail): ErrorRequestHandler {
  return (error, request, response, _next) =>
    fail(error, request, response, response.locals['record'] as RequestRecord);
}

/** Notes the client's address for the log (record 10). */
export function noteClient({ trustedProxies }: Pick<AppOptions, 'trustedProxies'>): RequestHandler {
  const networks = new ClientNetworks(trustedProxies);
  return (request, response, next) => {
    (response.locals['record'] as RequestRecord).client = networks.addressOf(request);
    next();
  };
}

export function addHealthChecks(
  app: Express,
  { isServing }: Options,
  checkDatabase: () => Promise<void>,
): void {
  app.get('/livez', (_request, response) => void response.type('text/plain').send('ok\n'));
  app.get('/readyz', async (_request, response) => {
    if (!isServing()) throw new Problem('unavailable', 'The service is shutting down.');
    await checkDatabase().catch((cause: unknown) => {
      throw cause instanceof Problem ? cause : databaseUnavailable(cause);
    });
    response.type('text/plain').send('ready\n');
  });
}

/** Seconds after which a browser loads the page of a closed venue again. */
const RELOAD = '60';

/** Responds with 503 for a venue whose database can't be opened. `cause` is for the log. */
export function closedVenue(options: Options, cause: Error): RequestListener {
  const pages = newPages(options);
  pages.use(crossOrigin);
  addHealthChecks(pages, options, () => Promise.reject(cause));
  pages.use((request, response) => {
    if (!isForBrowser(request)) throw databaseUnavailable(cause);
    response.setHeader('Retry-After', RELOAD);
    sendPlainPage(response, 503, {
      title: 'No data right now',
      text: 'This page tries again in a minute.',
      head: `<meta http-equiv="refresh" content="${RELOAD}">`,
    });
  });
  return pagesListener(pages, options);
}

/** Returns whether a person reads the response: programs that accept anything get problems. */
export function isForBrowser(request: Request): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && request.accepts(['application/problem+json', 'html']) === 'html';
}

/** Sends a page of one paragraph, which is not kept. All but the title is HTML. */
export function sendPlainPage(
  response: Response,
  status: number,
  { title, text, head = '' }: { readonly title: string; readonly text: string; readonly head?: string },
): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  );
  response
    .status(status)
    .type('html')
    .send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">${head}<title>${title}</title></head>
<body style="max-width: 40rem; margin: 4rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif"><h1>${title}</h1><p>${text}</p></body>
</html>
`);
}
