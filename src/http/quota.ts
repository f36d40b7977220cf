import { type Micros, SECOND } from '../domain/micros.ts';
import type { Key, QuotaAllowance, QuotaRequest, QuotaStore } from '../store/store.ts';
import { Problem } from './problem.ts';

/** The local day that a request counts for. */
export interface QuotaDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly end: Micros;
  /** The day's end as a timestamp. */
  readonly endsAt: string;
  readonly seconds: number;
}

/** What is left of a key's quota after a request. */
export interface QuotaState {
  readonly quota: number;
  readonly left: number;
}

/** A request that waits to be counted; one of the three is called, once its commit is done. */
export interface Waiting {
  readonly key: Key;
  /** Local day, `YYYY-MM-DD`. */
  readonly day: string;
  /** Counted; `left` are left after it. */
  granted(left: number): void;
  /** Not counted, since nothing was left. */
  refused(): void;
  failed(error: unknown): void;
}

/** How many commits may be under way: while one waits for the database, the next is gathered and sent. */
const COMMITS = 2;

/**
 * Takes requests out of daily quotas. Those that arrive together share one commit of the store and are answered after it,
 * so no request is let through that was not counted. Where a commit takes its time, all that arrive meanwhile share the
 * next.
 */
export class Quota {
  readonly #store: QuotaStore;
  #waiting: Waiting[] = [];
  #commits = 0;

  constructor(store: QuotaStore) {
    this.#store = store;
  }

  /** Counts one request; null when nothing was left, in which case nothing was counted (gap `quota-counting`). */
  take(key: Key, day: string): Promise<QuotaState | null> {
    return new Promise((resolve, reject) => {
      this.enter({
        key,
        day,
        granted: (left) => resolve({ quota: key.quota, left }),
        refused: () => resolve(null),
        failed: reject,
      });
    });
  }

  /** The same for a request that wants no promise. */
  enter(waiting: Waiting): void {
    if (this.#waiting.length === 0) this.#commitSoon();
    this.#waiting.push(waiting);
  }

  #commitSoon(): void {
    if (this.#commits === COMMITS) return;
    this.#commits += 1;
    setImmediate(async () => {
      await this.#commit();
      this.#commits -= 1;
      if (this.#waiting.length > 0) this.#commitSoon();
    });
  }

  async #commit(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const groups = grouped(waiting);
    let grants: readonly QuotaAllowance[];
    try {
      grants = await this.#store.consumeQuota(groups.map(takeOf));
    } catch (error) {
      for (const one of waiting) one.failed(error);
      return;
    }
    groups.forEach((group, index) => {
      const { usedBefore, allowed } = grants[index] ?? { usedBefore: 0, allowed: 0 };
      group.forEach((one, place) => {
        if (place < allowed) one.granted(one.key.quota - usedBefore - place - 1);
        else one.refused();
      });
    });
  }
}

/** Requests by key and day. */
function grouped(waiting: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const groups = new Map<string, Waiting[]>();
  for (const one of waiting) {
    const name = `${one.key.id} ${one.day}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

function takeOf(group: readonly Waiting[]): QuotaRequest {
  const [{ key, day }] = group as readonly [Waiting];
  return { key: key.id, day, quota: key.quota, count: group.length };
}

/** The RateLimit fields of an answer (IETF draft): the policy, and what is left until the day ends. */
export function quotaHeaders(state: QuotaState, day: QuotaDay, now: Micros): Record<string, string> {
  return {
    'RateLimit-Policy': policyOf(state.quota, day),
    RateLimit: restOf(state.left, secondsUntil(day.end, now)),
  };
}

/** The value of `RateLimit-Policy`. */
export function policyOf(quota: number, day: QuotaDay): string {
  return `"daily";q=${quota};w=${day.seconds}`;
}

/** The value of `RateLimit`; `seconds` until the day ends. */
export function restOf(left: number, seconds: number): string {
  return `"daily";r=${left};t=${seconds}`;
}

/** The answer to a request beyond the quota (gap `quota-exceeded`). */
export function quotaExceeded(key: Key, day: QuotaDay, now: Micros, contact: string): Problem {
  const detail = `All ${key.quota} requests of ${day.date} are used. The count starts anew at ${day.endsAt}. For a higher quota ask ${contact}.`;
  return new Problem('quota-exceeded', detail, {
    headers: {
      ...quotaHeaders({ quota: key.quota, left: 0 }, day, now),
      'Retry-After': String(secondsUntil(day.end, now)),
    },
  });
}

/** Whole seconds until a time, at least one. */
export function secondsUntil(end: Micros, now: Micros): number {
  return Math.max(1, Math.ceil((end - now) / SECOND));
}
