import { addDays, isDate } from '../local-time.ts';
import { DEFAULTS, type HttpRequest, type HttpResponse } from '../options.ts';
import type { Fault, Upstream } from './fault.ts';

export type Endpoint = 'status' | 'chart' | 'patterns' | 'reports' | 'export.csv' | 'highlights';
export const ENDPOINTS: readonly Endpoint[] = [
  'status',
  'chart',
  'patterns',
  'reports',
  'export.csv',
  'highlights',
];

/** Forms in which an endpoint exists. */
export const formsOf = (endpoint: Endpoint): readonly (1 | 2)[] => (endpoint === 'highlights' ? [2] : [1, 2]);

export const isAt = (request: HttpRequest, endpoint: Endpoint): boolean =>
  request.path.endsWith(`/api/v1/${endpoint}`);

/** Changes requests for one endpoint before the service sees them. */
export function rewrite(
  endpoint: Endpoint,
  change: (request: HttpRequest, upstream: Upstream) => HttpRequest,
): Fault['respond'] {
  return (request, upstream) => upstream.pass(isAt(request, endpoint) ? change(request, upstream) : request);
}

/** The request with a valid key. */
export const withKey = (request: HttpRequest, { key }: Upstream): HttpRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Token ${key}` },
});

/** The request with a query parameter set, or removed with null. */
export function withParameter(request: HttpRequest, name: string, value: string | null): HttpRequest {
  const query = new URLSearchParams(request.query);
  if (value === null) query.delete(name);
  else query.set(name, value);
  return { ...request, query };
}

/** The request with a date moved by days, if it carries one. */
export function shifted(request: HttpRequest, name: string, days: number): HttpRequest {
  const date = request.query.get(name);
  return date === null || !isDate(date) ? request : withParameter(request, name, addDays(date, days));
}

/** A parsed JSON body. */
export type Body = ReturnType<typeof JSON.parse>;

/** Changes the JSON of successful responses of one endpoint, in place or by returning a new body. */
export function edit(
  endpoint: Endpoint,
  change: (body: Body, request: HttpRequest, upstream: Upstream) => unknown,
): Fault['respond'] {
  return (request, upstream) => {
    const response = upstream.pass(request);
    if (!isAt(request, endpoint) || response.status !== 200 || response.body === '') return response;
    const body = JSON.parse(response.body);
    const replaced = change(body, request, upstream);
    return { ...response, body: JSON.stringify(replaced === undefined ? body : replaced) };
  };
}

/** Changes the rows of the export, header first. */
export function editRows(
  change: (rows: string[], request: HttpRequest, upstream: Upstream) => readonly string[],
): Fault['respond'] {
  return editText('export.csv', (text, request, upstream) => {
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    const rows = text.split(end).filter((row) => row !== '');
    return change(rows, request, upstream)
      .map((row) => row + end)
      .join('');
  });
}

/** Changes the text of successful responses of one endpoint. */
export function editText(
  endpoint: Endpoint,
  change: (text: string, request: HttpRequest, upstream: Upstream) => string,
): Fault['respond'] {
  return (request, upstream) => {
    const response = upstream.pass(request);
    if (!isAt(request, endpoint) || response.status !== 200 || response.body === '') return response;
    return { ...response, body: change(response.body, request, upstream) };
  };
}

/** Replaces parts of the responses of one endpoint if the condition is true. */
export function replace(
  endpoint: Endpoint,
  part: Partial<HttpResponse>,
  when: (request: HttpRequest, upstream: Upstream, response: HttpResponse) => boolean,
): Fault['respond'] {
  return (request, upstream) => {
    const response = upstream.pass(request);
    return isAt(request, endpoint) && when(request, upstream, response) ? { ...response, ...part } : response;
  };
}

/** Today in the default state, for the state of a fault; its behavior takes `today` from upstream. */
export const TODAY = DEFAULTS.now.slice(0, 10);

/** The same instant as a timestamp of another offset, `Z` for 0 minutes. */
export function inOffset(stamp: string, minutes: number): string {
  const fraction = /\.\d+/.exec(stamp)?.[0] ?? '';
  const local = new Date(Date.parse(stamp.replace(fraction, '')) + minutes * 60_000)
    .toISOString()
    .slice(0, 19);
  const size = Math.abs(minutes);
  const offset = `${minutes < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
  return local + fraction + (minutes === 0 ? 'Z' : offset);
}

/** The timestamp without its offset. */
export const bare = (stamp: string): string => stamp.replace(/(Z|[+-]\d\d:\d\d)$/, '');

/** The timestamp moved by minutes, with the same offset. */
export function moved(stamp: string, minutes: number): string {
  const offset = /([+-]\d\d:\d\d|Z)$/.exec(stamp)?.[0] ?? 'Z';
  const local = new Date(Date.parse(`${bare(stamp)}Z`) + minutes * 60_000).toISOString().slice(0, 19);
  return local + (/\.\d+/.exec(stamp)?.[0] ?? '') + offset;
}

/** Local date part of a timestamp. */
export const dateOf = (stamp: string): string => stamp.slice(0, 10);

/** The body of the same request with other parameters; null removes one. */
export function again(
  request: HttpRequest,
  upstream: Upstream,
  parameters: Record<string, string | null>,
): Body {
  const query = new URLSearchParams(request.query);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return JSON.parse(upstream.pass(withKey({ ...request, query }, upstream)).body);
}
