import { BUCKETS, type Bucket } from './bucket.ts';
import { type DateRange, dayCount } from './date-range.ts';
import type { LocalTime } from './local-time.ts';
import type { Micros, Span } from './micros.ts';
import type { OpenWindow } from './opening-hours.ts';
import { PlainAverage } from './plain-average.ts';
import type { Observation, ObservationColumns } from './report.ts';

/** The chart of one day, as both forms need it ("Chart data"). */
export interface DayChart {
  /** Oldest first; reports at the same time are in order of their ids (gaps `chart-order`, `tie-order`). */
  readonly scatter: readonly Observation[];
  readonly line: readonly SeriesPoint[];
  readonly openWindow: OpenWindow;
}

/** The chart of several days. Its reports are read once, in order of time: for the scatter, and for the averages. */
export interface RangeChart {
  readonly scatter: AsyncIterable<ObservationColumns>;
  /** Without reports; the code that reads the scatter adds them. */
  readonly averages: AverageSeries;
}

/** A point of a chart's series: `value` in people, null where there is none. */
export interface SeriesPoint {
  readonly t: Micros;
  readonly value: number | null;
}

/** Ranges of more days than this are averaged by week (gap `line-step`). */
export const DAILY_LIMIT = 92;

/**
 * The series of a longer range: plain averages of all reports of each day, or for more than 92 days of each
 * week from Monday, clipped to the range (gaps `line-step`, `line-average`). A point is at the first instant of its
 * first day, with two decimals; its value is null without reports.
 */
export class AverageSeries {
  readonly #steps: readonly (Span & { readonly average: PlainAverage })[];
  #current = 0;

  constructor(range: DateRange, time: LocalTime) {
    this.#steps = Array.from(stepsOf(range, time), (span) => ({ ...span, average: new PlainAverage() }));
  }

  /** Adds reports, which ascend in time from one call to the next; those outside the range are ignored. */
  add({ length, createdAt, bucket }: ObservationColumns): void {
    let step = this.#steps[this.#current];
    for (let row = 0; row < length && step !== undefined; row += 1) {
      const at = createdAt[row] as Micros;
      while (step !== undefined && at >= step.end) {
        this.#current += 1;
        step = this.#steps[this.#current];
      }
      if (step !== undefined && at >= step.start) {
        step.average.add({ bucket: BUCKETS[bucket[row] as number] as Bucket, count: 1 });
      }
    }
  }

  points(): readonly SeriesPoint[] {
    return this.#steps.map(({ start, average }) => ({ t: start, value: average.value }));
  }
}

/** The range's days, or its weeks, as spans. */
function* stepsOf(range: DateRange, time: LocalTime): Generator<Span> {
  const weekly = dayCount(range) > DAILY_LIMIT;
  const after = range.until.add({ days: 1 });
  for (let date = range.since; Temporal.PlainDate.compare(date, after) < 0; ) {
    const following = date.add({ days: weekly ? 8 - date.dayOfWeek : 1 });
    const until = Temporal.PlainDate.compare(following, after) < 0 ? following : after;
    const span = { start: time.startOfDay(date), end: time.startOfDay(until) };
    // Empty where a zone moved across the date line and skipped a day.
    if (span.start < span.end) yield span;
    date = until;
  }
}
