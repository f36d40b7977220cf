import type { Report } from '../data/reports.ts';
import type { ScenarioData } from '../data/scenario-data.ts';
import { type Opening, openingOf } from '../data/timetable.ts';
import { clock, rounded, timestamp, weightedAverage } from './values.ts';

/** `getStatus`: the current estimate and the opening hours. */
export function getStatus({ data }: { readonly data: ScenarioData }): object {
  const recent = recentReports(data);
  const newest =
    data.reports.at(-1)?.time ?? data.now.round({ smallestUnit: 'minute', roundingMode: 'floor' });
  return {
    has_estimate: recent.length > 0,
    message: message(data, recent),
    ...estimate(recent, data),
    report_count: recent.length,
    last_updated: recent.length === 0 && data.variety.lastUpdated === 'null' ? null : timestamp(newest),
    hours: data.open === null ? closedHours(data) : openHours(data.open, data.now),
  };
}

/** The reports of the last two hours and of the current opening. */
function recentReports({ open, now, reports, variety }: ScenarioData): readonly Report[] {
  if (open === null || !variety.hasEstimates) return [];
  const since = Math.max(open.start.epochMilliseconds, now.epochMilliseconds - 120 * 60_000);
  return reports.filter(({ at }) => at >= since);
}

function estimate(recent: readonly Report[], { now, variety }: ScenarioData): object {
  const value = weightedAverage(recent, now.epochMilliseconds, 20);
  if (value === null) {
    if (variety.noEstimate === 'nulls') return { estimate_display: null, estimate_value: null };
    return { estimate_display: variety.noEstimate === 'zeros' ? '0-0' : 'No estimate', estimate_value: 0 };
  }
  return {
    estimate_display: `${Math.floor(value * 0.75)}-${Math.ceil(value * 1.25 + 1)}`,
    estimate_value: rounded(value, 1),
  };
}

function openHours({ end }: Opening, now: Temporal.ZonedDateTime): object {
  const minutes = minutesUntil(end, now);
  return {
    is_open: true,
    closing_soon: minutes <= 30,
    minutes_until_close: minutes,
    closes_at: clock(end),
    opens_at: null,
  };
}

function closedHours(data: ScenarioData): object {
  const next = nextOpening(data);
  const { closedFields } = data.variety;
  return {
    is_open: false,
    closing_soon: false,
    minutes_until_close:
      closedFields === 'nulls' ? null : closedFields === 'zeros' ? 0 : minutesUntil(next.end, data.now),
    closes_at: closedFields === 'nulls' ? null : clock(next.end),
    opens_at: clock(next.start),
  };
}

function message(data: ScenarioData, recent: readonly Report[]): string | null {
  const { open, now, variety } = data;
  if (variety.message === 'never') return null;
  if (open === null) {
    const next = nextOpening(data);
    const isToday = next.date.equals(now.toPlainDate());
    const day = isToday ? '' : ` on ${next.start.toLocaleString('en-US', { weekday: 'long' })}`;
    return `Closed now. Opens${day} at ${clock(next.start)}.`;
  }
  const sentences: string[] = [];
  const minutes = minutesUntil(open.end, now);
  if (minutes <= 30) sentences.push(`Closes in ${minutes} min, at ${clock(open.end)}.`);
  if (recent.length === 0) sentences.push('No recent reports.');
  if (recent.length === 1) sentences.push('Based on a single report.');
  if (recent.length === 2) sentences.push('Based on only two reports.');
  if (variety.message === 'always') sentences.push('Thanks for reporting.');
  return sentences.length === 0 ? null : sentences.join(' ');
}

function minutesUntil(end: Temporal.ZonedDateTime, now: Temporal.ZonedDateTime): number {
  return Math.ceil((end.epochMilliseconds - now.epochMilliseconds) / 60_000);
}

/** Always found: a venue of a scenario is closed on one weekday at most. */
function nextOpening({ now, timetable }: ScenarioData): Opening {
  for (let date = now.toPlainDate(); ; date = date.add({ days: 1 })) {
    const opening = openingOf(date, timetable);
    if (opening !== null && opening.start.epochMilliseconds > now.epochMilliseconds) return opening;
  }
}
