import type { Request, RequestHandler, Response } from 'express';
import type { BaseUrl } from '../server/base-url.ts';
import { escaped } from './html.ts';

/** A page of one paragraph; all but the title is HTML. */
interface PlainPage {
  readonly title: string;
  readonly text: string;
  readonly head?: string;
}

/** Sends a page that only says something, and that is not kept. */
export function sendPlainPage(
  response: Response,
  status: number,
  { title, text, head = '' }: PlainPage,
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

/** Returns whether a person reads the response: programs that accept anything get problems. */
export function isForBrowser(request: Request): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && request.accepts(['application/problem+json', 'html']) === 'html';
}

interface Options {
  /** Whom to contact, as a phrase. */
  readonly contact: string;
  readonly baseUrl: BaseUrl;
}

/** In place of the account page: says to browsers that there is none. Programs get the problem of every unknown path. */
export function noAccountPage({ contact, baseUrl }: Options): RequestHandler {
  return (request, response, next) => {
    response.vary('Accept');
    if (!isForBrowser(request)) return next();
    const start = `<a href="${escaped(baseUrl.of(request))}/">Back to the start page</a>`;
    sendPlainPage(response, 404, {
      title: 'This service has no account page',
      text: `For an API key, contact ${escaped(contact)}. ${start}`,
    });
  };
}
