import type { SeriesPoint } from './chart.ts';
import { addWeighted, type Distribution, normalise, tempered } from './distribution.ts';
import { ESTIMATE_WINDOW, estimatedValue, LOOKBACK } from './estimate.ts';
import { backwardPass, forwardPass } from './forward-backward.ts';
import type { LocalTime } from './local-time.ts';
import { MINUTE, type Micros, type Span } from './micros.ts';
import { type FittedModel, weightedHypotheses } from './model-state.ts';
import { openSpans } from './opening-hours.ts';
import type { Observation } from './report.ts';
import { groupByMinute } from './same-minute-groups.ts';
import { STATE_COUNT } from './square-root-scale.ts';
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
    const observations = day.observations.filter(
      ({ at }) =>
        opening.start <= at && at < opening.end && around.start <= at && at < around.end && at <= now,
    );
    const times = gridOf(span).filter(
      (t) => opening.start <= t && t < opening.end && t <= now && hasReportNear(observations, t),
    );
    for (const [t, value] of yield* smoothed({ from: opening.start, observations, times, model }))
      values.set(t, value);
    if (now >= opening.end || (times.at(-1) ?? 0) <= now - STEP) continue;
    // The newest point starts as far back as the estimate does, so that the two agree.
    const from = Math.max(opening.start, now - LOOKBACK);
    const recent = observations.filter(({ at }) => at >= from);
    const newest = times.slice(-1);
    for (const [t, value] of yield* smoothed({ from, observations: recent, times: newest, model }))
      values.set(t, value);
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
  return observations.some(({ at }) => Math.abs(at - t) <= ESTIMATE_WINDOW);
}

/** The values at `times` by forward-backward smoothing from `from` on; all observations are of one opening and none is earlier. */
function* smoothed({
  from,
  observations,
  times,
  model,
}: {
  readonly from: Micros;
  readonly observations: readonly Observation[];
  readonly times: readonly Micros[];
  readonly model: FittedModel;
}): Steps<readonly (readonly [Micros, number])[]> {
  if (times.length === 0) return [];
  const stops = times.map((t) => Math.floor(t / MINUTE));
  const groups = groupByMinute(observations);
  const sequence = {
    from: Math.floor(from / MINUTE),
    to: Math.max(groups.at(-1)?.minute ?? 0, stops.at(-1) as number),
    groups,
    priorAt: model.priorAt,
  };
  const averages = times.map(() => new Float64Array(STATE_COUNT));
  for (const [hypothesis, weight] of weightedHypotheses(model)) {
    const messages = backwardPass(hypothesis, sequence, stops);
    yield;
    const onStop = (filtered: Distribution, stop: number) => {
      const posterior = filtered.map((part, index) => part * (messages[stop]?.[index] as number));
      normalise(posterior);
      addWeighted(averages[stop] as Distribution, posterior, weight);
    };
    forwardPass(hypothesis, sequence, { stops, onStop });
    yield;
  }
  return times.map((t, stop) => {
    const near = observations.filter(({ at }) => Math.abs(at - t) <= ESTIMATE_WINDOW);
    return [
      t,
      estimatedValue(tempered(averages[stop] as Distribution, model.inverseTemperature), near),
    ] as const;
  });
}
