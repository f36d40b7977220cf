import { BUCKET_VALUES, type Report } from '../story/reports.ts';
import type { Story } from '../story/story.ts';
import { type Opening, openingOf } from '../story/timetable.ts';
import { clock, rounded, timestamp } from './local-text.ts';

/** `getStatus`: what the story tells about now. */
export function status(story: Story): object {
  const recent = recentReports(story);
  const newest = story.reports.at(-1)?.time ?? story.now.with({ second: 0 });
  return {
    has_estimate: recent.length > 0,
    message: message(story, recent),
    ...(recent.length > 0 ? estimate(recent, story.now) : noEstimate(story)),
    report_count: recent.length,
    last_updated: story.scenario.hasNulls ? null : timestamp(newest),
    hours: story.open === null ? closedHours(story) : openHours(story.open, story.now),
  };
}

/** Reports of the last two hours, and of the present opening. */
function recentReports({ open, now, reports }: Story): readonly Report[] {
  if (open === null) return [];
  const since = Math.max(open.start.epochMilliseconds, now.epochMilliseconds - 120 * 60_000);
  return reports.filter(({ at }) => at >= since);
}

function estimate(recent: readonly Report[], now: Temporal.ZonedDateTime): object {
  let people = 0;
  let weights = 0;
  for (const { at, bucket } of recent) {
    const weight = 0.5 ** ((now.epochMilliseconds - at) / 60_000 / 20);
    people += weight * (BUCKET_VALUES[bucket] ?? 0);
    weights += weight;
  }
  const value = people / weights;
  return {
    estimate_display: `${Math.floor(value * 0.75)}-${Math.ceil(value * 1.25 + 1)}`,
    estimate_value: rounded(value, 1),
  };
}

function noEstimate({ scenario }: Story): object {
  return scenario.hasNulls
    ? { estimate_display: null, estimate_value: null }
    : { estimate_display: '0-0', estimate_value: 0 };
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

function closedHours(story: Story): object {
  const next = nextOpening(story);
  const hasNulls = story.scenario.hasNulls || next === null;
  return {
    is_open: false,
    closing_soon: false,
    minutes_until_close: hasNulls ? null : 0,
    closes_at: hasNulls ? null : clock(next.end),
    opens_at: hasNulls ? null : clock(next.start),
  };
}

function message(story: Story, recent: readonly Report[]): string | null {
  const { open, now, scenario } = story;
  if (open === null) {
    const next = scenario.hasNulls ? null : nextOpening(story);
    if (next === null) return scenario.hasNulls ? null : 'No opening is scheduled.';
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
  return sentences.length === 0 ? null : sentences.join(' ');
}

function minutesUntil(end: Temporal.ZonedDateTime, now: Temporal.ZonedDateTime): number {
  return Math.ceil((end.epochMilliseconds - now.epochMilliseconds) / 60_000);
}

function nextOpening({ now, timetable }: Story): Opening | null {
  for (let days = 0; days <= 14; days += 1) {
    const opening = openingOf(now.toPlainDate().add({ days }), timetable);
    if (opening !== null && opening.start.epochMilliseconds > now.epochMilliseconds) return opening;
  }
  return null;
}
