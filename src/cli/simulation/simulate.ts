import type { Span } from '../../service/domain/micros.ts';
import { openingsOn } from '../../service/domain/timetable.ts';
import type { SimulationSettings } from './simulate-day.ts';
import { simulateDay } from './simulate-day.ts';
import type { SimulatedReport } from './simulated-report.ts';

/**
 * All simulated reports of a half-open span, ascending in time. Consecutive spans give the same reports as one span
 * that covers them.
 */
export function simulateSpan(
  settings: SimulationSettings & { readonly span: Span },
): readonly SimulatedReport[] {
  const { span, time, timetable } = settings;
  if (span.end <= span.start) return [];
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
    for (const report of simulateDay({ ...settings, date }).reports) {
      if (report.createdAt >= span.start && report.createdAt < span.end) reports.push(report);
    }
  }
  // Openings of neighboring dates may overlap; the stable sort keeps ties in order of their dates.
  return reports.sort((a, b) => a.createdAt - b.createdAt);
}
