import type { HttpRequest, HttpResponse, Options } from './options.ts';
import type { Store } from './store.ts';

/** A successful response in JSON. */
export function json(value: Record<string, unknown>, store: Store): HttpResponse {
  const { options } = store;
  const body = JSON.stringify(options.extras ? decorate(value) : value, null, options.jsonSpace);
  return { status: 200, headers: { 'content-type': options.jsonType }, body };
}

/** A permanent redirect to the path on the same origin. */
export function redirect(request: HttpRequest, path: string, options: Options): HttpResponse {
  const query = request.query.toString();
  return {
    status: 301,
    headers: { location: options.prefix + path + (query === '' ? '' : `?${query}`) },
    body: '',
  };
}

/** The response to a method that the endpoint does not have. */
export function notAllowed(methods: readonly string[], options: Options): HttpResponse {
  const status = options.badMethod === 401 ? 405 : options.badMethod;
  return {
    ...problem(status, null, 'Method not allowed.', options),
    headers: { 'content-type': 'application/json', allow: methods.join(', ') },
  };
}

/** The response to missing or wrong credentials. */
export function unauthorized(request: HttpRequest, options: Options): HttpResponse {
  const missing = !/^token/i.test(request.headers['authorization'] ?? '');
  const detail = missing ? 'Authentication credentials were not provided.' : 'Invalid token.';
  const headers = { 'www-authenticate': 'Token' };
  switch (options.unauthorized) {
    case 'drf':
      return {
        status: 401,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ detail }),
      };
    case 'problem':
      return {
        status: 401,
        headers: { ...headers, 'content-type': 'application/problem+json' },
        body: JSON.stringify({ title: 'Unauthorized', status: 401, detail }),
      };
    case 'text':
      return { status: 401, headers: { 'content-type': 'text/plain' }, body: 'no' };
    case 'html':
      return { status: 401, headers: { 'content-type': 'text/html' }, body: '<!doctype html><h1>401</h1>' };
    case 'empty':
      return { status: 401, headers: {}, body: '' };
  }
}

/** An error in JSON; `parameter` names the one that was wrong. */
export function problem(
  status: number,
  parameter: string | null,
  detail: string,
  options: Options,
): HttpResponse {
  const body = options.unauthorized === 'drf' && parameter !== null ? { [parameter]: [detail] } : { detail };
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Adds members that the description does not mention to every object. */
function decorate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decorate);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, decorate(member)]));
  return { ...inner, _links: { self: '/' }, venue: 'Main hall', revision: 3 };
}
