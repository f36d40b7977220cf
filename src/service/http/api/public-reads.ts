import type { ContractDocument } from '../../contract/load-document.ts';
import type { RatePolicy } from '../server/rate-limit.ts';
import type { Operation } from './router.ts';

/** The path below which visitors read without a key (record 12). */
export const PAGE_PATH = '/page';

/** The endpoints for visitors. The export is for owners of a key. */
const PUBLIC_ENDPOINTS: readonly string[] = ['status', 'chart', 'patterns', 'reports', 'highlights'].map(
  (name) => `/api/v1/${name}`,
);

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

/** Returns whether responses name addresses of the service, so that each host name has its own. */
export function hasLinks({ operationId }: Pick<Operation, 'operationId'>): boolean {
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

/** The document of what visitors may read, at the addresses where they read it. */
export function publicDocument(document: ContractDocument): ContractDocument {
  const paths = Object.entries(document.paths)
    .filter(([path]) => PUBLIC_ENDPOINTS.includes(path))
    .map(([path, item]) => [`${PAGE_PATH}${path}`, item] as const);
  return { ...document, paths: Object.fromEntries(paths) };
}

/** A cache for visitors: the id of its readers, which no key has, and its limits in bytes, of a plain body and of all entries. */
interface VisitorCache {
  readonly key: number;
  readonly entryBytes: number;
  readonly bytes: number;
}

/**
 * Two caches, so that what visitors choose neither delays nor evicts what the page reads itself. That may be larger: the typical week
 * is a chart of eight weeks.
 */
export const VISITOR_CACHES: { readonly [Name in 'common' | 'chosen']: VisitorCache } = {
  common: { key: -1, entryBytes: 8 << 20, bytes: 32 << 20 },
  chosen: { key: -2, entryBytes: 2 << 20, bytes: 16 << 20 },
};

/** An allowance of work; `whose` is for people. */
interface VisitorPolicy extends RatePolicy {
  readonly whose: string;
}

/** Work for visitors: to compute or to compress a response. Cache hits are free (record 12). */
export const VISITOR_POLICIES = {
  /** Reads of the page itself: they are the same for all visitors, so their number doesn't matter. */
  page: { whose: 'the public page itself', count: 200, seconds: 10 },
  /** Reads that visitors choose, in one network: a whole campus can have one address. */
  network: { whose: 'ranges and pages that visitors in one network choose', count: 30, seconds: 10 },
  /** Reads that visitors choose, in all networks together. */
  visitors: { whose: 'ranges and pages that visitors choose', count: 60, seconds: 10 },
} as const satisfies Record<string, VisitorPolicy>;
