import { LRUCache } from 'lru-cache';
import type { LocalTime } from '../../domain/local-time.ts';
import { type Micros, SECOND } from '../../domain/micros.ts';
import type { Key } from '../../store/account-store.ts';
import { StoreError } from '../../store/errors.ts';
import type { QuotaAllowance, QuotaStore } from '../../store/store.ts';
import type { Fields } from '../server/content.ts';
import type { Observer } from '../server/observer.ts';
import type { Problem } from '../server/problem.ts';
import { refusalProblem } from '../server/rate-limit.ts';

/** A local day, as quotas need it. */
interface QuotaDay {
  readonly day: Temporal.PlainDate;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly end: Micros;
  /** Length in seconds. */
  readonly seconds: number;
}

/**
 * The daily quotas at a venue, whose zone says which day it is (gap `quota-counting`). Returns a function that counts one request on a local
 * day and returns the RateLimit fields (draft-ietf-httpapi-ratelimit-headers-11). It rejects with a `quota-exceeded` problem (gap
 * `quota-exceeded`) when the quota is used up, and then counts nothing. `contact`: whom to contact for a higher quota.
 */
export function dailyQuota(
  counter: QuotaCounter,
  time: LocalTime,
  clock: () => Micros,
  contact: string,
): (key: Key, today: Temporal.PlainDate) => Promise<Fields> {
  let latest: QuotaDay | null = null;

  function dayOf(today: Temporal.PlainDate): QuotaDay {
    if (latest?.day !== today) {
      const { start, end } = time.day(today);
      latest = { day: today, date: today.toString(), end, seconds: (end - start) / SECOND };
    }
    return latest;
  }

  function exceeded({ quota }: Key, { date, end, seconds }: QuotaDay, wait: number): Problem {
    const detail =
      `All ${quota} requests for ${date} have been used. The quota resets at ${time.timestamp(end)}. ` +
      `To get a higher quota, contact ${contact}.`;
    return refusalProblem('quota-exceeded', detail, { name: POLICY, count: quota, seconds, wait });
  }

  return async (key, today) => {
    const day = dayOf(today);
    const remaining = await counter.consume(key, day.date);
    const reset = Math.max(1, Math.ceil((day.end - clock()) / SECOND));
    if (remaining === null) throw exceeded(key, day, reset);
    return [
      'RateLimit-Policy',
      `"${POLICY}";q=${key.quota};w=${day.seconds}`,
      'RateLimit',
      `"${POLICY}";r=${remaining};t=${reset}`,
    ];
  };
}

/** The name of the quota in the RateLimit fields. */
const POLICY = 'daily';

/** The requests of one key that wait for the same commit. */
interface Group {
  readonly key: Key;
  readonly date: string;
  /** True if the key was in a commit when the first of them arrived. */
  readonly isBusy: boolean;
  count: number;
  readonly allowance: PromiseWithResolvers<QuotaAllowance>;
}

/** How many commits can be in flight: while one waits for the database, the next one collects requests. */
const MAX_COMMITS = 2;

/** How many keys without any quota left are remembered. */
const MAX_SPENT = 10_000;

/**
 * Counts the requests of a process, at whichever venue, against daily quotas. Requests that arrive together share one commit and are
 * allowed after it, so no request is allowed without being counted. Requests of a key that arrive while it is being counted wait for a
 * commit of such keys: other processes may hold that key's counter, and then only busy keys wait for it (record 8).
 */
export class QuotaCounter {
  readonly #store: Pick<QuotaStore, 'consumeQuota'>;
  readonly #observer: Observer | null;
  /** By key and date. */
  #waiting = new Map<string, Group>();
  /** Keys and dates in a commit that is in flight. None is in two: the second would only wait for the first. */
  readonly #counting = new Set<string>();
  #commits = 0;
  #isCountingBusy = false;
  #isScheduled = false;
  /** By key and date, how many requests were counted when none was left. Counters only grow, so an exhausted key stays exhausted today. */
  readonly #spent = new LRUCache<string, number>({ max: MAX_SPENT });

  constructor(store: Pick<QuotaStore, 'consumeQuota'>, observer: Observer | null = null) {
    this.#store = store;
    this.#observer = observer;
  }

