import { type Exchange, type HttpResponse, isAllowed, isUnavailable } from '../requests/exchange.ts';

/**
 * Why the responses cannot come from a deployment of the API, and what to do about it; undefined if one of them may. Only a sign that every
 * response shows counts: a single endpoint that redirects is a fault of the deployment.
 */
export function wrongPlace(exchanges: readonly Exchange[]): string | undefined {
  const responses = exchanges.filter(isAllowed).flatMap(({ response }) => response ?? []);
  const [first] = responses;
  if (first === undefined) return undefined;
  const all = (test: (response: HttpResponse) => boolean) => responses.every(test);
  if (all(({ status }) => status === 404))
    return `every path responds with 404${titled(first)}: --url is the base URL, without /api/v1 and what follows`;
  if (all(({ status }) => isUnavailable(status)))
    return `the deployment is not available, every path responds with ${first.status}: with a larger --wait-ready SECONDS, the gate waits longer while it starts`;
  if (all(({ status }) => status >= 300 && status < 400)) return redirected(first);
  if (all(isPage))
    return `every path responds with a page instead of JSON${titled(first)}: perhaps a login page, or a network that wants you to sign in first. If an access proxy lets programs in by a header field, add it with --header`;
  return undefined;
}

function redirected({ headers }: HttpResponse): string {
  const location = headers['location'] ?? '';
  const base = /^(https?:\/\/.+?)\/api\/v1\//.exec(location)?.[1];
  return `every path redirects, the first one to ${location === '' ? 'nowhere' : location}: ${
    base === undefined
      ? 'perhaps to a login page; --url is the address that responds itself'
      : `use --url ${base}`
  }`;
}

function isPage({ status, headers, body }: HttpResponse): boolean {
  const isHtml =
    headers['content-type']?.includes('html') === true || /^\s*<!doctype html|^\s*<html/i.test(body);
  return status === 200 && isHtml && /^\s*</.test(body);
}

function titled({ body }: HttpResponse): string {
  const title = titleOf(body);
  return title === undefined ? '' : ` ("${title}")`;
}

/** The title of a page, to recognize it by; undefined if the body is none. */
export function titleOf(body: string): string | undefined {
  return /<title[^>]*>([^<]{1,80})/i.exec(body.slice(0, 20_000))?.[1]?.trim();
}
