import type { Bucket } from '../../src/service/domain/bucket.ts';
import type { LocalTime } from '../../src/service/domain/local-time.ts';
import type { Micros } from '../../src/service/domain/micros.ts';
import type { Observation } from '../../src/service/domain/report.ts';
import type { Timetable } from '../../src/service/domain/timetable.ts';

/** The true length of the queue at a time; a query of the benchmark. */
export interface Count {
  readonly at: Micros;
  readonly people: number;
}

/** A venue's true queue, and what people reported. */
export interface VenueRecord {
  readonly name: string;
  /** The mean number of reports per open hour. */
  readonly rate: number;
  readonly time: LocalTime;
  readonly timetable: Timetable;
  /** Ascending. */
  readonly counts: readonly Count[];
  /** Ascending. */
  readonly reports: readonly Observation[];
  /** The first day of evaluation; earlier days are for training. */
  readonly evaluatedFrom: Temporal.PlainDate;
  /** The first day after the evaluation. */
  readonly evaluatedUntil: Temporal.PlainDate;
}

/** The bucket for a judgment. */
export function bucketOf(people: number): Bucket {
  if (people < 0.5) return '0';
  if (people < 5.5) return '1-5';
  if (people < 10.5) return '6-10';
  if (people < 20.5) return '11-20';
  return people <= 30.5 ? '20-30' : '30+';
}
