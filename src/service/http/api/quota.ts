import type { LocalTime } from '../../domain/local-time.ts';
import { type Micros, SECOND } from '../../domain/micros.ts';
import type { Key } from '../../store/account-store.ts';
import type { Fields } from '../server/content.ts';
import type { Problem } from '../server/problem.ts';
import { refusalProblem } from '../server/rate-limit.ts';
import type { QuotaCounter } from './quota-counter.ts';

/** A local day, as quotas need it. */
interface QuotaDay {
  readonly day: Temporal.PlainDate;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly end: Micros;
  /** Length in seconds. */
  readonly seconds: number;
}

/** The daily quotas at a venue, whose zone says which day it is (gap `quota-counting`). */
export class Quota {
  readonly #counter: QuotaCounter;
  readonly #time: LocalTime;
  readonly #clock: () => Micros;
  readonly #contact: string;
  #day: QuotaDay | null = null;

  /** `contact`: whom to contact for a higher quota. */
  constructor(counter: QuotaCounter, time: LocalTime, clock: () => Micros, contact: string) {
    this.#counter = counter;
    this.#time = time;
    this.#clock = clock;
    this.#contact = contact;
  }

  /**
   * Counts one request on a local day and returns the RateLimit fields (draft-ietf-httpapi-ratelimit-headers-11). Rejects with a `quota-exceeded` problem
   * (gap `quota-exceeded`) when the quota is used up, and then counts nothing.
   */
  async consume(key: Key, today: Temporal.PlainDate): Promise<Fields> {
    const day = this.#dayOf(today);
    const remaining = await this.#counter.consume(key, day.date);
    const reset = Math.max(1, Math.ceil((day.end - this.#clock()) / SECOND));
    if (remaining === null) throw this.#exceeded(key, day, reset);
    return rateLimitFields(key, day, remaining, reset);
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
    const refusal = { name: POLICY, count: key.quota, seconds: day.seconds, wait: seconds };
    return refusalProblem('quota-exceeded', detail, refusal);
  }
}

/** The name of the quota in the RateLimit fields. */
const POLICY = 'daily';

function rateLimitFields(key: Key, { seconds: window }: QuotaDay, remaining: number, reset: number): Fields {
  return [
    'RateLimit-Policy',
    `"${POLICY}";q=${key.quota};w=${window}`,
    'RateLimit',
    `"${POLICY}";r=${remaining};t=${reset}`,
  ];
}
