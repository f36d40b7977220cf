import type { ContractDocument } from '../../contract/load-document.ts';
import { TooManyReads } from '../../operations/long-reads.ts';
import type { Snapshot, Snapshots } from '../../operations/snapshot.ts';
import type { AppOptions } from '../app-options.ts';
import { ClientNetworks } from '../server/client-network.ts';
import type { CachedResponse, Fields } from '../server/content.ts';
import { Problem } from '../server/problem.ts';
import { RateLimits, type RatePolicy, type Refusal, refusalProblem } from '../server/rate-limit.ts';
import type { Access, CachedRead, Caller } from './access.ts';
import type { ResponseCache } from './response-cache.ts';
import type { Operation, Router } from './router.ts';

/** The path below which visitors read without a key (record 12). */
export const PAGE_PATH = '/page';

/** The endpoints for visitors. The export is for owners of a key. */
const PUBLIC_ENDPOINTS: readonly string[] = ['status', 'chart', 'patterns', 'reports', 'highlights'].map(
  (name) => `/api/v1/${name}`,
);

/** The document of what visitors may read, at the addresses where they read it. */
export function publicDocument(document: ContractDocument): ContractDocument {
  const paths = Object.entries(document.paths)
    .filter(([path]) => PUBLIC_ENDPOINTS.includes(path))
    .map(([path, item]) => [`${PAGE_PATH}${path}`, item] as const);
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Days before today that the page offers as the base of a typical week, as ranges up to today, and to compare today with. */
export const OFFERED_DAYS = { typical: [28, 56], presets: [7, 28], compared: [1, 7] } as const;

/**
 * The targets that the page requests by itself or after one click on a given day. They are the same for all visitors, and so few
 * that computing all of them for each snapshot is no risk.
 */
export function commonTargets(today: Temporal.PlainDate): ReadonlySet<string> {
  const before = (days: number) => today.subtract({ days });
  const untilYesterday = [
    `until=${before(1)}`,
    ...OFFERED_DAYS.typical.map((days) => `since=${before(days)}&until=${before(1)}`),
  ];
  const charts = [
    ...untilYesterday,
    `until=${today}`,
    ...OFFERED_DAYS.presets.map((days) => `since=${before(days - 1)}&until=${today}`),
    ...OFFERED_DAYS.compared.map((days) => `since=${before(days)}&until=${before(days)}`),
  ];
  return new Set(
    [
      ...PUBLIC_ENDPOINTS,
      '/api/v1/highlights?days=7',
      ...untilYesterday.map((range) => `/api/v1/patterns?${range}`),
      ...charts.map((range) => `/api/v1/chart?${range}`),
    ].map((target) => `${PAGE_PATH}${target}`),
  );
}

/**
 * Two caches, so that what visitors choose neither delays nor evicts what the page reads itself. That may be larger: the typical week
 * is a chart of eight weeks. `key`: the id of the readers, which no key has. The limits are in bytes, of a plain body and of all entries.
 */
export const VISITOR_CACHES = {
  common: { key: -1, entryBytes: 8 << 20, bytes: 32 << 20 },
  chosen: { key: -2, entryBytes: 2 << 20, bytes: 16 << 20 },
} as const;

/**
 * Work that visitors choose: to compute or to compress a response. Cache hits are free (record 12). `whose` is for people. A whole campus
 * can have one network.
 */
export const VISITOR_POLICIES = {
  network: { whose: 'ranges and pages that visitors in one network choose', count: 30, seconds: 10 },
  visitors: { whose: 'ranges and pages that visitors choose', count: 60, seconds: 10 },
} as const satisfies Record<string, RatePolicy & { readonly whose: string }>;

type PolicyName = keyof typeof VISITOR_POLICIES;

/** Other websites may not read responses: the page is on the same origin. */
const FIELDS: Fields = ['X-Content-Type-Options', 'nosniff', 'Vary', 'Accept-Encoding'];

/** The time for which caches may use a response, which doesn't depend on who asks. */
const LIFETIME = 'max-age=10';

/** A shared cache must not give one visitor's error to others. */
const PROBLEM_FIELDS: Fields = ['X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store'];

const NO_ACCOUNT = 0;

/** Reads of visitors, who have no key, below `PAGE_PATH`. */
export interface Visitors extends Access {
  /** The caller of a target; `network` as in `ClientNetwork`. Rejects with a `visitor-limit` problem what isn't cached, beyond the limits. */
  caller(target: string, network: string, snapshot: Snapshot): Caller;
}

/** Opens the reads of visitors. `caches`: apart from that of keys, so that visitors can't evict their responses. */
export function visitorAccess(
  { baseUrl, cacheName, trustedProxies }: Pick<AppOptions, 'baseUrl' | 'cacheName' | 'trustedProxies'>,
  router: Router,
  snapshots: Pick<Snapshots, 'current'>,
  caches: { readonly [Name in keyof typeof VISITOR_CACHES]: ResponseCache },
  limits = new RateLimits<PolicyName>(VISITOR_POLICIES),
): Visitors {
  const networks = new ClientNetworks(trustedProxies);
  let common: { readonly today: Temporal.PlainDate; readonly targets: ReadonlySet<string> } | null = null;

  function isCommon(target: string, today: Temporal.PlainDate): boolean {
    if (common?.today !== today) common = { today, targets: commonTargets(today) };
    return common.targets.has(target);
  }

  function caller(target: string, network: string, snapshot: Snapshot): Caller {
    const name = isCommon(target, snapshot.today) ? 'common' : 'chosen';
    const admit = (weight: number) => {
      const refusal = name === 'common' ? null : limits.admit({ network, visitors: '' }, weight);
      if (refusal !== null) throw visitorLimit(refusal);
    };
    return {
      key: VISITOR_CACHES[name].key,
      account: NO_ACCOUNT,
      snapshot,
      path: PAGE_PATH,
      cached: (read) => cached(caches[name], read, admit),
    };
  }

  async function cached(
    cache: ResponseCache,
    { operation, base, version, coding, compute }: CachedRead,
    admit: (weight: number) => void,
  ): Promise<CachedResponse> {
    // Of what was understood: a target can be written in endless ways.
    const query = JSON.stringify(Object.entries(operation.query).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    // No visitor can choose the base URL.
    const of = hasLinks(operation) ? base : '';
    const key = `${cacheName} ${operation.operationId} ${query} ${of} ${version}`;
    const admitWork = (work: 'compute' | number) =>
      admit(work === 'compute' ? weightOf(operation) : compressionWeight(work));
    try {
      const response = await cache.get(key, coding, compute, admitWork);
      if (response !== 'too large') return response;
    } catch (error) {
      if (error instanceof TooManyReads) throw visitorLimit(LONG_READS);
      throw error;
    }
    // A larger one would be streamed, and a slow client could hold the database.
    throw tooLarge(operation);
  }

  return {
    router,
    isCrossOrigin: false,
    refusalFields: PROBLEM_FIELDS,
    caller,
    async admit(request, { id }, route) {
      // First, since no outage makes an invalid parameter valid.
      route.query();
      const { network } = networks.of(request);
      const caching = hasLinks(route) ? baseUrl.cacheControl(LIFETIME) : `public, ${LIFETIME}`;
      return {
        ...caller(request.url as string, network, await snapshots.current()),
        fields: [...FIELDS, 'Cache-Control', caching, 'X-Request-Id', id],
        problemFields: [...PROBLEM_FIELDS, 'X-Request-Id', id],
      };
    },
  };
}

/** Returns whether responses name addresses of the service, so that each host name has its own. */
function hasLinks({ operationId }: Pick<Operation, 'operationId'>): boolean {
  return operationId === 'listReports' || operationId === 'getHighlights';
}

/** Returns the work of computing a response, compared with a chart of one day. */
export function weightOf({ operationId, query }: Operation): number {
  const isOfManyDays = operationId === 'getChart' && query['since'] !== query['until'];
  return isOfManyDays || operationId === 'getHighlights' ? HEAVY : 1;
}

const HEAVY = 4;

/** Returns the work of compressing a response of a number of bytes, in the same measure. */
export function compressionWeight(bytes: number): number {
  return 0.25 + bytes / (1 << 20);
}

/** The parameter that makes a response too large, by operation; the others have one size. */
const SIZE: { readonly [Id in string]?: readonly [parameter: string, message: string] } = {
  getChart: ['since', 'this range has too many reports for the public page; choose a shorter one.'],
  listReports: ['limit', 'these reports are too large for the public page; ask for fewer.'],
  getHighlights: ['days', 'these highlights are too large for the public page; ask for fewer days.'],
};

function tooLarge({ operationId }: Operation): Problem {
  const [parameter, message] = SIZE[operationId] ?? [];
  if (parameter === undefined || message === undefined)
    return new Problem('unavailable', 'The response is too large for the public page.');
  return new Problem('invalid-parameter', `${parameter}: ${message}`, { errors: [{ parameter, message }] });
}

/** While too many long reads wait: after these seconds, some of them have ended. */
const LONG_READS: Refusal<PolicyName> = { name: 'visitors', ...VISITOR_POLICIES.visitors, wait: 5 };

function visitorLimit(refusal: Refusal<PolicyName>): Problem {
  const { name, count, seconds, wait } = refusal;
  const { whose } = VISITOR_POLICIES[name];
  const detail = `The service computes at most ${count} responses in ${seconds} s for ${whose}. Retry in ${wait} s.`;
  return refusalProblem('visitor-limit', detail, refusal);
}
