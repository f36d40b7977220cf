import { fileURLToPath } from 'node:url';
import express, { type ErrorRequestHandler, type RequestHandler, type Response, Router } from 'express';
import { readBody } from '../../service/http/server/admission.ts';
import { isSameOrigin } from '../../service/http/server/cross-origin.ts';
import { failureHandler } from '../../service/http/server/failure.ts';
import type { RequestRecord } from '../../service/http/server/observer.ts';
import { monotonicSeconds, type Seconds } from '../../service/http/server/rate-limit.ts';
import { StaticFolder, staticFiles } from '../../service/http/server/static-files.ts';
import { accountRoutes } from './account-routes.ts';
import { type AccountPageOptions, PageContext } from './context.ts';
import { keyRoutes } from './keys/key-routes.ts';
import { messagePage, rootOf, sendPage } from './page.ts';
import { bodyError, notFound, PageError, pageErrorOf } from './page-error.ts';
import { signInRoutes } from './sign-in-routes.ts';

/** Pages load their own files, send their forms here, and the first request with a new key. */
export const ACCOUNT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Styles that the explorer has, too. */
const THEME = fileURLToPath(new URL('../../explorer/styles/', import.meta.url));
const FILES = fileURLToPath(new URL('static/', import.meta.url));
/** The largest form, in bytes, and more fields than any form has. */
const BODY_LIMITS = { limit: 10_240, parameterLimit: 20 };

/** The pages on which owners sign in and manage their keys, for `ACCOUNT_PATH`. `now`: the clock of limits. */
export function accountPage(options: AccountPageOptions, now: Seconds = monotonicSeconds): RequestHandler {
  const context = new PageContext(options, now);
  return Router({ strict: true, caseSensitive: true })
    .use((_request, response, next) => {
      setHeaders(response);
      response.locals['siteName'] = options.venueName ?? 'Queue Headcount';
      next();
    })
    .use(staticFiles(new StaticFolder(FILES)))
    .get(['/colors.css', '/base.css', '/header.css'], staticFiles(new StaticFolder(THEME)))
    .use(formBody(context))
    .use(signInRoutes(context), keyRoutes(context), accountRoutes(context))
    .use(() => {
      throw notFound();
    })
    .use(errorPages(options));
}

function setHeaders(response: Response): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Security-Policy', ACCOUNT_POLICY);
  // With `no-referrer`, browsers would send `Origin: null` with forms; with others, the address of a link in `Referer`.
  response.setHeader('Referrer-Policy', 'strict-origin');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
}

/** Reads the form of a POST that comes from a page of this service. Other bodies are not read. */
function formBody(context: PageContext): RequestHandler {
  const parse = express.urlencoded({ extended: false, inflate: false, ...BODY_LIMITS });
  const read = readBody(parse, BODY_LIMITS.limit);
  return (request, response, next) => {
    if (request.method !== 'POST') return next();
    const { origin } = new URL(context.options.baseUrl.of(request));
    if (!isSameOrigin(request, origin)) throw new PageError(403, 'The form was not accepted', FOREIGN_FORM);
    if (request.is('urlencoded') === false) throw bodyError({ status: 415, type: 'media type' });
    read(request, response, next);
  };
}

const FOREIGN_FORM =
  'The form was sent by another website, or by a browser that doesn’t say where it comes from. Nothing was changed. Open your account on this website and try again.';

/** Sends errors as pages. What else is wrong with the service is logged as everywhere. */
function errorPages(options: AccountPageOptions): ErrorRequestHandler {
  const fail = failureHandler(options, (_request, response, _head, problem) => {
    for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
    sendErrorPage(response as Response, pageErrorOf(problem));
  });
  return (error, request, response, _next) => {
    const known = error instanceof PageError ? error : bodyError(error);
    if (known !== null) sendErrorPage(response, known);
    else fail(error, request, response, response.locals['record'] as RequestRecord);
  };
}

function sendErrorPage(response: Response, { status, title, message, headers }: PageError): void {
  if (response.headersSent) return void response.destroy();
  response.setHeaders(new Map(Object.entries(headers)));
  sendPage(
    response,
    status,
    messagePage(title, message, [`${rootOf(response.req)}account`, 'Go to your account']),
  );
}
