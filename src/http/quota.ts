import { type Micros, SECOND } from '../domain/micros.ts';
import type { Key, QuotaStore, QuotaTake } from '../store/store.ts';
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

interface Waiting {
  readonly key: Key;
  readonly day: string;
  readonly resolve: (state: QuotaState | null) => void;
  readonly reject: (error: unknown) => void;
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
      if (this.#waiting.length === 0) this.#commitSoon();
      this.#waiting.push({ key, day, resolve, reject });
    });
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
    const groups = new Map<string, Waiting[]>();
    for (const one of waiting) {
      const name = `${one.key.id} ${one.day}`;
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [one]);
      else group.push(one);
    }
    try {
      const grants = await this.#store.takeQuota([...groups.values()].map(takeOf));
      let index = 0;
      for (const group of groups.values()) {
        const { usedBefore, granted } = grants[index++] ?? { usedBefore: 0, granted: 0 };
        group.forEach(({ key, resolve }, place) => {
          resolve(place < granted ? { quota: key.quota, left: key.quota - usedBefore - place - 1 } : null);
        });
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }
}

function takeOf(group: readonly Waiting[]): QuotaTake {
  const [{ key, day }] = group as readonly [Waiting];
  return { key: key.id, day, quota: key.quota, count: group.length };
}

/** The RateLimit fields of an answer (IETF draft): the policy, and what is left until the day ends. */
export function quotaHeaders(state: QuotaState, day: QuotaDay, now: Micros): Record<string, string> {
  return {
    'RateLimit-Policy': `"daily";q=${state.quota};w=${day.seconds}`,
    RateLimit: `"daily";r=${state.left};t=${secondsUntil(day.end, now)}`,
  };
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

function secondsUntil(end: Micros, now: Micros): number {
  return Math.max(1, Math.ceil((end - now) / SECOND));
}
