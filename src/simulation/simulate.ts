import type { Span } from '../domain/micros.ts';
import type { SimulationSettings } from './simulate-day.ts';
import { simulateDay } from './simulate-day.ts';
import type { SimulatedReport } from './simulated-report.ts';

/**
 * All simulated reports of a half-open span, ascending in time. However a longer span is cut into
 * shorter ones, their reports one after the other are the longer one's.
 */
export function simulateSpan(
  settings: SimulationSettings & { readonly span: Span },
): readonly SimulatedReport[] {
  const { span, time } = settings;
  if (span.end <= span.start) return [];
  const reports: SimulatedReport[] = [];
  const last = time.date(span.end);
  // Openings that reach into the span start up to two dates before it: at most 24 hours, and a clock change.
  let date = time.date(span.start).subtract({ days: 2 });
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    for (const report of simulateDay({ ...settings, date }).reports) {
      if (report.createdAt >= span.start && report.createdAt < span.end) reports.push(report);
    }
  }
  // Only openings of neighbouring dates that overlap leave something to sort; the stable order keeps ties by date.
  return reports.sort((a, b) => a.createdAt - b.createdAt);
}
