import { BUCKET_VALUE } from './bucket.ts';
import type { Tally } from './report.ts';

/** Adds up reports, each counted as its bucket's value and all alike, for a plain average ("Patterns"). */
export class PlainAverage {
  /** Reports so far. */
  count = 0;
  #people = 0;

  add(tally: Tally): void {
    this.count += tally.count;
    this.#people += tally.count * BUCKET_VALUE[tally.bucket];
  }

  /** Adds all that another one has added up. */
  merge(other: PlainAverage): void {
    this.count += other.count;
    this.#people += other.#people;
  }

  /** People, to two decimals, halves rounded up; null without reports (gap `average-rounding`). */
  get value(): number | null {
    // The whole hundredfold is divided, so that what is halfway stays exactly halfway.
    return this.count === 0 ? null : Math.round((this.#people * 100) / this.count) / 100;
  }
}