  /** Counts one request on a date (`YYYY-MM-DD`). Resolves to how many are left after it; null: none was, and it isn't counted. */
  async consume(key: Key, date: string): Promise<number | null> {
    const name = `${key.id} ${date}`;
    const spent = this.#spent.get(name);
    if (spent !== undefined && spent >= key.quota) {
      this.#observer?.quotaRefused();
      return null;
    }
    let group = this.#waiting.get(name);
    if (group === undefined) {
      const isBusy = this.#counting.has(name);
      group = { key, date, isBusy, count: 0, allowance: Promise.withResolvers() };
      this.#waiting.set(name, group);
      // The commit that has a busy key schedules the next one when it ends.
      if (!isBusy) this.#scheduleCommit();
    }
    const position = group.count;
    group.count += 1;
    const { usedBefore, allowed } = await group.allowance.promise;
    return position < allowed ? key.quota - usedBefore - position - 1 : null;
  }

  #scheduleCommit(): void {
    if (this.#isScheduled || this.#commits === MAX_COMMITS || this.#next().size === 0) return;
    this.#isScheduled = true;
    setImmediate(async () => {
      this.#isScheduled = false;
      const taken = this.#next();
      const isOfBusy = taken.values().some(({ isBusy }) => isBusy);
      this.#commits += 1;
      if (isOfBusy) this.#isCountingBusy = true;
      for (const name of taken.keys()) this.#counting.add(name);
      this.#keepWaiting((_, name) => !taken.has(name));
      this.#scheduleCommit();
      await this.#commit(taken).catch((error: unknown) => {
        this.#observer?.quotaFailed();
        const failed = (group: Group) => !isOfBusy || group.isBusy;
        // Those that came meanwhile have waited, too; they would wait as long again.
        for (const group of [...taken.values(), ...this.#waiting.values().filter(failed)])
          group.allowance.reject(uncounted(error));
        this.#keepWaiting((group) => !failed(group));
      });
      for (const name of taken.keys()) this.#counting.delete(name);
      if (isOfBusy) this.#isCountingBusy = false;
      this.#commits -= 1;
      this.#scheduleCommit();
    });
  }

  /**
   * Picks the waiting groups for the next commit, without keys that are being counted. Busy keys come first, in a commit of their own, unless
   * one is running.
   */
  #next(): ReadonlyMap<string, Group> {
    const free = [...this.#waiting].filter(([name]) => !this.#counting.has(name));
    const ofBusy = this.#isCountingBusy ? [] : free.filter(([, { isBusy }]) => isBusy);
    return new Map(ofBusy.length > 0 ? ofBusy : free.filter(([, { isBusy }]) => !isBusy));
  }

  /** Removes other groups. `delete` and `clear` would link the old table to the new one, so that an old table keeps all later groups alive until a full collection. */
  #keepWaiting(isKept: (group: Group, name: string) => boolean): void {
    this.#waiting = new Map([...this.#waiting].filter(([name, group]) => isKept(group, name)));
  }

  async #commit(taken: ReadonlyMap<string, Group>): Promise<void> {
    const begin = performance.now();
    const requests = [...taken.values()].map(({ key, date, count }) => ({
      key: key.id,
      day: date,
      quota: key.quota,
      count,
    }));
    const allowances = await this.#store.consumeQuota(requests);
    if (this.#observer !== null) {
      const seconds = (performance.now() - begin) / 1000;
      const all = requests.reduce((sum, { count }) => sum + count, 0);
      const allowed = allowances.reduce((sum, allowance) => sum + allowance.allowed, 0);
      this.#observer.quotaCommitted({ allowed, refused: all - allowed, seconds });
    }
    let index = 0;
    for (const [name, { key, allowance }] of taken) {
      const { usedBefore, allowed } = allowances[index++] as QuotaAllowance;
      const used = usedBefore + allowed;
      if (used >= key.quota) this.#spent.set(name, used);
      allowance.resolve({ usedBefore, allowed });
    }
  }
}

/** Nothing that a client sends is in the statement that counts, so whatever fails it is the database's state. */
function uncounted(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  return new StoreError('unusable', `requests cannot be counted: ${String(error)}`, { cause: error });
}
