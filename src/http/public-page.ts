import type { IncomingMessage } from 'node:http';
import type { components } from '../contract/form-1.types.generated.ts';
import type { ContractDocument } from '../contract/load-document.ts';
import { TooManyReads } from '../operations/long-reads.ts';
import type { Snapshot } from '../operations/snapshot.ts';
import { ClientNetworks } from './client-network.ts';
import type { computations, Reader } from './computation.ts';
import type { ContentCoding } from './content-coding.ts';
import type { ApiState, Observer } from './observer.ts';
import { Problem } from './problem.ts';
import { type CachedResponse, ResponseCache } from './response-cache.ts';
import type { Operation } from './router.ts';
import type { Fields } from './send.ts';
import { VISITOR_POLICIES, VisitorLimit, visitorLimit } from './visitor-limit.ts';

/** The path below which visitors read without a key (decision 72). */
export const PAGE_PATH = '/page';

/** The body of the status, the same in both forms. */
export type PublicStatus = components['schemas']['Status'];

/** What visitors may read. The export is for owners of a key. */
const ENDPOINTS = ['status', 'chart', 'patterns', 'reports', 'highlights'].map((name) => `/api/v1/${name}`);

/** The document of what visitors may read, at the addresses where they read it. */
export function publicDocument(document: ContractDocument): ContractDocument {
  const paths = Object.entries(document.paths)
    .filter(([path]) => ENDPOINTS.includes(path))
    .map(([path, item]) => [`${PAGE_PATH}${path}`, item] as const);
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Whether the target of a request is below `PAGE_PATH`. */
export function isOfPublicPage({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(`${PAGE_PATH}/`);
}

/**
 * Shared caches may store responses, which don't depend on who asks, for a short time. Other websites may not read them: the
 * page is on the same origin.
 */
export const VISITOR_FIELDS: Fields = [
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Cache-Control', 'public, max-age=10'],
  ...['Vary', 'Accept-Encoding'],
];

/** A shared cache must not give one visitor's error to others. */
export const VISITOR_ERROR_FIELDS: Fields = [
  'X-Content-Type-Options',
  'nosniff',
  'Cache-Control',
  'no-store',
];

/** Ids that no key and no account has. Two readers, so that chosen charts don't keep the page's own ones waiting. */
const COMMON_READER: Reader = { id: -1, account: 0 };
const CHOSEN_READER: Reader = { id: -2, account: 0 };

/** The periods of a typical week that the page offers, in days. */
export const TYPICAL_PERIODS = [28, 56] as const;

/** The targets that the page requests by itself, or with one click: the same for all visitors, and so few that their number is no risk. */
export function commonTargets(today: Temporal.PlainDate): ReadonlySet<string> {
  const yesterday = today.subtract({ days: 1 });
  const ranges = [
    `until=${yesterday}`,
    ...TYPICAL_PERIODS.map((days) => `since=${today.subtract({ days })}&until=${yesterday}`),
  ];
  const targets = [
    ...ENDPOINTS,
    '/api/v1/highlights?days=7',
    ...['chart', 'patterns'].flatMap((name) => ranges.map((range) => `/api/v1/${name}?${range}`)),
  ];
  return new Set(targets.map((target) => `${PAGE_PATH}${target}`));
}

/** A request of a visitor; `target` as in the request, `network` as `ClientNetworks` names it. */
interface Visit {
  readonly target: string;
  readonly operation: Operation;
  readonly snapshot: Snapshot;
  readonly base: string;
  readonly network: string;
  readonly coding: ContentCoding | null;
}

/** The most bytes of a response: a larger one would have to be streamed, and a slow client could hold the database. */
const MAX_RESPONSE_BYTES = 4 << 20;
const MAX_CACHE_BYTES = 32 << 20;

/** Reads for visitors. Their cache is separate, so that visitors can't evict the responses of keys. */
export class PublicPage {
  readonly networks: ClientNetworks;
  readonly #computationOf: ReturnType<typeof computations>;
  readonly #cache: ResponseCache;
  readonly #limit = new VisitorLimit();
  #common: { readonly today: Temporal.PlainDate; readonly targets: ReadonlySet<string> } | null = null;

  constructor(
    computationOf: ReturnType<typeof computations>,
    {
      trustedProxies,
      observer,
    }: { readonly trustedProxies: readonly string[]; readonly observer: Observer | null },
  ) {
    this.networks = new ClientNetworks(trustedProxies);
    this.#computationOf = computationOf;
    this.#cache = new ResponseCache(observer, { bytes: MAX_CACHE_BYTES, entryBytes: MAX_RESPONSE_BYTES });
  }

  get state(): ApiState['cache'] {
    return this.#cache.state;
  }

  /** The response to a visitor, cached or computed within the limits. Throws a `visitor-limit` problem. */
  async read({ target, operation, snapshot, base, network, coding }: Visit): Promise<CachedResponse> {
    const isCommon = this.#commonTargets(snapshot.today).has(target);
    const reader = isCommon ? COMMON_READER : CHOSEN_READER;
    const api = `${base}${PAGE_PATH}/api/v1`;
    const { compute, version } = this.#computationOf({ operation, reader, snapshot, base, api });
    // Of what was understood: a target can be written in endless ways.
    const query = JSON.stringify(Object.entries(operation.query).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const key = `${operation.operationId} ${query} ${base} ${version}`;
    const admit = () => (isCommon ? this.#limit.admitCommon() : this.#limit.admitChosen(network));
    const cached = await this.#cached(() => this.#cache.get(key, coding, compute, admit));
    if (cached !== 'too large') return cached;
    const message = 'this range has too many reports for the public page; choose a shorter one.';
    throw new Problem('invalid-parameter', `since: ${message}`, {
      errors: [{ parameter: 'since', message }],
    });
  }

  /** The status of a snapshot, which the cache usually has. */
  async status(snapshot: Snapshot, base: string): Promise<PublicStatus> {
    const operation = { operationId: 'getStatus', query: {} };
    const target = `${PAGE_PATH}/api/v1/status`;
    const { body } = await this.read({ target, operation, snapshot, base, network: '', coding: null });
    return JSON.parse(body.toString());
  }

  async #cached<Result>(read: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof TooManyReads) throw visitorLimit(VISITOR_POLICIES.chosen, RETRY_AFTER);
      throw error;
    }
  }

  #commonTargets(today: Temporal.PlainDate): ReadonlySet<string> {
    if (this.#common?.today !== today) this.#common = { today, targets: commonTargets(today) };
    return this.#common.targets;
  }
}

/** Seconds after which some of the long reads that wait have ended. */
const RETRY_AFTER = 5;
