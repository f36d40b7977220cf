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

/** How many commits can be in flight: while one waits for the database, the next one collects requests. */
const MAX_COMMITS = 2;

/**
 * Counts requests against daily quotas (gap `quota-counting`). Requests that arrive together share one commit and get
 * their responses after it, so no request is allowed without being counted.
 */
export class Quota {
  readonly #store: Pick<QuotaStore, 'consumeQuota'>;
  readonly #time: LocalTime;
  readonly #clock: () => Micros;
  readonly #contact: string;
  readonly #observer: Observer | null;
  /** By key and day. */
  #pending = new Map<string, Group>();
  #commits = 0;
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
    const group = this.#groupOf(key, day);
    const position = group.count;
    group.count += 1;
    const { usedBefore, allowed, reset } = await group.allowance.promise;
    if (position >= allowed) throw this.#exceeded(key, day, reset);
    return rateLimitFields(key, day, key.quota - usedBefore - position - 1, reset);
  }

  #groupOf(key: Key, day: QuotaDay): Group {
    const name = `${key.id} ${day.date}`;
    const waiting = this.#pending.get(name);
    if (waiting !== undefined) return waiting;
    const group: Group = { key, day, count: 0, allowance: Promise.withResolvers() };
    this.#pending.set(name, group);
    if (this.#pending.size === 1) this.#scheduleCommit();
    return group;
  }

  #scheduleCommit(): void {
    if (this.#commits === MAX_COMMITS) return;
    this.#commits += 1;
    setImmediate(async () => {
      const groups = this.#takePending();
      await this.#commit(groups).catch((error: unknown) => {
        this.#observer?.quotaFailed();
        // Those that came meanwhile have waited, too; they would wait as long again.
        for (const { allowance } of [...groups, ...this.#takePending()]) allowance.reject(uncounted(error));
      });
      this.#commits -= 1;
      if (this.#pending.size > 0) this.#scheduleCommit();
    });
  }

  #takePending(): readonly Group[] {
    const groups = [...this.#pending.values()];
    // `clear()` would link the old table to the new one, so that an old table keeps all later groups alive until a full collection.
    this.#pending = new Map();
    return groups;
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
    const now = this.#clock();
    for (const [index, { day, allowance }] of groups.entries()) {
      const { usedBefore, allowed } = allowances[index] as QuotaAllowance;
      allowance.resolve({ usedBefore, allowed, reset: Math.max(1, Math.ceil((day.end - now) / SECOND)) });
    }
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
