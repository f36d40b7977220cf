import { LRUCache } from 'lru-cache';
import { Problem } from './problem.ts';

/** How much work may be done in a time. What is not used counts for later, up to the whole. */
interface Policy {
  /** As in `RateLimit-Policy`. */
  readonly name: string;
  /** In words, for the detail of the problem. */
  readonly whose: string;
  readonly count: number;
  readonly seconds: number;
}

/** Work for visitors: to compute or to compress a response. Cached responses are no work (decision 72). */
export const VISITOR_POLICIES = {
  /** What the page reads by itself: it is the same for all visitors, so their number doesn't matter. */
  common: { name: 'page', whose: 'what the public page shows by itself', count: 200, seconds: 10 },
  /** What visitors choose, in all networks together. */
  chosen: { name: 'visitors', whose: 'what visitors choose', count: 60, seconds: 10 },
  /** What visitors choose, in one network: a whole campus can have one address. */
  network: { name: 'network', whose: 'what visitors of one network choose', count: 30, seconds: 10 },
} as const satisfies Record<string, Policy>;

/** How many networks are remembered. A forgotten one counts from zero, but its work still counts for all networks together. */
const MAX_NETWORKS = 10_000;

/** Limits the work for visitors, who need no key. The counts are in memory, for each process. */
export class VisitorLimit {
  readonly #now: () => number;
  // When the admitted work is paid off, in seconds: the generic cell rate algorithm needs no more.
  #common = 0;
  #chosen = 0;
  readonly #networks = new LRUCache<string, number>({ max: MAX_NETWORKS });

  /** `now` returns seconds that never go back. */
  constructor(now: () => number = () => performance.now() / 1000) {
    this.#now = now;
  }

  /** Admits work that is the same for all visitors. Throws a `visitor-limit` problem. */
  admitCommon(): void {
    this.#common = charged(VISITOR_POLICIES.common, this.#common, this.#now(), 1);
  }

  /** Admits work that a visitor has chosen; `weight` is its size. Throws a `visitor-limit` problem, and then counts nothing. */
  admitChosen(network: string, weight: number): void {
    const now = this.#now();
    const ofNetwork = charged(VISITOR_POLICIES.network, this.#networks.get(network) ?? 0, now, weight);
    this.#chosen = charged(VISITOR_POLICIES.chosen, this.#chosen, now, weight);
    this.#networks.set(network, ofNetwork);
  }

  /** How many networks are remembered. */
  get size(): number {
    return this.#networks.size;
  }
}

function charged(policy: Policy, paidOff: number, now: number, weight: number): number {
  const next = Math.max(paidOff, now) + (weight * policy.seconds) / policy.count;
  const wait = next - now - policy.seconds;
  // Sums of fractions may be a little too large.
  if (wait > 1e-6) throw visitorLimit(policy, Math.ceil(wait));
  return next;
}

/** The problem of a visitor who must wait, in seconds. */
export function visitorLimit({ name, whose, count, seconds }: Policy, wait: number): Problem {
  const detail = `The service computes at most ${count} responses in ${seconds} s for ${whose}. Retry in ${wait} s.`;
  return new Problem('visitor-limit', detail, {
    headers: {
      'RateLimit-Policy': `"${name}";q=${count};w=${seconds}`,
      RateLimit: `"${name}";r=0;t=${wait}`,
      'Retry-After': String(wait),
    },
    violatedPolicies: [name],
  });
}
