import type { IncomingMessage } from 'node:http';
import { TooManyReads } from '../../operations/long-reads.ts';
import type { Snapshot, Snapshots } from '../../operations/snapshot.ts';
import type { AppOptions } from '../app-options.ts';
import { ClientNetworks } from '../server/client-network.ts';
import type { CachedResponse, Fields } from '../server/content.ts';
import type { RequestRecord } from '../server/observer.ts';
import { Problem } from '../server/problem.ts';
import { RateLimits, type Refusal, refusalProblem } from '../server/rate-limit.ts';
import type { Access, AdmittedReader, CachedRead, Reader } from './access.ts';
import {
  commonTargets,
  compressionWeight,
  hasLinks,
  PAGE_PATH,
  VISITOR_CACHES,
  VISITOR_POLICIES,
  weightOf,
} from './public-reads.ts';
import type { ResponseCache } from './response-cache.ts';
import type { Operation, Route, Router } from './router.ts';

/** Other websites may not read responses: the page is on the same origin. */
const FIELDS: Fields = ['X-Content-Type-Options', 'nosniff', 'Vary', 'Accept-Encoding'];
/** The time for which caches may use a response, which doesn't depend on who asks. */
const LIFETIME = 'max-age=10';

/** A shared cache must not give one visitor's error to others. */
const PROBLEM_FIELDS: Fields = ['X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store'];

const NO_ACCOUNT = 0;

type PolicyName = keyof typeof VISITOR_POLICIES;
type Caches = { readonly [Name in keyof typeof VISITOR_CACHES]: ResponseCache };

/** Reads of visitors, who have no key: what the page needs, below `PAGE_PATH`. */
export class Visitors implements Access {
  readonly router: Router;
  readonly isCrossOrigin = false;
  readonly refusalFields = PROBLEM_FIELDS;
  readonly #options: Pick<AppOptions, 'baseUrl' | 'cacheName'>;
  readonly #snapshots: Pick<Snapshots, 'current'>;
  readonly #caches: Caches;
  readonly #limits: RateLimits<PolicyName>;
  readonly #networks: ClientNetworks;
  #common: { readonly today: Temporal.PlainDate; readonly targets: ReadonlySet<string> } | null = null;

  constructor(
    options: Pick<AppOptions, 'baseUrl' | 'cacheName' | 'trustedProxies'>,
    router: Router,
    snapshots: Pick<Snapshots, 'current'>,
    /** Apart from that of keys, so that visitors can't evict their responses. */
    caches: Caches,
    limits = new RateLimits<PolicyName>(VISITOR_POLICIES),
  ) {
    this.router = router;
    this.#options = options;
    this.#snapshots = snapshots;
    this.#caches = caches;
    this.#limits = limits;
    this.#networks = new ClientNetworks(options.trustedProxies);
  }

  async admit(request: IncomingMessage, record: RequestRecord, route: Route): Promise<AdmittedReader> {
    // First, since no outage makes an invalid parameter valid.
    route.query();
    const { baseUrl } = this.#options;
    const { network } = this.#networks.of(request);
    const reader = this.reader(request.url as string, network, await this.#snapshots.current());
    const caching = hasLinks(route) ? baseUrl.cacheControl(LIFETIME) : `public, ${LIFETIME}`;
    return {
      ...reader,
      fields: [...FIELDS, 'Cache-Control', caching, 'X-Request-Id', record.id],
      problemFields: [...PROBLEM_FIELDS, 'X-Request-Id', record.id],
    };
  }

  /** The reader of a target; `network` as in `ClientNetwork`. Rejects with a `visitor-limit` problem what isn't cached, beyond the limits. */
  reader(target: string, network: string, snapshot: Snapshot): Reader {
    const isCommon = this.#commonTargets(snapshot.today).has(target);
    const name = isCommon ? 'common' : 'chosen';
    const admit = (weight: number) => {
      const refusal = isCommon
        ? this.#limits.admit({ page: '' })
        : this.#limits.admit({ network, visitors: '' }, weight);
      if (refusal !== null) throw visitorLimit(refusal);
    };
    return {
      key: VISITOR_CACHES[name].key,
      account: NO_ACCOUNT,
      snapshot,
      path: PAGE_PATH,
      cached: (read) => this.#cached(this.#caches[name], read, admit),
    };
  }

  async #cached(
    cache: ResponseCache,
    { operation, base, version, coding, compute }: CachedRead,
    admit: (weight: number) => void,
  ): Promise<CachedResponse> {
    // Of what was understood: a target can be written in endless ways.
    const query = JSON.stringify(Object.entries(operation.query).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    // No visitor can choose the base URL.
    const of = hasLinks(operation) ? base : '';
    const key = `${this.#options.cacheName} ${operation.operationId} ${query} ${of} ${version}`;
    const admitWork = (work: 'compute' | number) =>
      admit(work === 'compute' ? weightOf(operation) : compressionWeight(work));
    try {
      const cached = await cache.get(key, coding, compute, admitWork);
      if (cached !== 'too large') return cached;
    } catch (error) {
      if (error instanceof TooManyReads) throw visitorLimit(LONG_READS);
      throw error;
    }
    // A larger one would be streamed, and a slow client could hold the database.
    throw tooLarge(operation);
  }

  #commonTargets(today: Temporal.PlainDate): ReadonlySet<string> {
    if (this.#common?.today !== today) this.#common = { today, targets: commonTargets(today) };
    return this.#common.targets;
  }
}

/** The parameter that makes a response too large, by operation; the others have one size. */
const SIZE: { readonly [Id in string]?: { readonly parameter: string; readonly message: string } } = {
  getChart: {
    parameter: 'since',
    message: 'this range has too many reports for the public page; choose a shorter one.',
  },
  listReports: {
    parameter: 'limit',
    message: 'these reports are too large for the public page; ask for fewer.',
  },
  getHighlights: {
    parameter: 'days',
    message: 'these highlights are too large for the public page; ask for fewer days.',
  },
};

function tooLarge({ operationId }: Operation): Problem {
  const error = SIZE[operationId];
  if (error === undefined)
    return new Problem('unavailable', 'The response is too large for the public page.');
  return new Problem('invalid-parameter', `${error.parameter}: ${error.message}`, { errors: [error] });
}

/** While too many long reads wait: after these seconds, some of them have ended. */
const LONG_READS: Refusal<PolicyName> = { name: 'visitors', ...VISITOR_POLICIES.visitors, wait: 5 };

function visitorLimit(refusal: Refusal<PolicyName>): Problem {
  const { name, count, seconds, wait } = refusal;
  const { whose } = VISITOR_POLICIES[name];
  const detail = `The service computes at most ${count} responses in ${seconds} s for ${whose}. Retry in ${wait} s.`;
  return refusalProblem('visitor-limit', detail, refusal);
}
