import { LRUCache } from 'lru-cache';
import { Problem } from './problem.ts';
import { charge, monotonicSeconds, type RatePolicy, refusalFields, type Seconds } from './rate-limit.ts';

/** How much work may be done in a time. */
interface Policy extends RatePolicy {
  /** In words, for the detail of the problem. */
  readonly whose: string;
}

/** Work for visitors: to compute or to compress a response. Cached responses are no work (record 12). */
export const VISITOR_POLICIES = {
  /** What the page reads by itself: it is the same for all visitors, so their number doesn't matter. */
  common: { name: 'page', whose: 'the public page itself', count: 200, seconds: 10 },
  /** What visitors choose, in all networks together. */
  chosen: { name: 'visitors', whose: 'ranges and pages that visitors choose', count: 60, seconds: 10 },
  /** What visitors choose, in one network: a whole campus can have one address. */
  network: {
    name: 'network',
    whose: 'ranges and pages that visitors in one network choose',
    count: 30,
    seconds: 10,
  },
} as const satisfies Record<string, Policy>;

/** How many networks are remembered. A forgotten one counts from zero, but its work still counts for all networks together. */
const MAX_NETWORKS = 10_000;

/** Limits the work for visitors, who need no key. The counts are in memory, for each process. */
export class VisitorLimit {
  readonly #now: Seconds;
  // When the admitted work is paid off, in seconds.
  #common = 0;
  #chosen = 0;
  readonly #networks = new LRUCache<string, number>({ max: MAX_NETWORKS });

  constructor(now: Seconds = monotonicSeconds) {
    this.#now = now;
  }

  /** Admits work that is the same for all visitors. Throws a `visitor-limit` problem. */
  admitCommon(): void {
    this.#common = paidOffAfter(VISITOR_POLICIES.common, this.#common, this.#now(), 1);
  }

  /** Admits work that a visitor has chosen; `weight` is its size. Throws a `visitor-limit` problem, and then counts nothing. */
  admitChosen(network: string, weight: number): void {
    const now = this.#now();
    const ofNetwork = paidOffAfter(VISITOR_POLICIES.network, this.#networks.get(network) ?? 0, now, weight);
    this.#chosen = paidOffAfter(VISITOR_POLICIES.chosen, this.#chosen, now, weight);
    this.#networks.set(network, ofNetwork);
  }

  /** How many networks are remembered. */
  get size(): number {
    return this.#networks.size;
  }
}

function paidOffAfter(policy: Policy, paidOff: number, now: number, weight: number): number {
  const charged = charge(policy, paidOff, now, weight);
  if ('wait' in charged) throw visitorLimit(policy, charged.wait);
  return charged.paidOff;
}

/** The problem of a visitor who must wait, in seconds. */
export function visitorLimit(policy: Policy, wait: number): Problem {
  const { name, whose, count, seconds } = policy;
  const detail = `The service computes at most ${count} responses in ${seconds} s for ${whose}. Retry in ${wait} s.`;
  return new Problem('visitor-limit', detail, {
    headers: refusalFields(policy, wait),
    violatedPolicies: [name],
  });
}
