import { type DateRange, dayCount } from './date-range.ts';
import type { LocalTime } from './local-time.ts';
import { MINUTE, type Micros, type Span } from './micros.ts';
import { openSpans } from './opening-hours.ts';
import { PlainAverage } from './plain-average.ts';
import type { Sighting, Tally } from './report.ts';
import { oneDecimal, onScale, peopleAt, weightAt } from './square-root-scale.ts';
import type { Timetable } from './timetable.ts';

/** One point of the chart's line; `value` in people, null where there is none. */
export interface LinePoint {
  readonly t: Micros;
  readonly value: number | null;
}

/** How far on either side of a point reports count, both ends included; a day's line needs reports from this far around it. */
export const LINE_MARGIN: Micros = 60 * MINUTE;

/** Ranges of more days than this are averaged by the week (gap `line-step`). */
export const DAILY_LIMIT = 92;

const STEP: Micros = 15 * MINUTE;
const HALF_LIFE: Micros = 15 * MINUTE;

/**
 * A day's smoothed line: a point every 15 minutes from the day's first instant up to the next
 * day's, by real time, so that days with a clock change have fewer or more (gap `line-extent`).
 *
 * A point's value is the mean on the square-root scale of the reports up to an hour before
 * and after it, which lose half their weight every 15 minutes (gap `line-formula`). It is null
 * when closed, after `now`, and with no report within that hour. `sightings` ascend in time
 * and include those of `LINE_MARGIN` around the day; what lies after `now` does not count.
 */
export function dayLine(day: {
  readonly date: Temporal.PlainDate;
  readonly now: Micros;
  readonly sightings: readonly Sighting[];
  readonly timetable: Timetable;
  readonly time: LocalTime;
}): readonly LinePoint[] {
  const span = day.time.day(day.date);
  const open = openSpans(day.timetable, day.time, span);
  const seen = day.sightings.filter(({ at }) => at <= day.now);
  const points: LinePoint[] = [];
  let from = 0;
  for (let t = span.start; t < span.end; t += STEP) {
    while ((seen[from]?.at ?? t) < t - LINE_MARGIN) from += 1;
    const isOpen = open.some(({ start, end }) => start <= t && t < end);
    points.push({ t, value: isOpen && t <= day.now ? smoothed(seen, from, t) : null });
  }
  return points;
}

/**
 * The line of a longer range: plain averages of all reports of each day, or of each Monday
 * week, cut to the range, when it has more than 92 days (gaps `line-step`, `line-average`).
 * Each stands at the first instant of its (first) day, to two decimals, null without reports.
 * `tallies` ascend and are those of the range.
 */
export function averageLine(line: {
  readonly range: DateRange;
  readonly tallies: readonly Tally[];
  readonly time: LocalTime;
}): readonly LinePoint[] {
  const points: LinePoint[] = [];
  let next = 0;
  for (const { start, end } of stepsOf(line.range, line.time)) {
    const average = new PlainAverage();
    for (let tally = line.tallies[next]; tally !== undefined && tally.start < end; ) {
      if (tally.start >= start) average.add(tally);
      next += 1;
      tally = line.tallies[next];
    }
    points.push({ t: start, value: average.value });
  }
  return points;
}

function smoothed(sightings: readonly Sighting[], from: number, t: Micros): number | null {
  let total = 0;
  let weights = 0;
  for (let index = from; index < sightings.length; index += 1) {
    const { at, bucket } = sightings[index] as Sighting;
    if (at > t + LINE_MARGIN) break;
    const weight = weightAt(at - t, HALF_LIFE);
    total += weight * onScale(bucket);
    weights += weight;
  }
  return weights === 0 ? null : oneDecimal(peopleAt(total / weights));
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
