import { withExtras } from '../../mocks/service/operations.ts';
import type { BadRequest } from '../../mocks/service/parameters.ts';
import type { Body } from '../../mocks/service/store.ts';
import type { HttpRequest, HttpResponse, Options } from './options.ts';

/** Marks text that is written as an integer, since numbers end at 2^53. */
export const BIG_INTEGER = 'big integer ';

/** A successful response in JSON. */
export function json(value: Body, options: Options): HttpResponse {
  const placed = options.places ? inPlaces(value) : value;
  const text = JSON.stringify(options.extras ? withExtras(placed) : placed, null, options.jsonSpace);
  const body = text.replaceAll(new RegExp(`"${BIG_INTEGER}(\\d+)"`, 'g'), '$1');
  return { status: 200, headers: { 'content-type': options.jsonType }, body };
}

/** A successful response in CSV. */
export function csv(body: string, options: Options): HttpResponse {
  const headers: Record<string, string> = { 'content-type': options.csvType };
  if (options.csvDisposition) headers['content-disposition'] = 'attachment; filename="reports.csv"';
  return { status: 200, headers, body };
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
  const status = typeof options.badMethod === 'number' && options.badMethod !== 401 ? options.badMethod : 405;
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
    case 'timestamped':
      return {
        status: 401,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ timestamp: '2026-11-20T20:35:00Z', status: 401, error: 'Unauthorized' }),
      };
    case 'text':
      return { status: 401, headers: { 'content-type': 'text/plain' }, body: 'no' };
    case 'html':
      return { status: 401, headers: { 'content-type': 'text/html' }, body: '<!doctype html><h1>401</h1>' };
    case 'empty':
      return { status: 401, headers: {}, body: '' };
  }
}

/** The response to parameters that the service does not accept. */
export function badRequest({ status, errors }: BadRequest, options: Options): HttpResponse {
  const [{ parameter, message } = { parameter: null, message: '' }] = errors;
  return problem(status, parameter, message, options);
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

/** Adds places that are no coordinates of reports: halls by name, and where and whom to ask in the status. */
function inPlaces(value: Body): Body {
  const location = { name: 'Main hall', floor: 2 };
  const results = value['results'];
  if (Array.isArray(results)) {
    const item = {
      location: { name: 'North door' },
      position: 3,
      language: { lng: 'en' },
      certainty: 0.87342,
    };
    return { ...value, location, results: results.map((one: object) => ({ ...one, ...item })) };
  }
  if (!('hours' in value)) return { ...value, location };
  const venue = { ...location, latitude: 37.8716, longitude: -122.2601, phone: '+1 510 555 0100' };
  return { ...value, venue, contact: { email: 'line@example.edu', name: 'The hall manager' } };
}
