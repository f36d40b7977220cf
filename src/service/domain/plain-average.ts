import { BUCKET_VALUE } from './bucket.ts';
import type { BucketCount } from './report.ts';

/** A plain average of reports, with equal weights and their buckets' values ("Patterns"). */
export class PlainAverage {
  /** The number of reports so far. */
  count: number;
  #people: number;

  /** Starts from a number of reports and the sum of their values. */
  constructor(count = 0, people = 0) {
    this.count = count;
    this.#people = people;
  }

  add(bucketCount: Pick<BucketCount, 'bucket' | 'count'>): void {
    this.count += bucketCount.count;
    this.#people += bucketCount.count * BUCKET_VALUE[bucketCount.bucket];
  }

  /** People, to two decimals, halves rounded up; null without reports (gap `average-rounding`). */
  get value(): number | null {
    // Multiplying before the division keeps exact halves exact.
    return this.count === 0 ? null : Math.round((this.#people * 100) / this.count) / 100;
  }
}
