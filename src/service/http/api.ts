import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Status } from '../domain/status.ts';
import type { Timetable } from '../domain/timetable.ts';
import { Operations, type OperationsOptions } from '../operations/operations.ts';
import type { Snapshot } from '../operations/snapshot.ts';
import type { Key } from '../store/account-store.ts';
import { requireVenue, tokenOf } from './authenticate.ts';
import type { BaseUrl } from './base-url.ts';
import type { Fields } from './content.ts';
import { chunksOf, contentOf } from './content.ts';
import { negotiateCoding } from './content-coding.ts';
import { CROSS_ORIGIN_FIELDS, crossOrigin } from './cross-origin.ts';
import type { Fail } from './failure.ts';
import type { ApiState, RequestRecord } from './observer.ts';
import { Problem } from './problem.ts';
import { PublicPage, type PublicStatus } from './public-page.ts';
import { Quota } from './quota.ts';
import { recordRequest, traced, type Watchers } from './request-record.ts';
import type { Operation, Route, Router } from './router.ts';
import { closeAfterwards } from './send.ts';
import type { Accounts, Shared } from './shared.ts';
import { Visitors } from './visitors.ts';

/** What the API needs; `observer` null: nobody watches, and nothing is recorded. */
export interface ApiOptions extends OperationsOptions, Watchers {
  readonly baseUrl: BaseUrl;
  /** Whether visitors may read the page's own data without a key, under `/page` (record 12). */
  readonly publicPage: boolean;
  /** Addresses or ranges of proxies whose forwarding headers count. */
  readonly trustedProxies: readonly string[];
  /** Whom to contact for a higher quota, as a phrase. */
  readonly contact: string;
  /** Where keys and their quotas are; all venues of a process have the same. */
  readonly accounts: Accounts;
  /** Whose responses those in the shared caches are; empty in a process with one venue. */
  readonly cacheName: string;
  /** False while the service shuts down. */
  readonly isServing: () => boolean;
}

/** Routers by the document, and by what of it is public; null if nothing is. */
interface Routers {
  readonly router: Router;
  readonly publicRouter: Router | null;
}

const COMMON_FIELDS: Fields = ['X-Content-Type-Options', 'nosniff', ...CROSS_ORIGIN_FIELDS];

/** Of responses that do not depend on a key. */
const PUBLIC_FIELDS: Fields = [...COMMON_FIELDS, 'Vary', 'Accept-Encoding'];

const PRIVATE_FIELDS: Fields = [
  ...COMMON_FIELDS,
  'Cache-Control',
  'private, no-cache',
  'Vary',
  'Authorization, Accept-Encoding',
];

/** The operations of a form under `/api/v1`, on plain `node:http` objects. Everything needs a key, except what is public, under `/page`. */
export class Api {
  readonly #options: ApiOptions;
  readonly #router: Router;
  readonly #shared: Shared;
  readonly #fail: Fail;
  readonly #operations: Operations;
  readonly #quota: Quota;
  readonly #visitors: Visitors | null;
  readonly #page: PublicPage | null;

  constructor(options: ApiOptions, { router, publicRouter }: Routers, shared: Shared, fail: Fail) {
    const { cacheName, time, clock, logger, isServing } = options;
    this.#options = options;
    this.#router = router;
    this.#shared = shared;
    this.#fail = fail;
    const onModelError = (err: unknown) => {
      if (!isServing()) return;
      logger.warn({ err }, 'the model could not be trained, or its checkpoint could not be loaded or saved');
    };
    this.#operations = new Operations(options, onModelError, shared.turns);
    this.#quota = new Quota(shared.quotaCounter, time, clock, options.contact);
    this.#page = publicRouter === null ? null : new PublicPage(this.#operations, shared, cacheName);
    this.#visitors =
      publicRouter === null || this.#page === null
        ? null
        : new Visitors(options, publicRouter, this.#page, this.#operations.snapshots, shared.sender, fail);
  }

  /** Connect-style middleware: requests for addresses outside the contract are passed to `next`. */
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const handled =
      this.#visitors !== null && Visitors.mayHandle(request)
        ? this.#visitors.handle(request, response, next)
        : this.#handle(request, response, next);
    handled.catch((error: unknown) => {
      const record = recordRequest(this.#options, request, response, 'none');
      this.#fail(error, request, response, record, [...PUBLIC_FIELDS, 'X-Request-Id', record.id]);
    });
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
    if (this.#page === null) throw new Error('the page is not public');
    return this.#page.status(await this.#operations.snapshots.current(), this.#options.baseUrl.fixed);
  }

  get state(): ApiState {
    const caches = Object.values(this.#shared.caches).map(({ state }) => state);
    const sum = (name: keyof ApiState['cache']) => caches.reduce((total, state) => total + state[name], 0);
    return {
      cache: { bytes: sum('bytes'), entries: sum('entries'), computing: sum('computing') },
      model: this.#operations.model,
    };
  }

  async #handle(request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> {
    const route = await this.#router.route(request);
    if (route === null) return next();
    const operation = route instanceof Problem ? 'none' : route.operationId;
    const record = recordRequest(this.#options, request, response, operation);
    if (!this.#options.isServing()) closeAfterwards(response);
    if (request.method === 'OPTIONS') {
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('X-Request-Id', record.id);
      return traced(record, () => crossOrigin(request, response, next));
    }
    await traced(record, () => this.#authorized(request, response, record, route));
  }

  /** Responds to who has a key and requests left: with what routing found, even if that is a problem. */
  async #authorized(
    request: IncomingMessage,
    response: ServerResponse,
    record: RequestRecord,
    route: Exclude<Route, null>,
  ): Promise<void> {
    let head = [...PUBLIC_FIELDS, 'X-Request-Id', record.id];
    try {
      const token = tokenOf(request.headers.authorization);
      const snapshot = await this.#operations.snapshots.current();
      const { accounts, store } = this.#options;
      const { authentication, accountsVersion } = this.#shared;
      const version = accounts === store ? snapshot.storeVersion : await accountsVersion();
      const key = await authentication.authenticate(token, version);
      record.key = key.id;
      requireVenue(key, this.#options.venue);
      const rateLimit = await this.#quota.consume(key, snapshot.today);
      head = [...PRIVATE_FIELDS, 'X-Request-Id', record.id, ...rateLimit];
      if (route instanceof Problem) throw route;
      await this.#respond(request, response, head, route, key, snapshot);
    } catch (error) {
      this.#fail(this.#shared.failures.count(error, request, record), request, response, record, head);
    }
  }

  async #respond(
    request: IncomingMessage,
    response: ServerResponse,
    head: Fields,
    { operationId, query }: Operation,
    { id: key, account }: Key,
    snapshot: Snapshot,
  ): Promise<void> {
    const base = this.#options.baseUrl.of(request);
    const api = `${base}/api/v1`;
    const { version, compute } = this.#operations.computation({
      operationId,
      query,
      snapshot,
      key,
      account,
      base,
      api,
    });
    const content = async () => contentOf(await compute(), query);
    const coding = negotiateCoding(request);
    if (version !== null) {
      // The first request for more than a megabyte computes it twice: up to there for the cache, which notes that, and then to stream it.
      const name = `${this.#options.cacheName} ${request.url} ${base} ${version}`;
      const cached = await this.#shared.caches.keys.get(name, coding, content);
      if (cached !== 'too large') return this.#shared.sender.cached(request, response, head, cached);
    }
    const streamed = await content();
    await this.#shared.sender.text(
      request,
      response,
      [...head, ...streamed.fields],
      chunksOf(streamed),
      coding,
    );
  }
}
