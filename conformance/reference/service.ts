import { BadRequest } from '../../mocks/service/bad-request.ts';
import { exportReports } from '../../mocks/service/export-reports.ts';
import { getChart } from '../../mocks/service/get-chart.ts';
import { getHighlights } from '../../mocks/service/get-highlights.ts';
import { getPatterns } from '../../mocks/service/get-patterns.ts';
import { getStatus } from '../../mocks/service/get-status.ts';
import { readFeed } from './feed.ts';
import { DEFAULTS, type HttpRequest, type HttpResponse, KEY, type Options } from './options.ts';
import { readDates, readWhole } from './parameters.ts';
import { badRequest, json, notAllowed, problem, redirect, unauthorized } from './responses.ts';
import { createStore, type ReferenceStore } from './store.ts';

/** A conforming service in memory, with its data. */
export type ReferenceService = {
  readonly options: Options;
  readonly respond: (request: HttpRequest) => HttpResponse;
};

/** The service in memory, without Prism in front of it; the options decide what the description leaves open. */
export function createReference(chosen: Partial<Options> = {}): ReferenceService {
  const options = resolveLive({ ...DEFAULTS, ...chosen });
  const store = createStore(options);
  const respond = (request: HttpRequest): HttpResponse => {
    store.step();
    try {
      return dated(route(request, store), store);
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      return dated(badRequest(error, options), store);
    }
  };
  return { options, respond };
}

/** Replaces `live` by the machine's time, in a zone without clock changes where it is early afternoon. */
function resolveLive(options: Options): Options {
  if (options.now !== 'live') return options;
  const ahead = ((13 - new Date().getUTCHours() + 11) % 24) - 11;
  const zone = ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  return { ...options, zone, now: new Date(Date.now() + ahead * 3_600_000).toISOString().slice(0, 19) };
}

const ENDPOINTS: Record<string, (request: HttpRequest, store: ReferenceStore) => HttpResponse> = {
  '/api/v1/status': (_request, store) => json(getStatus(store), store.options),
  '/api/v1/chart': (request, store) =>
    json(getChart(store, readDates(request, store.options)), store.options),
  '/api/v1/patterns': (request, store) =>
    json(getPatterns(store, readDates(request, store.options)), store.options),
  '/api/v1/highlights': (request, store) =>
    json(getHighlights(store, readWhole(request, 'days', 7, 60, store.options)), store.options),
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
    if (page !== undefined) return json(page, options);
    if (options.badCursor !== 'first-page')
      throw new BadRequest({ parameter: 'cursor', message: 'Invalid cursor' }, options.badCursor);
    return json(readFeed(store, { limit, given, cursor: null, base }) ?? {}, options);
  },
  '/api/v1/export.csv': (request, store) => {
    const { options } = store;
    const headers: Record<string, string> = { 'content-type': options.csvType };
    if (options.csvDisposition) headers['content-disposition'] = 'attachment; filename="reports.csv"';
    return { status: 200, headers, body: exportReports(store, readDates(request, options)) };
  },
};

function route(request: HttpRequest, store: ReferenceStore): HttpResponse {
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

function dated(response: HttpResponse, { options, now }: ReferenceStore): HttpResponse {
  if (options.dateSkew === null) return response;
  const date = new Date(now / 1000 + options.dateSkew * 60_000).toUTCString();
  return { ...response, headers: { date, ...response.headers } };
}

function isKeyValid(request: HttpRequest, options: Options): boolean {
  const header = request.headers['authorization'] ?? '';
  return options.leniency === 'strict'
    ? header === `Token ${KEY}`
    : /^token\s+(\S+)\s*$/i.exec(header)?.[1] === KEY;
}
