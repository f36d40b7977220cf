import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { LocalTime } from '../domain/local-time.ts';
import type { Micros } from '../domain/micros.ts';
import { firstTrainingDay } from '../domain/model-state.ts';
import type { Status } from '../domain/status.ts';
import type { Timetable } from '../domain/timetable.ts';
import type { ServedForm } from '../operations/computations.ts';
import { FittedModels } from '../operations/fitted-models.ts';
import { getStatus } from '../operations/get-status.ts';
import { LongReads } from '../operations/long-reads.ts';
import { PatternAccumulators } from '../operations/pattern-accumulators.ts';
import { type Snapshot, Snapshots } from '../operations/snapshot.ts';
import { TimeSlices } from '../operations/time-slices.ts';
import type { Key } from '../store/account-store.ts';
import type { Store } from '../store/store.ts';
import { Authentication, tokenOf } from './authenticate.ts';
import type { BaseUrl } from './base-url.ts';
import { computations } from './computation.ts';
import { negotiateCoding } from './content-coding.ts';
import { CROSS_ORIGIN_FIELDS, crossOrigin } from './cross-origin.ts';
import { FailedAuthentication } from './failed-authentication.ts';
import type { Fail } from './failure.ts';
import type { ApiState, Observer, RequestRecord } from './observer.ts';
import { Problem } from './problem.ts';
import { PublicPage, type PublicStatus } from './public-page.ts';
import { Quota } from './quota.ts';
import { recordRequest, traced } from './request-record.ts';
import { chunksOf, JSON_TYPE, ResponseCache } from './response-cache.ts';
import type { Operation, Router } from './router.ts';
import { closeAfterwards, type Fields, type Sender } from './send.ts';
import { Visitors } from './visitors.ts';

/** What the API needs. */
export interface ApiOptions {
  readonly form: ServedForm;
  readonly store: Store;
  readonly time: LocalTime;
  readonly timetable: Timetable;
  readonly clock: () => Micros;
  readonly baseUrl: BaseUrl;
  /** Null: the service itself serves pictures under `/photos`. */
  readonly photoHost: string | null;
  /** Whether visitors may read the page's own data without a key, under `/page` (decision 12). */
  readonly publicPage: boolean;
  /** Addresses or ranges of proxies whose forwarding headers count. */
  readonly trustedProxies: readonly string[];
  /** Whom to contact for a higher quota, as a phrase. */
  readonly contact: string;
  readonly logger: Logger;
  /** Null: nobody watches, and nothing is recorded. */
  readonly observer: Observer | null;
  /** False while the service shuts down. */
  readonly isServing: () => boolean;
}

/** Connect-style middleware: requests that are not for the API are passed to `next`. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export interface Api {
  readonly middleware: Middleware;
  /** Trains the model and loads the weekly pattern accumulators, so that the first requests don't wait for them. */
  warmUp(): Promise<void>;
  state(): ApiState;
  /** The current status before it is projected into a form. */
  status(): Promise<Status>;
  /** The current status as visitors get it, for what the service itself shows them. Rejects as their requests do. */
  publicStatus(): Promise<PublicStatus>;
}

/** Routers by the document, and by what of it is public; null if nothing is. */
interface Routers {
  readonly router: Router;
  readonly publicRouter: Router | null;
}

const COMMON_FIELDS: Fields = ['X-Content-Type-Options', 'nosniff', ...CROSS_ORIGIN_FIELDS];

/** Of responses that do not depend on a key. */
const publicFields = ({ id }: RequestRecord): Fields => [
  ...COMMON_FIELDS,
  'Vary',
  'Accept-Encoding',
  'X-Request-Id',
  id,
];

const CSV_TYPE: Fields = ['Content-Type', 'text/csv; charset=utf-8; header=present'];

const PRIVATE_FIELDS: Fields = [
  ...COMMON_FIELDS,
  'Cache-Control',
  'private, no-cache',
  'Vary',
  'Authorization, Accept-Encoding',
];

/**
 * The operations of a form under `/api/v1`, as one middleware on plain `node:http` objects. Addresses outside the contract are
 * left to `next`; everything else needs a key, except what is public, under `/page`.
 */
