import type { LocalTime } from '../domain/local-time.ts';
import { type Micros, SECOND } from '../domain/micros.ts';
import type { Key } from '../store/account-store.ts';
import type { QuotaAllowance, QuotaStore } from '../store/store.ts';
import type { Observer } from './observer.ts';
import { Problem } from './problem.ts';
import type { Fields } from './send.ts';

/** A local day, as quotas need it. */
interface QuotaDay {
  readonly day: Temporal.PlainDate;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly end: Micros;
  /** Length in seconds. */
  readonly seconds: number;
}

/** A request that waits for the next commit. */
interface PendingRequest {
  readonly key: Key;
  readonly day: QuotaDay;
  readonly resolve: (rateLimit: Fields) => void;
  readonly reject: (error: unknown) => void;
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
  #pending: PendingRequest[] = [];
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
  consume(key: Key, today: Temporal.PlainDate): Promise<Fields> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ key, day: this.#dayOf(today), resolve, reject });
      if (this.#pending.length === 1) this.#scheduleCommit();
    });
  }

  #scheduleCommit(): void {
    if (this.#commits === MAX_COMMITS) return;
    this.#commits += 1;
    setImmediate(async () => {
      const requests = this.#pending;
      this.#pending = [];
      await this.#commit(requests).catch((error: unknown) => {
        this.#observer?.quotaFailed();
        // Those that came meanwhile have waited, too; they would wait as long again.
        for (const { reject } of [...requests, ...this.#pending]) reject(error);
        this.#pending = [];
      });
      this.#commits -= 1;
      if (this.#pending.length > 0) this.#scheduleCommit();
    });
  }

  async #commit(requests: readonly PendingRequest[]): Promise<void> {
    const begin = performance.now();
    const groups = [...Map.groupBy(requests, ({ key, day }) => `${key.id} ${day.date}`).values()];
    const allowances = await this.#store.consumeQuota(
      groups.map((group) => {
        const [{ key, day }] = group as [PendingRequest];
        return { key: key.id, day: day.date, quota: key.quota, count: group.length };
      }),
    );
    if (this.#observer !== null) {
      const seconds = (performance.now() - begin) / 1000;
      const allowed = allowances.reduce((sum, allowance) => sum + allowance.allowed, 0);
      this.#observer.quotaCommitted({ allowed, refused: requests.length - allowed, seconds });
    }
    for (const [index, group] of groups.entries()) {
      const { usedBefore, allowed } = allowances[index] as QuotaAllowance;
      for (const [position, { key, day, resolve, reject }] of group.entries()) {
        const seconds = Math.max(1, Math.ceil((day.end - this.#clock()) / SECOND));
        if (position >= allowed) reject(this.#exceeded(key, day, seconds));
        else resolve(rateLimitFields(key, day, key.quota - usedBefore - position - 1, seconds));
      }
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
