import { bodyOf } from '../../mocks/service/operations.ts';
import { BadRequest, type Endpoint, type Parameter } from '../../mocks/service/parameters.ts';
import type { Body } from '../../mocks/service/store.ts';
import { readFeed } from './feed.ts';
import { DEFAULTS, type HttpRequest, type HttpResponse, KEY, type Options } from './options.ts';
import { badRequest, csv, json, notAllowed, problem, redirect, unauthorized } from './responses.ts';
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

const LIMIT: Parameter = { name: 'limit', type: 'integer', default: 8, maximum: 200 };
const DAYS: Parameter = { name: 'days', type: 'integer', default: 7, maximum: 60 };
const DATES: readonly Parameter[] = [{ name: 'since' }, { name: 'until' }];

const ENDPOINTS: readonly Endpoint[] = [
  { operationId: 'getStatus', path: '/api/v1/status', parameters: [] },
  { operationId: 'getChart', path: '/api/v1/chart', parameters: DATES },
  { operationId: 'getPatterns', path: '/api/v1/patterns', parameters: DATES },
  { operationId: 'getHighlights', path: '/api/v1/highlights', parameters: [DAYS] },
  { operationId: 'listReports', path: '/api/v1/reports', parameters: [LIMIT, { name: 'cursor' }] },
  { operationId: 'exportReports', path: '/api/v1/export.csv', parameters: DATES },
];

/** The page that a request asks for. */
function pageOf({ query, headers }: HttpRequest, limit: number, store: ReferenceStore): Body {
  const { options } = store;
  const cursor = query.getAll('cursor').at(-1) ?? '';
  const base =
    options.publicUrl ?? options.ownUrl ?? `http://${headers['host'] ?? 'localhost'}${options.prefix}`;
  const page = { limit, given: query.has('limit'), base };
  const found = readFeed(store, { ...page, cursor: cursor === '' ? null : cursor });
  if (found !== undefined) return found;
  if (options.badCursor !== 'first-page')
    throw new BadRequest({ parameter: 'cursor', message: 'Invalid cursor' }, options.badCursor);
  return readFeed(store, { ...page, cursor: null }) ?? {};
}

function route(request: HttpRequest, store: ReferenceStore): HttpResponse {
  const { options } = store;
  if (!request.path.startsWith(options.prefix)) return problem(404, null, 'Not found.', options);
  const path = request.path.slice(options.prefix.length);
  const bare = path.endsWith('/') && options.slash !== 404 ? path.slice(0, -1) : path;
  const isMissing = bare === '/api/v1/highlights' && options.form === 1;
  const endpoint = isMissing ? undefined : ENDPOINTS.find((one) => one.path === bare);
  if (endpoint === undefined && options.notFoundFirst) return problem(404, null, 'Not found.', options);
  if (endpoint !== undefined && bare !== path && options.slash === 301)
    return redirect(request, bare, options);
  const methods = options.head ? ['GET', 'HEAD'] : ['GET'];
  const allowed = methods.includes(request.method) || options.badMethod === 'cached';
  if (!allowed && options.badMethod !== 401 && options.notFoundFirst) return notAllowed(methods, options);
  if (!isKeyValid(request, options)) return unauthorized(request, options);
  if (endpoint === undefined) return problem(404, null, 'Not found.', options);
  if (!allowed) return notAllowed(methods, options);
  const body = bodyOf(store, endpoint, request.query, (limit) => pageOf(request, limit, store));
  const response = typeof body === 'string' ? csv(body, options) : json(body, options);
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
