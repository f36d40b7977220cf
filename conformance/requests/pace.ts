import { limits } from '../safety/limits.ts';

/** How much slower a run goes than the deployment has accepted, and than before a further rejection: each one costs a request. */
const margin = 1.25;

/**
 * How fast a run may go. It has no delay until the deployment says that requests come too soon, by a 429 with `Retry-After`, or that
 * none remain for a while (`RateLimit-Remaining`, `RateLimit`); from then on, requests are spread evenly, with a margin. A long pause is a
 * quota that is used up, which no run waits for.
 */
export class Pace {
  readonly #now: () => number;
  /** When requests were sent, in epoch milliseconds. */
  readonly #sent: number[] = [];
  /** Milliseconds between requests. */
  #interval = 0;
  #notBefore = 0;
  #isThrottled = false;

  /** `now` returns epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** True if the last response said that its request came too soon, and when the next one may come. */
  get isThrottled(): boolean {
    return this.#isThrottled;
  }

  /** Milliseconds until the next request may be sent. */
  delay(): number {
    const now = this.#now();
    return Math.max(0, this.#notBefore - now, (this.#sent.at(-1) ?? 0) + this.#interval - now);
  }

  sent(): void {
    this.#sent.push(this.#now());
  }

  /** Reads what a response says about the next request; names of fields are in lower case. */
  received(status: number, fields: Readonly<Record<string, string>>): void {
    this.#isThrottled = false;
    const seconds = status === 429 ? this.#retryAfter(fields) : secondsWithoutRequests(fields);
    if (seconds === undefined) return;
    const pause = seconds * 1000;
    if (pause > limits.pauseMs) return;
    const now = this.#now();
    this.#notBefore = now + pause;
    if (status === 429) {
      this.#isThrottled = true;
      // What the deployment accepted in as long as it asks to wait, before it rejected the last one
      const accepted = this.#sent.filter((time) => time > now - pause).length - 1;
      this.#interval = margin * Math.max(this.#interval, pause / Math.max(1, accepted));
    }
  }

  /** Seconds to wait, from seconds or a date; undefined if there is neither. */
  #retryAfter({ 'retry-after': text = '', ...fields }: Readonly<Record<string, string>>): number | undefined {
    if (/^\d+$/.test(text)) return Number(text);
    const date = Date.parse(text);
    if (!Number.isNaN(date)) return Math.max(0, (date - this.#now()) / 1000);
    return secondsWithoutRequests(fields);
  }
}

/** Seconds until requests are available again, if none are left. */
function secondsWithoutRequests(fields: Readonly<Record<string, string>>): number | undefined {
  const remaining = fields['ratelimit-remaining'] ?? /;\s*r=(\d+)/.exec(fields['ratelimit'] ?? '')?.[1];
  const seconds = fields['ratelimit-reset'] ?? /;\s*t=(\d+)/.exec(fields['ratelimit'] ?? '')?.[1];
  if (Number(remaining ?? Number.NaN) !== 0 || !/^\d+$/.test(seconds ?? '')) return undefined;
  return Number(seconds);
}
