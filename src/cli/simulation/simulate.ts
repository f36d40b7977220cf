import type { LocalTime } from '../../service/domain/local-time.ts';
import { SECOND, type Span } from '../../service/domain/micros.ts';
import { openingsOn, type Timetable } from '../../service/domain/timetable.ts';
import { arrivalRate } from './arrival-rate.ts';
import { runQueue } from './queue.ts';
import { Random } from './random.ts';
import { type SimulatedReport, simulateReport } from './simulated-report.ts';
import { CAMPUS_CAFE, type Venue } from './venue.ts';

/** The settings of a simulation; equal settings give equal reports. */
export interface SimulationSettings {
  readonly seed: string;
  /** By default the café on a campus. */
  readonly venue?: Venue;
  readonly timetable: Timetable;
  readonly time: LocalTime;
  /** E-mail address of the demo's owner, who likes some photos; null for none. */
  readonly owner: string | null;
}

/**
 * Simulates the reports of a half-open span, ascending in time, numbered from `before + 1` as lines of their source. Consecutive spans give the
 * same reports as one span that covers them.
 */
export function simulateReports(
  { span, ...settings }: SimulationSettings & { readonly span: Span },
  before = 0,
): readonly (SimulatedReport & { readonly line: number })[] {
  if (span.end <= span.start) return [];
  const { time, timetable } = settings;
  const reports: SimulatedReport[] = [];
  const last = time.date(span.end);
  // An opening that reaches into the span starts up to two dates earlier: 24 hours and a clock change.
  let date = time.date(span.start).subtract({ days: 2 });
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    const overlaps = openingsOn(timetable, date).some(
      ({ opens, closes }) =>
        time.wallClock(date, closes) > span.start && time.wallClock(date, opens) < span.end,
    );
    if (!overlaps) continue;
    for (const report of simulateDay({ ...settings, date })) {
      if (report.createdAt >= span.start && report.createdAt < span.end) reports.push(report);
    }
  }
  // Openings of neighboring dates may overlap; the stable sort keeps ties in order of their dates.
  return reports
    .sort((a, b) => a.createdAt - b.createdAt)
    .map((report, index) => ({ ...report, line: before + index + 1 }));
}

/**
 * Simulates the reports of the openings that start on a date until they end, possibly after midnight, ascending in time.
 *
 * The result depends on the settings and the date alone. The owner's address only affects who likes a photo.
 */
export function simulateDay({
  date,
  seed,
  venue = CAMPUS_CAFE,
  timetable,
  time,
  owner,
}: SimulationSettings & { readonly date: Temporal.PlainDate }): readonly SimulatedReport[] {
  const daySeed = [seed, venue.name, time.timeZone, date.toString()].join('|');
  const factor = Math.exp(new Random(`factor|${daySeed}`).normal(0, venue.dayVariation));
  const reports: SimulatedReport[] = [];
  for (const opening of openingsOn(timetable, date)) {
    const { arrivals } = runQueue(
      { start: time.wallClock(date, opening.opens), end: time.wallClock(date, opening.closes) },
      arrivalRate(venue.arrivals, opening, date, time, factor),
      venue.queue,
      new Random(`queue|${opening.opens}|${daySeed}`),
    );
    const choice = new Random(`choice|${opening.opens}|${daySeed}`);
    for (const { at, seen } of arrivals) {
      if (!choice.chance(venue.reportShare)) continue;
      const createdAt = at - (at % SECOND);
      const ordinal = reports.length + 1;
      // Each reporter has a separate stream of random numbers, independent of the others.
      const random = new Random(`report|${ordinal}|${daySeed}`);
      reports.push(simulateReport({ createdAt, seen, date, ordinal, venue, time, owner }, random));
    }
  }
  return reports;
}
