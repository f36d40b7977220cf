import { BUCKET_VALUE } from './bucket.ts';
import type { BucketCount } from './report.ts';

/** Adds up reports, each counted as its bucket's value and all alike, for a plain average ("Patterns"). */
export class PlainAverage {
  /** Reports so far. */
  count: number;
  #people: number;

  /** Goes on from reports that were added up already, and the people they count for. */
  constructor(count = 0, people = 0) {
    this.count = count;
    this.#people = people;
  }

  add(bucketCount: BucketCount): void {
    this.count += bucketCount.count;
    this.#people += bucketCount.count * BUCKET_VALUE[bucketCount.bucket];
  }

  /** People, to two decimals, halves rounded up; null without reports (gap `average-rounding`). */
  get value(): number | null {
    // The whole hundredfold is divided, so that what is halfway stays exactly halfway.
    return this.count === 0 ? null : Math.round((this.#people * 100) / this.count) / 100;
  }
}
