import { LRUCache } from 'lru-cache';
import { Problem, type ProblemCode } from './problem.ts';

/** An allowance per time. What is not used counts for later, up to the whole. */
export interface RatePolicy {
  readonly count: number;
  readonly seconds: number;
}

/** Policies by their names, as in `RateLimit-Policy`. */
export type RatePolicies<Name extends string = string> = Readonly<Record<Name, RatePolicy>>;

/** The counted client, by policy: a part of a `ClientNetwork`, an account or a device; the empty text counts all together. */
type Counted<Name extends string> = { readonly [Policy in Name]?: string };

/** The policy that refused, and how many whole seconds to wait. */
export interface Refusal<Name extends string = string> extends RatePolicy {
  readonly name: Name;
  readonly wait: number;
}

/** Seconds that never go back. */
export type Seconds = () => number;

/** The clock of limits. */
export const monotonicSeconds: Seconds = () => performance.now() / 1000;

/** The most clients that are remembered for a policy; a forgotten one counts from zero. With `max`, memory for all would be allocated at once. */
const REMEMBERED = { maxSize: 10_000, sizeCalculation: () => 1 };

/**
 * Limits by a table of policies, with the generic cell rate algorithm: it needs one number, when what was admitted is paid off, in
 * seconds. The counts are in memory, for each process.
 */
export class RateLimits<Name extends string> {
  readonly #policies: RatePolicies<Name>;
  readonly #now: Seconds;
  readonly #paidOff: ReadonlyMap<string, LRUCache<string, number>>;

  constructor(policies: RatePolicies<Name>, now: Seconds = monotonicSeconds) {
    this.#policies = policies;
    this.#now = now;
    this.#paidOff = new Map(Object.keys(policies).map((name) => [name, new LRUCache(REMEMBERED)]));
  }

  /** Counts `weight` for each, and returns null; or counts nothing, and returns the first refusal. */
  admit(counted: Counted<Name>, weight = 1): Refusal<Name> | null {
    const now = this.#now();
    const next: (readonly [Name, string, number])[] = [];
    for (const [name, who] of entriesOf(counted)) {
      const { count, seconds } = this.#policies[name];
      const paidOff = Math.max(this.#remembered(name).get(who) ?? 0, now) + (weight * seconds) / count;
      const wait = paidOff - now - seconds;
      // Sums of fractions may be a little too large.
      if (wait > 1e-6) return { name, count, seconds, wait: Math.ceil(wait) };
      next.push([name, who, paidOff]);
    }
    for (const [name, who, paidOff] of next) this.#remembered(name).set(who, paidOff);
    return null;
  }

  /** Takes back one of each that was counted. */
  giveBack(counted: Counted<Name>): void {
    for (const [name, who] of entriesOf(counted)) {
      const { count, seconds } = this.#policies[name];
      const paidOff = this.#remembered(name).get(who);
      if (paidOff !== undefined) this.#remembered(name).set(who, paidOff - seconds / count);
    }
  }

  /** Returns how many clients are remembered for a policy. */
  remembered(name: Name): number {
    return this.#remembered(name).size;
  }

  #remembered(name: Name): LRUCache<string, number> {
    return this.#paidOff.get(name) as LRUCache<string, number>;
  }
}

function entriesOf<Name extends string>(counted: Counted<Name>): readonly (readonly [Name, string])[] {
  return Object.entries(counted) as [Name, string][];
}

/** The fields of a response that a policy refused. */
export function refusalFields({ name, count, seconds, wait }: Refusal): Record<string, string> {
  return {
    'RateLimit-Policy': `"${name}";q=${count};w=${seconds}`,
    RateLimit: `"${name}";r=0;t=${wait}`,
    'Retry-After': String(wait),
  };
}

/** The problem of a request that a policy refused. */
export function refusalProblem(code: ProblemCode, detail: string, refusal: Refusal): Problem {
  return new Problem(code, detail, { headers: refusalFields(refusal), violatedPolicies: [refusal.name] });
}
