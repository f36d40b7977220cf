import { type DateRange, dayCount } from './date-range.ts';
import { type Distribution, normalise, tempered } from './distribution.ts';
import { add, ESTIMATE_WINDOW, LOOKBACK, valueOf } from './estimate.ts';
import { backwardPass, forwardPass } from './forward-backward.ts';
import type { LocalTime } from './local-time.ts';
import { MINUTE, type Micros, type Span } from './micros.ts';
import { type FittedModel, likely } from './model-state.ts';
import { openSpans } from './opening-hours.ts';
import { PlainAverage } from './plain-average.ts';
import type { BucketCount, Observation } from './report.ts';
import { groupByMinute } from './same-minute-groups.ts';
import { STATE_COUNT } from './square-root-scale.ts';
import type { Timetable } from './timetable.ts';

/** One point of the chart's line; `value` in people, null where there is none. */
export interface LinePoint {
  readonly t: Micros;
  readonly value: number | null;
}

/** How far beyond its day a line looks for reports, on either side. */
export const LINE_MARGIN: Micros = LOOKBACK;

/** Ranges of more days than this are averaged by the week (gap `line-step`). */
export const DAILY_LIMIT = 92;

const STEP: Micros = 15 * MINUTE;

/**
 * A day's smoothed line: a point every 15 minutes from the day's first instant up to the next
 * day's, by real time, so that days with a clock change have fewer or more (gap `line-extent`).
 *
 * A point's value is the middle of what is believed of the line then, as in `estimate`, but with the reports after
 * it as well as those before (gap `line-formula`). It is null when closed, after `now`, and without a
 * report of the same opening within 120 minutes. `observations` ascend in time and include those of
 * `LINE_MARGIN` around the day; what lies after `now` does not count.
 */
export function smoothedLine(day: {
  readonly date: Temporal.PlainDate;
  readonly now: Micros;
  readonly observations: readonly Observation[];
  readonly timetable: Timetable;
  readonly time: LocalTime;
  readonly model: FittedModel;
}): readonly LinePoint[] {
  const { now, time, model } = day;
  const span = time.day(day.date);
  const around = { start: span.start - LINE_MARGIN, end: span.end + LINE_MARGIN };
  const values = new Map<Micros, number>();
  for (const opening of openSpans(day.timetable, time, around)) {
    const observations = day.observations.filter(
      ({ at }) =>
        opening.start <= at && at < opening.end && around.start <= at && at < around.end && at <= now,
    );
    const times = quarters(span).filter(
      (t) => opening.start <= t && t < opening.end && t <= now && isNear(observations, t),
    );
    for (const [t, value] of smoothed({ from: opening.start, observations, times, model }))
      values.set(t, value);
    if (now >= opening.end || (times.at(-1) ?? 0) <= now - STEP) continue;
    // The present point looks as far back as the estimate does, so that the two agree.
    const from = Math.max(opening.start, now - LOOKBACK);
    const recent = observations.filter(({ at }) => at >= from);
    const newest = times.slice(-1);
    for (const [t, value] of smoothed({ from, observations: recent, times: newest, model }))
      values.set(t, value);
  }
  return quarters(span).map((t) => ({ t, value: values.get(t) ?? null }));
}

/**
 * The line of a longer range: plain averages of all reports of each day, or of each Monday
 * week, cut to the range, when it has more than 92 days (gaps `line-step`, `line-average`).
 * Each stands at the first instant of its (first) day, to two decimals, null without reports.
 * `bucketCounts` ascend and are those of the range.
 */
export function averageLine(line: {
  readonly range: DateRange;
  readonly bucketCounts: readonly BucketCount[];
  readonly time: LocalTime;
}): readonly LinePoint[] {
  const points: LinePoint[] = [];
  let next = 0;
  for (const { start, end } of stepsOf(line.range, line.time)) {
    const average = new PlainAverage();
    for (let bucketCount = line.bucketCounts[next]; bucketCount !== undefined && bucketCount.start < end; ) {
      if (bucketCount.start >= start) average.add(bucketCount);
      next += 1;
      bucketCount = line.bucketCounts[next];
    }
    points.push({ t: start, value: average.value });
  }
  return points;
}

function quarters({ start, end }: Span): readonly Micros[] {
  return Array.from(
    { length: Math.max(0, Math.ceil((end - start) / STEP)) },
    (_, index) => start + index * STEP,
  );
}

/** Whether there is a report within the window of the estimate, before or after. */
function isNear(observations: readonly Observation[], t: Micros): boolean {
  return observations.some(({ at }) => Math.abs(at - t) <= ESTIMATE_WINDOW);
}

/** The values at `times` of a line followed from an instant on; all observations are of its opening, and none is earlier. */
function smoothed(of: {
  readonly from: Micros;
  readonly observations: readonly Observation[];
  readonly times: readonly Micros[];
  readonly model: FittedModel;
}): readonly (readonly [Micros, number])[] {
  const { observations, times, model } = of;
  const last = times.at(-1);
  if (last === undefined) return [];
  const stops = times.map((t) => Math.floor(t / MINUTE));
  const occasions = groupByMinute(observations);
  const course = {
    from: Math.floor(of.from / MINUTE),
    to: Math.max(occasions.at(-1)?.minute ?? 0, stops.at(-1) as number),
    occasions,
    usual: model.usual,
  };
  const beliefs = times.map(() => new Float64Array(STATE_COUNT));
  for (const [hypothesis, weight] of likely(model)) {
    const later = backwardPass(hypothesis, course, stops);
    forwardPass(hypothesis, course, undefined, stops, (belief, stop) => {
      const both = belief.map((part, index) => part * (later[stop]?.[index] as number));
      normalise(both);
      add(beliefs[stop] as Distribution, both, weight);
    });
  }
  return times.map((t, stop) => {
    const near = observations.filter(({ at }) => Math.abs(at - t) <= ESTIMATE_WINDOW);
    return [t, valueOf(tempered(beliefs[stop] as Distribution, model.inverseTemperature), near)] as const;
  });
}

/** The range's days, or its Monday weeks, as spans. */
function* stepsOf(range: DateRange, time: LocalTime): Generator<Span> {
  const weekly = dayCount(range) > DAILY_LIMIT;
  const after = range.until.add({ days: 1 });
  for (let date = range.since; Temporal.PlainDate.compare(date, after) < 0; ) {
    const following = date.add({ days: weekly ? 8 - date.dayOfWeek : 1 });
    const until = Temporal.PlainDate.compare(following, after) < 0 ? following : after;
    const span = { start: time.startOfDay(date), end: time.startOfDay(until) };
    // A zone that moved across the date line skipped a whole day.
    if (span.start < span.end) yield span;
    date = until;
  }
}
