import type { Bucket } from '../../src/domain/bucket.ts';
import type { LocalTime } from '../../src/domain/local-time.ts';
import type { Micros } from '../../src/domain/micros.ts';
import type { Observation } from '../../src/domain/report.ts';
import type { Timetable } from '../../src/domain/timetable.ts';

/** How many people really waited at a time; a query of the benchmark. */
export interface Count {
  readonly at: Micros;
  readonly people: number;
}

/** A venue's known truth, and what people reported of it. */
export interface Recorded {
  readonly name: string;
  /** Reports an open hour, on average. */
  readonly rate: number;
  readonly time: LocalTime;
  readonly timetable: Timetable;
  /** Ascending. */
  readonly counts: readonly Count[];
  /** Ascending. */
  readonly reports: readonly Observation[];
  /** First day that figures are taken from; everything before only teaches. */
  readonly judgedFrom: Temporal.PlainDate;
  /** First day that is left out again. */
  readonly judgedUntil: Temporal.PlainDate;
}

/** The bucket a guess falls into. */
export function bucketOf(people: number): Bucket {
  if (people < 0.5) return '0';
  if (people < 5.5) return '1-5';
  if (people < 10.5) return '6-10';
  if (people < 20.5) return '11-20';
  return people <= 30.5 ? '20-30' : '30+';
}
