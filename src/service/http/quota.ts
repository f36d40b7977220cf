import { LRUCache } from 'lru-cache';
import type { LocalTime } from '../domain/local-time.ts';
import { type Micros, SECOND } from '../domain/micros.ts';
import type { Key } from '../store/account-store.ts';
import { StoreError } from '../store/errors.ts';
import type { QuotaAllowance, QuotaStore } from '../store/store.ts';
import type { Fields } from './content.ts';
import type { Observer } from './observer.ts';
import { Problem } from './problem.ts';

/** A local day, as quotas need it. */
interface QuotaDay {
  readonly day: Temporal.PlainDate;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly end: Micros;
  /** Length in seconds. */
  readonly seconds: number;
}

/** The requests of one key that wait for the same commit. */
interface Group {
  readonly key: Key;
  readonly day: QuotaDay;
  count: number;
  readonly allowance: PromiseWithResolvers<Allowance>;
}

/** What a commit allowed a group. */
interface Allowance extends QuotaAllowance {
  /** Seconds until the quota resets. */
  readonly reset: number;
}

/** Groups that wait, by key and day, and how many commits of such groups are in flight. */
interface Lane {
  waiting: Map<string, Group>;
  commits: number;
  readonly maxCommits: number;
}

/** How many commits can be in flight: while one waits for the database, the next one collects requests. */
const MAX_COMMITS = 2;

/** How many keys without any quota left are remembered. */
const MAX_SPENT = 10_000;

/**
 * Counts requests against daily quotas (gap `quota-counting`). Requests that arrive together share one commit and get
 * their responses after it, so no request is allowed without being counted. Requests of a key that arrive while it is being
 * counted wait in a lane of their own: other processes may hold that key's counter, and then only busy keys wait for it.
 */
