import { LRUCache } from 'lru-cache';
import { Problem } from './problem.ts';

/** How much of a kind may happen in a time; unused time counts for later, up to the whole. */
interface Policy {
  /** As in `RateLimit-Policy`. */
  readonly name: string;
  /** In words, for the detail of the problem. */
  readonly whose: string;
  readonly count: number;
  readonly seconds: number;
}

/** Computed responses and compressed ones; cached responses count nothing (decision 72). */
export const VISITOR_POLICIES = {
  /** What the page reads by itself: the same for all visitors, so their number doesn't matter. */
  common: { name: 'page', whose: 'the public page itself', count: 1200, seconds: 60 },
  /** What visitors choose, of all networks together. */
  chosen: { name: 'visitors', whose: 'ranges and pages that visitors choose', count: 240, seconds: 60 },
  /** What visitors choose, of one network: a campus can be one address. */
  network: {
    name: 'network',
    whose: 'ranges and pages that the visitors of one network choose',
    count: 120,
    seconds: 60,
  },
} as const satisfies Record<string, Policy>;

/** How many networks are remembered. Those of a forgotten one count from zero, but still for all networks together. */
const MAX_NETWORKS = 10_000;

/** Limits what the service computes for visitors, who need no key. It is kept in memory, for each process. */
export class VisitorLimit {
  readonly #now: () => number;
  // When everything that was admitted is paid off, in seconds: the generic cell rate algorithm needs no more.
  #common = 0;
  #chosen = 0;
  readonly #networks = new LRUCache<string, number>({ max: MAX_NETWORKS });

  /** `now` returns seconds that never go back. */
  constructor(now: () => number = () => performance.now() / 1000) {
    this.#now = now;
  }

  /** Admits work that is the same for all visitors. Throws a `visitor-limit` problem. */
  admitCommon(): void {
    this.#common = charged(VISITOR_POLICIES.common, this.#common, this.#now());
  }

  /** Admits work that a network has chosen. Throws a `visitor-limit` problem, and then counts nothing. */
  admitChosen(network: string): void {
    const now = this.#now();
    const ofNetwork = charged(VISITOR_POLICIES.network, this.#networks.get(network) ?? 0, now);
    this.#chosen = charged(VISITOR_POLICIES.chosen, this.#chosen, now);
    this.#networks.set(network, ofNetwork);
  }
}

function charged(policy: Policy, paidOff: number, now: number): number {
  const next = Math.max(paidOff, now) + policy.seconds / policy.count;
  const wait = next - now - policy.seconds;
  // Sums of fractions may be a little too large.
  if (wait > 1e-6) throw visitorLimit(policy, Math.ceil(wait));
  return next;
}

/** The problem of a visitor who must wait, in seconds. */
export function visitorLimit({ name, whose, count, seconds }: Policy, wait: number): Problem {
  const detail = `The service computes ${count} responses in ${seconds} s for ${whose}. Retry in ${wait} s.`;
  return new Problem('visitor-limit', detail, {
    headers: {
      'RateLimit-Policy': `"${name}";q=${count};w=${seconds}`,
      RateLimit: `"${name}";r=0;t=${wait}`,
      'Retry-After': String(wait),
    },
    violatedPolicies: [name],
  });
}
