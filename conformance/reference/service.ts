import { readChart } from './chart.ts';
import { writeCsv } from './csv.ts';
import { readFeed } from './feed.ts';
import { readHighlights } from './highlights.ts';
import { addDays, daysBetween } from './local-time.ts';
import { DEFAULTS, type HttpRequest, type HttpResponse, KEY, type Options } from './options.ts';
import { BadRequest, readDates, readWhole } from './parameters.ts';
import { readPatterns } from './patterns.ts';
import { json, notAllowed, problem, redirect, unauthorized } from './responses.ts';
import { readStatus } from './status.ts';
import { createStore, reportsBetween, type Store, todayOf } from './store.ts';

/** A conforming service in memory, with its data. */
export type ReferenceService = {
  readonly options: Options;
  readonly store: Store;
  readonly respond: (request: HttpRequest) => HttpResponse;
};

/** A service written from the description alone; the options decide what the description leaves open. */
export function createReference(chosen: Partial<Options> = {}): ReferenceService {
  const options = resolveLive({ ...DEFAULTS, ...chosen });
  const store = createStore(options);
  const respond = (request: HttpRequest): HttpResponse => {
    store.step();
    try {
      return dated(route(request, store), store);
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      return dated(problem(error.status, error.parameter, error.message, options), store);
    }
  };
  return { options, store, respond };
}

/** Replaces `live` by the machine's time, in a zone without clock changes where it is early afternoon. */
function resolveLive(options: Options): Options {
  if (options.now !== 'live') return options;
  const ahead = ((13 - new Date().getUTCHours() + 11) % 24) - 11;
  const zone = ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  return { ...options, zone, now: new Date(Date.now() + ahead * 3_600_000).toISOString().slice(0, 19) };
}

const ENDPOINTS: Record<string, (request: HttpRequest, store: Store) => HttpResponse> = {
  '/api/v1/status': (_request, store) => json(readStatus(store), store),
  '/api/v1/chart': (request, store) => {
    const today = todayOf(store);
    const { since, until } = readDates(request, store.options);
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
    if (store.options.futureDays === 400 && last > today)
      throw new BadRequest(400, 'until', 'There is no data of days to come.');
    return json(readChart(store, first, last), store);
  },
  '/api/v1/patterns': (request, store) => {
    // An omitted end is no limit
    const { since, until } = readDates(request, store.options);
    return json(readPatterns(store, since, until), store);
  },
  '/api/v1/highlights': (request, store) =>
    json(readHighlights(store, readWhole(request, 'days', 7, 60, store.options)), store),
  '/api/v1/reports': (request, store) => {
    const { options } = store;
    const cursor = request.query.getAll('cursor').at(-1) ?? null;
    const base =
      options.publicUrl ??
      options.ownUrl ??
      `http://${request.headers['host'] ?? 'localhost'}${options.prefix}`;
    const limit = readWhole(request, 'limit', 8, 200, options);
    const given = request.query.has('limit');
    const page = readFeed(store, { limit, given, cursor: cursor === '' ? null : cursor, base });
    if (page !== undefined) return json(page, store);
    if (options.badCursor !== 'first-page')
      throw new BadRequest(options.badCursor, 'cursor', 'Invalid cursor');
    return json(readFeed(store, { limit, given, cursor: null, base }) ?? {}, store);
  },
  '/api/v1/export.csv': (request, store) => {
    const { options } = store;
    const range = readDates(request, options);
    const { since, until } =
      range.since === null && range.until === null ? exportDefault(store) : oneSided(range, store);
    const headers: Record<string, string> = { 'content-type': options.csvType };
    if (options.csvDisposition) headers['content-disposition'] = 'attachment; filename="reports.csv"';
    const empty = range.since === null && range.until === null && options.exportDefault === 'empty';
    return { status: 200, headers, body: writeCsv(empty ? [] : reportsBetween(store, since, until), store) };
  },
};

function route(request: HttpRequest, store: Store): HttpResponse {
  const { options } = store;
  if (!request.path.startsWith(options.prefix)) return problem(404, null, 'Not found.', options);
  const path = request.path.slice(options.prefix.length);
  const bare = path.endsWith('/') && options.slash !== 404 ? path.slice(0, -1) : path;
  const known = bare in ENDPOINTS && !(bare === '/api/v1/highlights' && options.form === 1);
  if (!known && options.notFoundFirst) return problem(404, null, 'Not found.', options);
  if (known && bare !== path && options.slash === 301) return redirect(request, bare, options);
  const methods = options.head ? ['GET', 'HEAD'] : ['GET'];
  const allowed = methods.includes(request.method) || options.badMethod === 'cached';
  if (!allowed && options.badMethod !== 401 && options.notFoundFirst) return notAllowed(methods, options);
  if (!isKeyValid(request, options)) return unauthorized(request, options);
  if (!known) return problem(404, null, 'Not found.', options);
  if (!allowed) return notAllowed(methods, options);
  const response = ENDPOINTS[bare]?.(request, store) ?? problem(404, null, 'Not found.', options);
  if (request.method === 'HEAD') return { ...response, body: '' };
  return options.badMethod === 'cached'
    ? { ...response, headers: { age: '3', ...response.headers } }
    : response;
}

function dated(response: HttpResponse, { options, now }: Store): HttpResponse {
  if (options.dateSkew === null) return response;
  const date = new Date(now() / 1000 + options.dateSkew * 60_000).toUTCString();
  return { ...response, headers: { date, ...response.headers } };
}

function isKeyValid(request: HttpRequest, options: Options): boolean {
  const header = request.headers['authorization'] ?? '';
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
  throw new BadRequest(400, 'since', `A range has at most ${store.options.longestRange} days.`);
}
