import { readChart } from './chart.ts';
import { writeCsv } from './csv.ts';
import { decorate } from './extras.ts';
import { readFeed } from './feed.ts';
import { readHighlights } from './highlights.ts';
import { addDays, daysBetween } from './local-time.ts';
import { type Answer, type Ask, DEFAULTS, KEY, type Options } from './options.ts';
import { Refusal, readDates, readWhole } from './parameters.ts';
import { readPatterns } from './patterns.ts';
import { readStatus } from './status.ts';
import { createStore, reportsBetween, type Store, todayOf } from './store.ts';

/** A conforming service in memory. */
export type Deployment = {
  readonly options: Options;
  readonly store: Store;
  readonly answer: (ask: Ask) => Answer;
};

/** A deployment written from the description alone; what the description leaves open is answered by the options. */
export function createDeployment(chosen: Partial<Options> = {}): Deployment {
  const options = awake({ ...DEFAULTS, ...chosen });
  const store = createStore(options);
  const answer = (ask: Ask): Answer => {
    store.step();
    try {
      return dated(route(ask, store), store);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return dated(problem(error.status, error.parameter, error.message, options), store);
    }
  };
  return { options, store, answer };
}

/** `live` becomes the machine's present, in a zone without clock changes in which it is early afternoon. */
function awake(options: Options): Options {
  if (options.now !== 'live') return options;
  const ahead = ((13 - new Date().getUTCHours() + 11) % 24) - 11;
  const zone = ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  return { ...options, zone, now: new Date(Date.now() + ahead * 3_600_000).toISOString().slice(0, 19) };
}

const ENDPOINTS: Record<string, (ask: Ask, store: Store) => Answer> = {
  '/api/v1/status': (_ask, store) => json(readStatus(store), store),
  '/api/v1/chart': (ask, store) => {
    const today = todayOf(store);
    const { since, until } = readDates(ask, store.options);
    const oldest = store.reports[0]?.date ?? today;
    if (since === null && until === null) return json(readChart(store, today, today), store);
    const first =
      since ??
      (store.options.oneSided === 'open'
        ? oldest < (until ?? '')
          ? oldest
          : (until ?? '')
        : (until ?? today));
    const last = until ?? (store.options.oneSided === 'single-day' || first > today ? first : today);
    capped(first, last, store);
    return json(readChart(store, first, last), store);
  },
  '/api/v1/patterns': (ask, store) => {
    const { since, until } = oneSided(readDates(ask, store.options), store);
    return json(readPatterns(store, since, until), store);
  },
  '/api/v1/highlights': (ask, store) =>
    json(readHighlights(store, readWhole(ask, 'days', 7, 60, store.options)), store),
  '/api/v1/reports': (ask, store) => {
    const { options } = store;
    const cursor = ask.query.getAll('cursor').at(-1) ?? null;
    const base = options.publicUrl ?? `http://${ask.headers['host'] ?? 'localhost'}${options.prefix}`;
    const limit = readWhole(ask, 'limit', 8, 200, options);
    const given = ask.query.has('limit');
    const page = readFeed(store, { limit, given, cursor: cursor === '' ? null : cursor, base });
    if (page !== undefined) return json(page, store);
    if (options.badCursor !== 'first-page') throw new Refusal(options.badCursor, 'cursor', 'Invalid cursor');
    return json(readFeed(store, { limit, given, cursor: null, base }) ?? {}, store);
  },
  '/api/v1/export.csv': (ask, store) => {
    const { options } = store;
    const range = readDates(ask, options);
    const { since, until } =
      range.since === null && range.until === null ? exportDefault(store) : oneSided(range, store);
    const headers: Record<string, string> = { 'content-type': options.csvType };
    if (options.csvDisposition) headers['content-disposition'] = 'attachment; filename="reports.csv"';
    const empty = range.since === null && range.until === null && options.exportDefault === 'empty';
    return { status: 200, headers, body: writeCsv(empty ? [] : reportsBetween(store, since, until), store) };
  },
};

