import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { components } from '../../contract/form-1.types.generated.ts';
import type { Status } from '../../domain/status.ts';
import type { Timetable } from '../../domain/timetable.ts';
import { Operations } from '../../operations/operations.ts';
import type { AppOptions } from '../app-options.ts';
import { bytesOf, type CachedResponse, type Content, chunksOf, contentOf } from '../server/content.ts';
import { type ContentCoding, negotiateCoding, ON_DEMAND } from '../server/content-coding.ts';
import { crossOrigin } from '../server/cross-origin.ts';
import type { Fail } from '../server/failure.ts';
import type { ApiState, RequestRecord } from '../server/observer.ts';
import { recordRequest, traced } from '../server/request-record.ts';
import { closeAfterwards } from '../server/send.ts';
import type { Access, Reader } from './access.ts';
import { KeyAccess } from './key-access.ts';
import { PAGE_PATH } from './public-reads.ts';
import type { Operation, Route } from './router.ts';
import type { SharedResources } from './shared-resources.ts';
import { Visitors } from './visitors.ts';

/** The body of the status, the same in both forms. */
export type PublicStatus = components['schemas']['Status'];

/** The operations of a form on plain `node:http` objects: under `/api/v1` with a key, and what is public under `/page` without one. */
export class Api {
  readonly #options: AppOptions;
  readonly #shared: SharedResources;
  readonly #fail: Fail;
  readonly #operations: Operations;
  readonly #keys: KeyAccess;
  readonly #visitors: Visitors | null;

  private constructor(
    options: AppOptions,
    operations: Operations,
    access: { readonly keys: KeyAccess; readonly visitors: Visitors | null },
    shared: SharedResources,
    fail: Fail,
  ) {
    this.#options = options;
    this.#operations = operations;
    this.#keys = access.keys;
    this.#visitors = access.visitors;
    this.#shared = shared;
    this.#fail = fail;
  }

  static async open(options: AppOptions, shared: SharedResources, fail: Fail): Promise<Api> {
    const { document, publicPage, logger, isServing } = options;
    const onModelError = (err: unknown) => {
      if (!isServing()) return;
      logger.warn({ err }, 'the model could not be trained, or its checkpoint could not be loaded or saved');
    };
    const operations = new Operations(options, onModelError, shared.concurrency);
    const { snapshots } = operations;
    const keys = new KeyAccess(options, await shared.router(document), snapshots, shared);
    const visitors = publicPage
      ? new Visitors(options, await shared.publicRouter(document), snapshots, shared.caches)
      : null;
    return new Api(options, operations, { keys, visitors }, shared, fail);
  }

  /** Returns a listener that passes requests for addresses outside the contract to `others`. */
  before(others: RequestListener): RequestListener {
    return (request, response) => this.#handle(request, response, () => others(request, response));
  }

  #handle(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const access = this.#accessOf(request);
    const route = access?.router.find(request) ?? null;
    if (access === null || route === null) return next();
    const record = recordRequest(this.#options, request, response, route.operationId);
    traced(record, () => void this.#respond(access, route, request, response, record, next));
  }

  #accessOf({ url = '' }: IncomingMessage): Access | null {
    if (url.startsWith('/api/')) return this.#keys;
    return url.startsWith(`${PAGE_PATH}/`) ? this.#visitors : null;
  }

  /** Admits the reader, and only then says what is wrong with the request or sends the result. */
  async #respond(
    access: Access,
    route: Route,
    request: IncomingMessage,
    response: ServerResponse,
    record: RequestRecord,
    next: () => void,
  ): Promise<void> {
    let head = [...access.refusalFields, 'X-Request-Id', record.id];
    try {
      if (!this.#options.isServing()) closeAfterwards(response);
      if (access.isCrossOrigin && request.method === 'OPTIONS') {
        response.setHeader('X-Content-Type-Options', 'nosniff');
        response.setHeader('X-Request-Id', record.id);
        return crossOrigin(request, response, next);
      }
      const reader = await access.admit(request, record, route);
      head = [...reader.problemFields];
      const operation = { operationId: route.operationId, query: route.query() };
      const coding = negotiateCoding(request, ON_DEMAND);
      const result = await this.#read(operation, reader, this.#options.baseUrl.of(request), coding);
      const { sender } = this.#shared;
      if ('body' in result) return sender.cached(request, response, reader.fields, result);
      const fields = [...reader.fields, ...result.fields];
      await sender.text(request, response, fields, chunksOf(result), coding);
    } catch (error) {
      this.#fail(error, request, response, record, head);
    }
  }

  /** The response from the cache or, if it is too large for that, its content. */
  async #read(
    operation: Operation,
    reader: Reader,
    base: string,
    coding: ContentCoding | null,
  ): Promise<CachedResponse | Content> {
    const api = `${base}${reader.path}/api/v1`;
    const { version, compute } = this.#operations.computation({ ...operation, ...reader, base, api });
    const content = async () => contentOf(await compute(), operation.query);
    // The first request for more than a megabyte computes it twice: up to there for the cache, which notes that, and then to stream it.
    const cached =
      version === null ? null : await reader.cached({ operation, base, version, coding, compute: content });
    return cached ?? content();
  }

  /** Computes in advance what the first requests need. */
  warmUp(): Promise<void> {
    return this.#operations.warmUp();
  }

  /** The current status before it is projected into a form. */
  status(): Promise<Status> {
    return this.#operations.status();
  }

  /** The opening hours, as the staff has changed them. */
  async timetable(): Promise<Timetable> {
    return (await this.#operations.snapshots.current()).timetable;
  }

  /** The current status as visitors get it, for what the service itself shows them. Rejects as their requests do. */
  async publicStatus(): Promise<PublicStatus> {
    if (this.#visitors === null) throw new Error('the page is not public');
    const snapshot = await this.#operations.snapshots.current();
    const reader = this.#visitors.reader(`${PAGE_PATH}/api/v1/status`, '', snapshot);
    const operation = { operationId: 'getStatus', query: {} };
    const status = await this.#read(operation, reader, this.#options.baseUrl.fixed, null);
    return JSON.parse(bytesOf((status as CachedResponse).body).toString());
  }

  get state(): ApiState {
    const caches = Object.values(this.#shared.caches).map(({ state }) => state);
    const sum = (name: keyof ApiState['cache']) => caches.reduce((total, state) => total + state[name], 0);
    return {
      cache: { bytes: sum('bytes'), entries: sum('entries'), computing: sum('computing') },
      model: this.#operations.model,
    };
  }
}
