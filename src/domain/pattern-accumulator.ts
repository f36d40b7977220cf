import { BUCKET_VALUE } from './bucket.ts';
import type { LocalTime } from './local-time.ts';
import { PlainAverage } from './plain-average.ts';
import type { BucketCount } from './report.ts';

const HOURS = 24;
const WEEKDAYS = 7;

/** Reports added up by local hour and weekday: what patterns are made of. Those of two spans can be merged. */
export class PatternAccumulator {
  /** Of each hour and then each weekday, how many reports there are and how many people they count for. */
  readonly #numbers: Float64Array;

  private constructor(numbers: Float64Array) {
    this.#numbers = numbers;
  }

  static of(bucketCounts: Iterable<BucketCount>, time: LocalTime): PatternAccumulator {
    const sums = new PatternAccumulator(new Float64Array(2 * (HOURS + WEEKDAYS)));
    for (const bucketCount of bucketCounts) sums.add(bucketCount, time);
    return sums;
  }

  /** To be kept, and merged from there. */
  numbers(): readonly number[] {
    return [...this.#numbers];
  }

  /** 24 of them, midnight first. */
  get hours(): readonly PlainAverage[] {
    return Array.from({ length: HOURS }, (_, hour) => this.#average(hour));
  }

  /** Seven of them, Monday first. */
  get weekdays(): readonly PlainAverage[] {
    return Array.from({ length: WEEKDAYS }, (_, weekday) => this.#average(HOURS + weekday));
  }

  /** A bucket count belongs to the hour and the weekday in which its quarter-hour begins. */
  add(bucketCount: BucketCount, time: LocalTime): void {
    this.#add(time.hour(bucketCount.start), bucketCount);
    this.#add(HOURS + time.weekday(bucketCount.start), bucketCount);
  }

  /** Adds the `numbers` of others. */
  merge(numbers: readonly number[]): void {
    // A plain loop: a process may merge hundreds of weeks before anything has been compiled.
    for (let place = 0; place < numbers.length; place += 1) {
      this.#numbers[place] = (this.#numbers[place] as number) + (numbers[place] as number);
    }
  }

  #add(slot: number, { count, bucket }: BucketCount): void {
    const numbers = this.#numbers;
    numbers[2 * slot] = (numbers[2 * slot] as number) + count;
    numbers[2 * slot + 1] = (numbers[2 * slot + 1] as number) + count * BUCKET_VALUE[bucket];
  }

  #average(slot: number): PlainAverage {
    return new PlainAverage(this.#numbers[2 * slot], this.#numbers[2 * slot + 1]);
  }
}
