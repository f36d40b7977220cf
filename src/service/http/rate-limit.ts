import { LRUCache } from 'lru-cache';

/** How much may be done in a time. What is not used counts for later, up to the whole. */
export interface RatePolicy {
  /** As in `RateLimit-Policy`. */
  readonly name: string;
  readonly count: number;
  readonly seconds: number;
}

/** Seconds that never go back. */
export type Seconds = () => number;

/** The clock of limits. */
export const monotonicSeconds: Seconds = () => performance.now() / 1000;

/**
 * Counts `weight` by the generic cell rate algorithm, which needs one number: when what was admitted is paid off, in seconds. Returns the
 * next such number, or how many whole seconds to wait.
 */
export function charge(
  { count, seconds }: RatePolicy,
  paidOff: number,
  now: number,
  weight: number,
): { readonly paidOff: number } | { readonly wait: number } {
  const next = Math.max(paidOff, now) + (weight * seconds) / count;
  const wait = next - now - seconds;
  // Sums of fractions may be a little too large.
  return wait > 1e-6 ? { wait: Math.ceil(wait) } : { paidOff: next };
}

/** The fields of a response that a policy refused; `wait` in seconds. */
export function refusalFields({ name, count, seconds }: RatePolicy, wait: number): Record<string, string> {
  return {
    'RateLimit-Policy': `"${name}";q=${count};w=${seconds}`,
    RateLimit: `"${name}";r=0;t=${wait}`,
    'Retry-After': String(wait),
  };
}

/** How many names a limit remembers. A forgotten one counts from zero. */
const MAX_NAMES = 10_000;

/** A policy for each of many: networks, as `ClientNetworks` names them, or accounts. The counts are in memory, for each process. */
export class RateLimit {
  readonly policy: RatePolicy;
  readonly #now: Seconds;
  readonly #paidOff = new LRUCache<string, number>({ max: MAX_NAMES });

  constructor(policy: RatePolicy, now: Seconds = monotonicSeconds) {
    this.policy = policy;
    this.#now = now;
  }

  /** Counts one and returns 0; or counts nothing and returns the seconds to wait. */
  admit(name: string, weight = 1): number {
    const charged = charge(this.policy, this.#paidOff.get(name) ?? 0, this.#now(), weight);
    if ('wait' in charged) return charged.wait;
    this.#paidOff.set(name, charged.paidOff);
    return 0;
  }

  /** Takes back one that was counted. */
  giveBack(name: string, weight = 1): void {
    const { count, seconds } = this.policy;
    const paidOff = this.#paidOff.get(name);
    if (paidOff !== undefined) this.#paidOff.set(name, paidOff - (weight * seconds) / count);
  }

  /** How many names are remembered. */
  get size(): number {
    return this.#paidOff.size;
  }
}