function route(ask: Ask, store: Store): Answer {
  const { options } = store;
  if (!ask.path.startsWith(options.prefix)) return problem(404, null, 'Not found.', options);
  const path = ask.path.slice(options.prefix.length);
  const bare = path.endsWith('/') && options.slash !== 404 ? path.slice(0, -1) : path;
  const known = bare in ENDPOINTS && !(bare === '/api/v1/highlights' && options.form === 1);
  if (!known && options.notFoundFirst) return problem(404, null, 'Not found.', options);
  if (known && bare !== path && options.slash === 301) return redirect(ask, bare, options);
  const methods = options.head ? ['GET', 'HEAD'] : ['GET'];
  const allowed = methods.includes(ask.method);
  if (!allowed && options.badMethod !== 401 && options.notFoundFirst) return notAllowed(methods, options);
  if (!isKeyValid(ask, options)) return unauthorized(ask, options);
  if (!known) return problem(404, null, 'Not found.', options);
  if (!allowed) return notAllowed(methods, options);
  const answer = ENDPOINTS[bare]?.(ask, store) ?? problem(404, null, 'Not found.', options);
  return ask.method === 'HEAD' ? { ...answer, body: '' } : answer;
}

function dated(answer: Answer, { options, now }: Store): Answer {
  if (options.dateSkew === null) return answer;
  const date = new Date(now() / 1000 + options.dateSkew * 60_000).toUTCString();
  return { ...answer, headers: { date, ...answer.headers } };
}

function isKeyValid(ask: Ask, options: Options): boolean {
  const header = ask.headers['authorization'] ?? '';
  return options.leniency === 'strict'
    ? header === `Token ${KEY}`
    : /^token\s+(\S+)\s*$/i.exec(header)?.[1] === KEY;
}

function oneSided<Range extends { since: string | null; until: string | null }>(
  range: Range,
  store: Store,
): Range {
  if (store.options.oneSided === 'open') return range;
  if (range.since !== null && range.until === null) {
    return { ...range, until: store.options.oneSided === 'single-day' ? range.since : todayOf(store) };
  }
  if (range.since === null && range.until !== null && store.options.oneSided === 'single-day') {
    return { ...range, since: range.until };
  }
  return range;
}

function exportDefault(store: Store): { since: string | null; until: string | null } {
  const today = todayOf(store);
  if (store.options.exportDefault === 'today') return { since: today, until: today };
  if (store.options.exportDefault === 'month') return { since: addDays(today, -29), until: today };
  return { since: null, until: null };
}

function capped(since: string, until: string, store: Store): void {
  if (daysBetween(since, until) + 1 <= store.options.longestRange) return;
  throw new Refusal(400, 'since', `A range has at most ${store.options.longestRange} days.`);
}

function json(value: Record<string, unknown>, store: Store): Answer {
  const { options } = store;
  const body = JSON.stringify(options.extras ? decorate(value) : value, null, options.jsonSpace);
  return { status: 200, headers: { 'content-type': options.jsonType }, body };
}

function redirect(ask: Ask, path: string, options: Options): Answer {
  const query = ask.query.toString();
  return {
    status: 301,
    headers: { location: options.prefix + path + (query === '' ? '' : `?${query}`) },
    body: '',
  };
}

function notAllowed(methods: readonly string[], options: Options): Answer {
  const status = options.badMethod === 401 ? 405 : options.badMethod;
  return {
    ...problem(status, null, 'Method not allowed.', options),
    headers: { 'content-type': 'application/json', allow: methods.join(', ') },
  };
}

function unauthorized(ask: Ask, options: Options): Answer {
  const missing = !/^token/i.test(ask.headers['authorization'] ?? '');
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

function problem(status: number, parameter: string | null, detail: string, options: Options): Answer {
  const body = options.unauthorized === 'drf' && parameter !== null ? { [parameter]: [detail] } : { detail };
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