export function createApi(
  options: ApiOptions,
  { router, publicRouter }: Routers,
  sender: Sender,
  fail: Fail,
): Api {
  const { form, store, time, timetable, clock, baseUrl, photoHost, logger, observer, isServing } = options;
  const authentication = new Authentication(store, clock);
  const failures = new FailedAuthentication(options.trustedProxies);
  const slices = new TimeSlices();
  const longReads = new LongReads(slices);
  const fittedModels = new FittedModels(store, time, timetable, slices, (error) => {
    if (isServing())
      logger.warn(
        { err: error },
        'the model could not be trained, or its checkpoint could not be loaded or saved',
      );
  });
  const patternAccumulators = new PatternAccumulators(store, time, slices);
  const snapshots = new Snapshots(clock, store, time, fittedModels);
  const quota = new Quota(store, time, clock, options.contact, observer);
  const cache = new ResponseCache(sender.encoders, observer);
  const computationOf = computations({
    ...{ form, photoHost, store, time, timetable },
    ...{ patternAccumulators, slices, longReads },
  });
  const page = publicRouter === null ? null : new PublicPage(computationOf, observer, sender.encoders);
  const visitors =
    publicRouter === null || page === null
      ? null
      : new Visitors(options, publicRouter, page, snapshots, sender, fail);

  async function handle(request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> {
    if (visitors !== null && Visitors.mayHandle(request)) return visitors.handle(request, response, next);
    const route = await router.route(request);
    if (route === null) return next();
    const operation = route instanceof Problem ? 'none' : route.operationId;
    const record = recordRequest(options, request, response, operation);
    await traced(record, () => answer(request, response, next, record, route));
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
    record: RequestRecord,
    route: Operation | Problem,
  ): Promise<void> {
    if (!isServing()) closeAfterwards(response);
    if (request.method === 'OPTIONS') {
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('X-Request-Id', record.id);
      return crossOrigin(request, response, next);
    }
    let head: Fields | null = null;
    try {
      const token = tokenOf(request.headers.authorization);
      const snapshot = await snapshots.current();
      const key = await authentication.authenticate(token, snapshot.storeVersion);
      record.key = key.id;
      const rateLimit = await quota.consume(key, snapshot.today);
      head = [...PRIVATE_FIELDS, 'X-Request-Id', record.id, ...rateLimit];
      if (route instanceof Problem) throw route;
      await respond(request, response, head, route, key, snapshot);
    } catch (error) {
      fail(failures.count(error, request, record), request, response, record, head ?? publicFields(record));
    }
  }

  async function respond(
    request: IncomingMessage,
    response: ServerResponse,
    head: Fields,
    operation: Operation,
    key: Key,
    snapshot: Snapshot,
  ): Promise<void> {
    const base = baseUrl.of(request);
    const { compute, version, perAccount } = computationOf({
      ...{ operation, reader: key, snapshot, base },
      api: `${base}/api/v1`,
    });
    const coding = negotiateCoding(request);
    if (version === null) {
      const name = `attachment; filename="${fileName(operation.query)}"`;
      const fields = [...head, ...CSV_TYPE, 'Content-Disposition', name];
      return sender.text(request, response, fields, (await compute()) as AsyncIterable<string>, coding);
    }
    const cacheKey = `${request.url} ${base} ${version}${perAccount ? ` ${key.account}` : ''}`;
    const cached = await cache.get(cacheKey, coding, compute);
    if (cached !== 'too large') return sender.cached(request, response, head, cached);
    const chunks = chunksOf(await compute());
    await sender.text(request, response, [...head, ...JSON_TYPE], chunks, coding);
  }

  function modelState(): ApiState['model'] {
    const { learnedDays, seconds, until } = fittedModels.progress;
    const today = time.date(clock());
    const { days } = (until ?? firstTrainingDay(today)).until(today);
    return { version: fittedModels.current.version, learnedDays, trainingSeconds: seconds, daysBehind: days };
  }

  return {
    middleware(request, response, next) {
      handle(request, response, next).catch((error: unknown) => {
        const record = recordRequest(options, request, response, 'none');
        fail(error, request, response, record, publicFields(record));
      });
    },
    async warmUp() {
      const snapshot = await snapshots.current();
      await fittedModels.update(snapshot);
      await patternAccumulators.of({ start: 0, end: snapshot.now + 1 });
    },
    state: () => ({ cache: stateOf(page === null ? [cache] : [cache, page]), model: modelState() }),
    status: async () => getStatus({}, { store, time, timetable, snapshot: await snapshots.current() }),
    async publicStatus() {
      if (page === null) throw new Error('the page is not public');
      return page.status(await snapshots.current(), baseUrl.fixed);
    },
  };
}

/** Caches as one. */
function stateOf(caches: readonly { readonly state: ApiState['cache'] }[]): ApiState['cache'] {
  const sum = (name: keyof ApiState['cache']) => caches.reduce((total, { state }) => total + state[name], 0);
  return { bytes: sum('bytes'), entries: sum('entries'), computing: sum('computing') };
}

/** The file name that an export is saved under: its range, if it has one (gap `csv-headers`). */
function fileName(query: Operation['query']): string {
  const since = query['since'] === undefined ? '' : `-${query['since']}`;
  const until = query['until'] === undefined ? '' : `-to-${query['until']}`;
  return `headcount-reports${since}${until}.csv`;
}
