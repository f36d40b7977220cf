import { BUCKET_VALUE } from './bucket.ts';
import type { LocalTime } from './local-time.ts';
import { PlainAverage } from './plain-average.ts';
import type { BucketCount } from './report.ts';

const HOURS = 24;
const WEEKDAYS = 7;

/** Reports added up by local hour and weekday, which patterns are computed from. Two accumulators can be merged. */
export class PatternAccumulator {
  /** For each hour and then each weekday: the number of reports, and the number of people they stand for. */
  readonly #numbers = new Float64Array(2 * (HOURS + WEEKDAYS));

  /** A bucket count belongs to the hour and the weekday in which its quarter-hour begins. */
  static of(bucketCounts: Iterable<BucketCount>, time: LocalTime): PatternAccumulator {
    const accumulator = new PatternAccumulator();
    for (const bucketCount of bucketCounts) {
      accumulator.#add(time.hour(bucketCount.start), bucketCount);
      accumulator.#add(HOURS + time.weekday(bucketCount.start), bucketCount);
    }
    return accumulator;
  }

  /** How many reports have been added. */
  get count(): number {
    return this.weekdays.reduce((sum, { count }) => sum + count, 0);
  }

  /** 24 averages, midnight first. */
  get hours(): readonly PlainAverage[] {
    return Array.from({ length: HOURS }, (_, hour) => this.#average(hour));
  }

  /** Seven averages, Monday first. */
  get weekdays(): readonly PlainAverage[] {
    return Array.from({ length: WEEKDAYS }, (_, weekday) => this.#average(HOURS + weekday));
  }

  /** Adds the reports of another accumulator. */
  merge(other: PatternAccumulator): void {
    // A plain loop: a process may merge hundreds of weeks before anything has been compiled.
    for (let index = 0; index < this.#numbers.length; index += 1) {
      this.#numbers[index] = (this.#numbers[index] as number) + (other.#numbers[index] as number);
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
