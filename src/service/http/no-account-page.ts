import type { RequestHandler } from 'express';
import type { BaseUrl } from './base-url.ts';
import { escaped } from './markup.ts';
import { sendPlainPage } from './plain-page.ts';

interface Options {
  /** Whom to contact, as a phrase. */
  readonly contact: string;
  readonly baseUrl: BaseUrl;
}

/** In place of the account page: says to browsers that there is none. Programs get the problem of every unknown path. */
export function noAccountPage({ contact, baseUrl }: Options): RequestHandler {
  return (request, response, next) => {
    response.vary('Accept');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.accepts(['application/problem+json', 'html']) !== 'html') return next();
    const start = `<a href="${escaped(baseUrl.of(request))}/">Back to the start page</a>`;
    sendPlainPage(response, 404, {
      title: 'This service has no account page',
      text: `For an API key, contact ${escaped(contact)}. ${start}`,
    });
  };
}
