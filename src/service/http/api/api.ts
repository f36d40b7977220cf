import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { components } from '../../contract/form-1.types.generated.ts';
import { Operations } from '../../operations/operations.ts';
import type { AppOptions, CurrentVenue } from '../app-options.ts';
import {
  bytesOf,
  type CachedResponse,
  type Content,
  type ContentCoding,
  chunksOf,
  contentOf,
  negotiateCoding,
  ON_DEMAND,
} from '../server/content.ts';
import { crossOrigin } from '../server/cross-origin.ts';
import type { Fail } from '../server/failure.ts';
import type { ApiState, RequestRecord } from '../server/observer.ts';
import { recordRequest, traced } from '../server/request-record.ts';
import { closeAfterwards } from '../server/send.ts';
import type { Access, Caller } from './access.ts';
import { keyAccess } from './key-access.ts';
import type { Operation, Route } from './router.ts';
import type { SharedResources } from './shared-resources.ts';
import { PAGE_PATH, visitorAccess } from './visitors.ts';

/** The body of the status, the same in both forms. */
export type PublicStatus = components['schemas']['Status'];

/** The operations of a form on plain `node:http` objects: under `/api/v1` with a key, and what is public under `/page` without one. */
export interface Api extends CurrentVenue {
  readonly state: ApiState;
  /** Returns a listener that passes requests for addresses outside the contract to `others`. */
  before(others: RequestListener): RequestListener;
  /** Computes in advance what the first requests need. */
  warmUp(): Promise<void>;
  /** The current status as visitors get it, for what the service itself shows them. Rejects as their requests do. */
  publicStatus(): Promise<PublicStatus>;
}

/** Opens the API of a service, or of one of its venues. */
export async function openApi(options: AppOptions, shared: SharedResources, fail: Fail): Promise<Api> {
  const { document, publicPage, baseUrl, logger, isServing } = options;
  const { sender, caches } = shared;
  const onModelError = (err: unknown) => {
    if (!isServing()) return;
    logger.warn({ err }, 'the model could not be trained, or its checkpoint could not be loaded or saved');
  };
  const operations = new Operations(options, onModelError, shared.concurrency);
  const { snapshots } = operations;
  const keys = keyAccess(options, await shared.router(document), snapshots, shared);
  const visitors = publicPage
    ? visitorAccess(options, await shared.publicRouter(document), snapshots, caches)
    : null;

  function accessOf({ url = '' }: IncomingMessage): Access | null {
    if (url.startsWith('/api/')) return keys;
    return url.startsWith(`${PAGE_PATH}/`) ? visitors : null;
  }

  /** Admits the caller, and only then says what is wrong with the request or sends the result. */
  async function respond(
    access: Access,
    route: Route,
    request: IncomingMessage,
    response: ServerResponse,
    record: RequestRecord,
    next: () => void,
  ): Promise<void> {
    let failureFields = [...access.refusalFields, 'X-Request-Id', record.id];
    try {
      if (!isServing()) closeAfterwards(response);
      if (access.isCrossOrigin && request.method === 'OPTIONS') {
        response.setHeader('X-Content-Type-Options', 'nosniff');
        response.setHeader('X-Request-Id', record.id);
        return crossOrigin(request, response, next);
      }
      const caller = await access.admit(request, record, route);
      failureFields = [...caller.problemFields];
      const operation = { operationId: route.operationId, query: route.query() };
      const coding = negotiateCoding(request, ON_DEMAND);
      const result = await read(operation, caller, baseUrl.of(request), coding);
      if ('body' in result) return sender.cached(request, response, caller.fields, result);
      const fields = [...caller.fields, ...result.fields];
      await sender.text(request, response, fields, chunksOf(result), coding);
    } catch (error) {
      fail(error, request, response, record, failureFields);
    }
  }

  /** The response from the cache or, if it is too large for that, its content. */
  async function read(
    operation: Operation,
    caller: Caller,
    base: string,
    coding: ContentCoding | null,
  ): Promise<CachedResponse | Content> {
    const api = `${base}${caller.path}/api/v1`;
    const { version, compute } = operations.computation({ ...operation, ...caller, base, api });
    const content = async () => contentOf(await compute(), operation.query);
    // The first request for more than a megabyte computes it twice: for the cache, which gives up there and remembers it, and to stream it.
    const cached =
      version === null ? null : await caller.cached({ operation, base, version, coding, compute: content });
    return cached ?? content();
  }

  return {
    before: (others) => (request, response) => {
      const access = accessOf(request);
      const route = access?.router.find(request) ?? null;
      if (access === null || route === null) return others(request, response);
      const record = recordRequest(options, request, response, route.operationId);
      const next = () => others(request, response);
      traced(record, () => void respond(access, route, request, response, record, next));
    },
    warmUp: () => operations.warmUp(),
    status: () => operations.status(),
    timetable: async () => (await snapshots.current()).timetable,
    async publicStatus() {
      if (visitors === null) throw new Error('the page is not public');
      const caller = visitors.caller(`${PAGE_PATH}/api/v1/status`, '', await snapshots.current());
      const status = await read({ operationId: 'getStatus', query: {} }, caller, baseUrl.fixed, null);
      return JSON.parse(bytesOf((status as CachedResponse).body).toString());
    },
    get state() {
      const states = Object.values(caches).map(({ state }) => state);
      const sum = (name: keyof ApiState['cache']) => states.reduce((total, state) => total + state[name], 0);
      return {
        cache: { bytes: sum('bytes'), entries: sum('entries'), computing: sum('computing') },
        model: operations.model,
      };
    },
  };
}
