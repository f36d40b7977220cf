import { addDays } from '../local-time.ts';
import { type Answer, type Ask, DEFAULTS, KEY } from '../options.ts';
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

export const isAt = (ask: Ask, endpoint: Endpoint): boolean => ask.path.endsWith(`/api/v1/${endpoint}`);

/** A request for one endpoint is changed before the deployment sees it. */
export function rewrite(endpoint: Endpoint, change: (ask: Ask) => Ask): Fault['respond'] {
  return (ask, upstream) => upstream.pass(isAt(ask, endpoint) ? change(ask) : ask);
}

/** The request with a query parameter set, or removed with null. */
export function withParameter(ask: Ask, name: string, value: string | null): Ask {
  const query = new URLSearchParams(ask.query);
  if (value === null) query.delete(name);
  else query.set(name, value);
  return { ...ask, query };
}

/** The request with a date moved by days, if it carries one. */
export function shifted(ask: Ask, name: string, days: number): Ask {
  const date = ask.query.get(name);
  return date === null || !/^\d{4}-\d\d-\d\d$/.test(date)
    ? ask
    : withParameter(ask, name, addDays(date, days));
}

/** A body taken apart: as free as JSON is. */
export type Body = ReturnType<typeof JSON.parse>;

/** A successful JSON answer of one endpoint is changed in place; a returned value replaces it, `KEEP` leaves it as it was. */
export function edit(
  endpoint: Endpoint,
  change: (body: Body, ask: Ask, upstream: Upstream) => unknown,
): Fault['respond'] {
  return (ask, upstream) => {
    const answer = upstream.pass(ask);
    if (!isAt(ask, endpoint) || answer.status !== 200 || answer.body === '') return answer;
    const body = JSON.parse(answer.body);
    const replaced = change(body, ask, upstream);
    return { ...answer, body: JSON.stringify(replaced === undefined ? body : replaced) };
  };
}

/** Rows of the export, header first, are changed and written again. */
export function editRows(
  change: (rows: string[], ask: Ask, upstream: Upstream) => readonly string[],
): Fault['respond'] {
  return editText('export.csv', (text, ask, upstream) => {
    const rows = text.split('\r\n').filter((row) => row !== '');
    return change(rows, ask, upstream)
      .map((row) => `${row}\r\n`)
      .join('');
  });
}

/** A successful answer of one endpoint is changed as text. */
export function editText(
  endpoint: Endpoint,
  change: (text: string, ask: Ask, upstream: Upstream) => string,
): Fault['respond'] {
  return (ask, upstream) => {
    const answer = upstream.pass(ask);
    if (!isAt(ask, endpoint) || answer.status !== 200 || answer.body === '') return answer;
    return { ...answer, body: change(answer.body, ask, upstream) };
  };
}

/** An answer of one endpoint, where the condition holds, is replaced in part. */
export function replace(
  endpoint: Endpoint,
  part: Partial<Answer>,
  when: (ask: Ask, upstream: Upstream, answer: Answer) => boolean,
): Fault['respond'] {
  return (ask, upstream) => {
    const answer = upstream.pass(ask);
    return isAt(ask, endpoint) && when(ask, upstream, answer) ? { ...answer, ...part } : answer;
  };
}

/** The service's own present in the default state, to the day. */
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

/** The timestamp moved by minutes, its offset kept. */
export function moved(stamp: string, minutes: number): string {
  const offset = /([+-]\d\d:\d\d|Z)$/.exec(stamp)?.[0] ?? 'Z';
  const local = new Date(Date.parse(`${bare(stamp)}Z`) + minutes * 60_000).toISOString().slice(0, 19);
  return local + (/\.\d+/.exec(stamp)?.[0] ?? '') + offset;
}

/** Local date part of a timestamp. */
export const dateOf = (stamp: string): string => stamp.slice(0, 10);

/** Asks the deployment the same with other parameters; null removes one. */
export function again(ask: Ask, upstream: Upstream, parameters: Record<string, string | null>): Body {
  const query = new URLSearchParams(ask.query);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return JSON.parse(
    upstream.pass({ ...ask, query, headers: { ...ask.headers, authorization: `Token ${KEY}` } }).body,
  );
}
