import type { SeriesPoint } from './chart.ts';
import { ESTIMATE_WINDOW, LOOKBACK, shownValue } from './estimate.ts';
import { smoothedLengths } from './filter.ts';
import type { Distribution } from './length-scale.ts';
import type { LocalTime } from './local-time.ts';
import { MINUTE, type Micros, type Span } from './micros.ts';
import { openSpans } from './opening-hours.ts';
import type { Observation } from './report.ts';
import { type ReportsOfMinute, reportsByMinute } from './reports-by-minute.ts';
import type { FittedModel } from './seasonal-prior.ts';
import type { Steps } from './steps.ts';
import type { Timetable } from './timetable.ts';

/** How far beyond its day a smoothed line uses reports, on either side. */
export const LINE_MARGIN: Micros = LOOKBACK;

const STEP: Micros = 15 * MINUTE;

/**
 * A day's smoothed line: a point every 15 minutes from the day's first instant up to the next
 * day's, in real time, so a day with a clock change has fewer or more (gap `line-extent`).
 *
 * A point is the median of the posterior given the reports after it as well as those before it (gap `line-formula`).
 * It is null when closed (gap `reports-while-closed`), after `now` (gap `future-days`), and without a report of the same
 * opening within 120 minutes. `observations`
 * ascend in time and cover the day and `LINE_MARGIN` on both sides; observations after `now` are ignored.
 */
export function* smoothedLine(day: {
  readonly date: Temporal.PlainDate;
  readonly now: Micros;
  readonly observations: readonly Observation[];
  readonly timetable: Timetable;
  readonly time: LocalTime;
  readonly model: FittedModel;
}): Steps<readonly SeriesPoint[]> {
  const { now, time, model } = day;
  const span = time.day(day.date);
  const around = { start: span.start - LINE_MARGIN, end: span.end + LINE_MARGIN };
  const values = new Map<Micros, number>();
  for (const opening of openSpans(day.timetable, time, around)) {
    const observations = between(day.observations, opening.start, Math.min(opening.end, now + 1));
    const times = gridOf(span).filter(
      (t) => opening.start <= t && t < opening.end && t <= now && hasReportNear(observations, t),
    );
    yield;
    for (const [t, value] of yield* smoothed(observations, times, model)) values.set(t, value);
    if (now >= opening.end || (times.at(-1) ?? 0) <= now - STEP) continue;
    // The newest point starts as far back as the estimate does, so that the two agree.
    const from = Math.max(opening.start, now - LOOKBACK);
    const recent = between(observations, from, opening.end);
    for (const [t, value] of yield* smoothed(recent, times.slice(-1), model)) values.set(t, value);
  }
  return gridOf(span).map((t) => ({ t, value: values.get(t) ?? null }));
}

function gridOf({ start, end }: Span): readonly Micros[] {
  return Array.from(
    { length: Math.max(0, Math.ceil((end - start) / STEP)) },
    (_, index) => start + index * STEP,
  );
}

/** Whether there is a report within the window of the estimate, before or after. */
function hasReportNear(observations: readonly Observation[], t: Micros): boolean {
  const first = observations[firstFrom(observations, t - ESTIMATE_WINDOW)];
  return first !== undefined && first.at <= t + ESTIMATE_WINDOW;
}

/** The observations from `start` up to `end`, without it; `observations` ascend in time. */
function between(observations: readonly Observation[], start: Micros, end: Micros): readonly Observation[] {
  return observations.slice(firstFrom(observations, start), firstFrom(observations, end));
}

/** The index of the first observation at or after `at`, or their number if all are before it. */
function firstFrom(observations: readonly Observation[], at: Micros): number {
  let low = 0;
  let high = observations.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((observations[middle] as Observation).at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A minute with reports, or one of a line's points. */
type Stop = ReportsOfMinute & { readonly t?: Micros };

/** The values at `times`; all observations are of one opening. */
function* smoothed(
  observations: readonly Observation[],
  times: readonly Micros[],
  model: FittedModel,
): Steps<readonly (readonly [Micros, number])[]> {
  const stops = times.map((t) => ({ minute: Math.floor(t / MINUTE), buckets: [], t }));
  // Sorting is stable: the reports of a minute come before its stop.
  const minutes: readonly Stop[] = [...reportsByMinute(observations), ...stops].sort(
    (a, b) => a.minute - b.minute,
  );
  const { lengths } = yield* smoothedLengths(model, minutes, { isWanted: ({ t }) => t !== undefined });
  return times.map((t, index) => [t, shownValue(lengths[index] as Distribution)] as const);
}
