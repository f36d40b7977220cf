import type { components } from '../contract/form-1.types.generated.ts';
import { TooManyReads } from '../operations/long-reads.ts';
import type { Operations } from '../operations/operations.ts';
import type { Snapshot } from '../operations/snapshot.ts';
import { bytesOf, type CachedResponse, contentOf } from './content.ts';
import type { ContentCoding } from './content-coding.ts';
import { Problem } from './problem.ts';
import {
  commonTargets,
  compressionWeight,
  hasLinks,
  LANES,
  PAGE_PATH,
  VISITOR_POLICIES,
  weightOf,
} from './public-reads.ts';
import { RateLimits, type Refusal, refusalProblem } from './rate-limit.ts';
import type { ResponseCache } from './response-cache.ts';
import type { Operation } from './router.ts';

/** The body of the status, the same in both forms. */
export type PublicStatus = components['schemas']['Status'];

const NO_ACCOUNT = 0;

/** A request of a visitor; `target` as in the request, `network` as in `ClientNetwork`. No visitor can choose `base`. */
interface Visit {
  readonly target: string;
  readonly operation: Operation;
  readonly snapshot: Snapshot;
  readonly base: string;
  readonly network: string;
  readonly coding: ContentCoding | null;
}

/** What makes a response too large, by operation; the others have one size. */
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

type PolicyName = keyof typeof VISITOR_POLICIES;

/** While too many long reads wait: after these seconds, some of them have ended. */
const LONG_READS: Refusal<PolicyName> = { name: 'visitors', ...VISITOR_POLICIES.visitors, wait: 5 };

function visitorLimit(refusal: Refusal<PolicyName>): Problem {
  const { name, count, seconds, wait } = refusal;
  const { whose } = VISITOR_POLICIES[name];
  const detail = `The service computes at most ${count} responses in ${seconds} s for ${whose}. Retry in ${wait} s.`;
  return refusalProblem('visitor-limit', detail, refusal);
}

/** By the lanes of visitors. */
type Caches = { readonly [Name in keyof typeof LANES]: ResponseCache };

/** Reads for visitors. Their caches are separate, so that visitors can't evict the responses of keys. */
export class PublicPage {
  readonly #operations: Pick<Operations, 'computation'>;
  readonly #caches: Caches;
  readonly #limits: RateLimits<PolicyName>;
  readonly #cacheName: string;
  #common: { readonly today: Temporal.PlainDate; readonly targets: ReadonlySet<string> } | null = null;

  constructor(
    operations: Pick<Operations, 'computation'>,
    { caches }: { readonly caches: Caches },
    cacheName = '',
    limits = new RateLimits<PolicyName>(VISITOR_POLICIES),
  ) {
    this.#operations = operations;
    this.#limits = limits;
    this.#caches = caches;
    this.#cacheName = cacheName;
  }

  /** The response to a visitor, cached or computed within the limits. Throws a `visitor-limit` problem. */
  async read(visit: Visit): Promise<CachedResponse> {
    const { target, operation, snapshot, base, network, coding } = visit;
    const isOfBase = hasLinks(operation);
    const isCommon = this.#commonTargets(snapshot.today).has(target);
    const lane = isCommon ? 'common' : 'chosen';
    const { version, compute } = this.#operations.computation({
      ...operation,
      snapshot,
      key: LANES[lane].key,
      account: NO_ACCOUNT,
      base,
      api: `${base}${PAGE_PATH}/api/v1`,
    });
    const content = async () => contentOf(await compute(), operation.query);
    // Of what was understood: a target can be written in endless ways.
    const query = JSON.stringify(Object.entries(operation.query).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const key = `${this.#cacheName} ${operation.operationId} ${query} ${isOfBase ? base : ''} ${version}`;
    const admit = (work: 'compute' | number) => {
      const weight = work === 'compute' ? weightOf(operation) : compressionWeight(work);
      const refusal = isCommon
        ? this.#limits.admit({ page: '' })
        : this.#limits.admit({ network, visitors: '' }, weight);
      if (refusal !== null) throw visitorLimit(refusal);
    };
    const cached = await this.#cached(() => this.#caches[lane].get(key, coding, content, admit));
    if (cached !== 'too large') return cached;
    throw tooLarge(operation);
  }

  /** The status of a snapshot, which the cache usually has. */
  async status(snapshot: Snapshot, base: string): Promise<PublicStatus> {
    const operation = { operationId: 'getStatus', query: {} };
    const target = `${PAGE_PATH}/api/v1/status`;
    const visitor = { network: '', coding: null };
    const { body } = await this.read({ target, operation, snapshot, base, ...visitor });
    return JSON.parse(bytesOf(body).toString());
  }

  async #cached<Result>(read: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof TooManyReads) throw visitorLimit(LONG_READS);
      throw error;
    }
  }

  #commonTargets(today: Temporal.PlainDate): ReadonlySet<string> {
    if (this.#common?.today !== today) this.#common = { today, targets: commonTargets(today) };
    return this.#common.targets;
  }
}