export class Quota {
  readonly #store: Pick<QuotaStore, 'consumeQuota'>;
  readonly #time: LocalTime;
  readonly #clock: () => Micros;
  readonly #contact: string;
  readonly #observer: Observer | null;
  readonly #lane: Lane = { waiting: new Map(), commits: 0, maxCommits: MAX_COMMITS };
  readonly #busyLane: Lane = { waiting: new Map(), commits: 0, maxCommits: 1 };
  /** Keys and days in a commit that is in flight. None is in two: the second would only wait for the first. */
  readonly #counting = new Set<string>();
  /** By key, how many requests a day had counted when none was left. Counters never fall, so that many are used until the day ends. */
  readonly #spent = new LRUCache<number, { readonly date: string; readonly used: number }>({
    max: MAX_SPENT,
  });
  #day: QuotaDay | null = null;

  /** `contact`: whom to contact for a higher quota. */
  constructor(
    store: Pick<QuotaStore, 'consumeQuota'>,
    time: LocalTime,
    clock: () => Micros,
    contact: string,
    observer: Observer | null = null,
  ) {
    this.#store = store;
    this.#time = time;
    this.#clock = clock;
    this.#contact = contact;
    this.#observer = observer;
  }

  /**
   * Counts one request on a local day and returns the RateLimit fields (draft-ietf-httpapi-ratelimit-headers-11). Rejects with a `quota-exceeded` problem
   * (gap `quota-exceeded`) when the quota is used up, and then counts nothing.
   */
  async consume(key: Key, today: Temporal.PlainDate): Promise<Fields> {
    const day = this.#dayOf(today);
    const spent = this.#spent.get(key.id);
    if (spent?.date === day.date && spent.used >= key.quota) {
      this.#observer?.quotaRefused();
      throw this.#exceeded(key, day, this.#secondsUntilEnd(day));
    }
    const group = this.#groupOf(key, day);
    const position = group.count;
    group.count += 1;
    const { usedBefore, allowed, reset } = await group.allowance.promise;
    if (position >= allowed) throw this.#exceeded(key, day, reset);
    return rateLimitFields(key, day, key.quota - usedBefore - position - 1, reset);
  }

  #groupOf(key: Key, day: QuotaDay): Group {
    const name = `${key.id} ${day.date}`;
    const group = this.#lane.waiting.get(name) ?? this.#busyLane.waiting.get(name);
    if (group !== undefined) return group;
    const lane = this.#counting.has(name) ? this.#busyLane : this.#lane;
    const created: Group = { key, day, count: 0, allowance: Promise.withResolvers() };
    lane.waiting.set(name, created);
    // The commit that has a busy key starts the next one when it ends.
    if (lane === this.#lane && lane.waiting.size === 1) this.#scheduleCommit(lane);
    return created;
  }

  #scheduleCommit(lane: Lane): void {
    const commits = this.#lane.commits + this.#busyLane.commits;
    if (lane.commits === lane.maxCommits || commits === MAX_COMMITS) return;
    if (!lane.waiting.keys().some((name) => !this.#counting.has(name))) return;
    lane.commits += 1;
    setImmediate(async () => {
      const taken = this.#take(lane);
      await this.#commit([...taken.values()]).catch((error: unknown) => {
        this.#observer?.quotaFailed();
        // Those that came meanwhile have waited, too; they would wait as long again.
        for (const groups of [taken, lane.waiting, this.#busyLane.waiting]) {
          for (const { allowance } of groups.values()) allowance.reject(uncounted(error));
        }
        lane.waiting = new Map();
        this.#busyLane.waiting = new Map();
      });
      for (const name of taken.keys()) this.#counting.delete(name);
      lane.commits -= 1;
      this.#scheduleCommit(this.#busyLane);
      this.#scheduleCommit(this.#lane);
    });
  }

  /** Takes the groups that wait, except those of keys that are being counted. */
  #take(lane: Lane): ReadonlyMap<string, Group> {
    const groups = [...lane.waiting];
    const taken = new Map(groups.filter(([name]) => !this.#counting.has(name)));
    // `clear()` would link the old table to the new one, so that an old table keeps all later groups alive until a full collection.
    lane.waiting = new Map(groups.filter(([name]) => this.#counting.has(name)));
    for (const name of taken.keys()) this.#counting.add(name);
    return taken;
  }

  async #commit(groups: readonly Group[]): Promise<void> {
    const begin = performance.now();
    const allowances = await this.#store.consumeQuota(
      groups.map(({ key, day, count }) => ({ key: key.id, day: day.date, quota: key.quota, count })),
    );
    if (this.#observer !== null) {
      const seconds = (performance.now() - begin) / 1000;
      const requests = groups.reduce((sum, { count }) => sum + count, 0);
      const allowed = allowances.reduce((sum, allowance) => sum + allowance.allowed, 0);
      this.#observer.quotaCommitted({ allowed, refused: requests - allowed, seconds });
    }
    for (const [index, { key, day, allowance }] of groups.entries()) {
      const { usedBefore, allowed } = allowances[index] as QuotaAllowance;
      const used = usedBefore + allowed;
      if (used >= key.quota) this.#spent.set(key.id, { date: day.date, used });
      allowance.resolve({ usedBefore, allowed, reset: this.#secondsUntilEnd(day) });
    }
  }

  #secondsUntilEnd({ end }: QuotaDay): number {
    return Math.max(1, Math.ceil((end - this.#clock()) / SECOND));
  }

  #dayOf(today: Temporal.PlainDate): QuotaDay {
    if (this.#day?.day !== today) {
      const { start, end } = this.#time.day(today);
      this.#day = { day: today, date: today.toString(), end, seconds: (end - start) / SECOND };
    }
    return this.#day;
  }

  #exceeded(key: Key, day: QuotaDay, seconds: number): Problem {
    const detail =
      `All ${key.quota} requests for ${day.date} have been used. The quota resets at ${this.#time.timestamp(day.end)}. ` +
      `To get a higher quota, contact ${this.#contact}.`;
    const [policy, policyValue, limit, limitValue] = rateLimitFields(key, day, 0, seconds);
    return new Problem('quota-exceeded', detail, {
      headers: { [policy]: policyValue, [limit]: limitValue, 'Retry-After': String(seconds) },
      violatedPolicies: [POLICY],
    });
  }
}

/** Nothing that a client sends is in the statement that counts, so whatever fails it is the database's state. */
function uncounted(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  return new StoreError('unusable', `requests cannot be counted: ${String(error)}`, { cause: error });
}

/** The name of the quota in the RateLimit fields. */
const POLICY = 'daily';

function rateLimitFields(key: Key, { seconds: window }: QuotaDay, remaining: number, reset: number) {
  return [
    'RateLimit-Policy',
    `"${POLICY}";q=${key.quota};w=${window}`,
    'RateLimit',
    `"${POLICY}";r=${remaining};t=${reset}`,
  ] as const;
}
