import { type DateRange, dayCount } from './date-range.ts';
import type { LocalTime } from './local-time.ts';
import type { Micros, Span } from './micros.ts';
import type { OpenWindow } from './opening-hours.ts';
import { PlainAverage } from './plain-average.ts';
import type { BucketCount, Observation } from './report.ts';

/** The chart of a range, as both forms need it ("Chart data"). */
export interface Chart {
  /** Oldest first; reports at the same time are in order of their ids (gap `tie-order`). */
  readonly scatter: readonly Observation[];
  readonly line: readonly SeriesPoint[];
  /** Null for a range of more than one day. */
  readonly openWindow: OpenWindow | null;
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
 * first day, with two decimals; its value is null without reports. `bucketCounts` are ascending and within the range.
 */
export function averageSeries({
  range,
  bucketCounts,
  time,
}: {
  readonly range: DateRange;
  readonly bucketCounts: readonly BucketCount[];
  readonly time: LocalTime;
}): readonly SeriesPoint[] {
  const points: SeriesPoint[] = [];
  let next = 0;
  for (const { start, end } of stepsOf(range, time)) {
    const average = new PlainAverage();
    for (let count = bucketCounts[next]; count !== undefined && count.start < end; ) {
      if (count.start >= start) average.add(count);
      next += 1;
      count = bucketCounts[next];
    }
    points.push({ t: start, value: average.value });
  }
  return points;
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
