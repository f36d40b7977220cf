import type { FormShape } from '../form-shape.ts';
import { BUCKET_VALUES, type Report } from '../story/reports.ts';
import type { Story } from '../story/story.ts';
import { isUpTo, isWithin, openingOf, openingsOf, regularHours } from '../story/timetable.ts';
import { rounded, timestamp } from './local-text.ts';
import { type Range, rangeOf, reportsIn } from './range.ts';
import { Refusal } from './refusal.ts';

const LONGEST = 1100;
const LONGEST_IN_DAYS = 92;

/** `getChart`: reports and a line through them; of today unless a range is asked for. */
export function chart(query: URLSearchParams, story: Story, shape: FormShape): object {
  const today = story.now.toPlainDate();
  const range = rangeOf(query, story) ?? { first: today, last: today };
  const days = range.first.until(range.last, { largestUnit: 'day' }).days + 1;
  if (days > LONGEST) throw new Refusal('since', `the range has ${days} days; ${LONGEST} are allowed.`);
  const reports = reportsIn(range, story);
  return {
    scatter: reports.map(({ time, bucket }) => ({ t: timestamp(time), value: BUCKET_VALUES[bucket] })),
    line: days === 1 ? dayLine(range.first, story) : averages(range, days, reports, story),
    ...(shape.hasOpenWindow ? { open_window: days === 1 ? openWindow(range.first, story) : null } : {}),
  };
}

/** A point at each quarter of an hour of a local day. */
function dayLine(date: Temporal.PlainDate, { now, timetable, reports }: Story): readonly object[] {
  const openings = openingsOf(date, date, timetable);
  const end = date.add({ days: 1 }).toZonedDateTime(timetable.timeZone).epochMilliseconds;
  const points: object[] = [];
  let at = date.toZonedDateTime(timetable.timeZone);
  for (; at.epochMilliseconds < end; at = at.add({ minutes: 15 })) {
    const isTold =
      at.epochMilliseconds <= now.epochMilliseconds &&
      openings.some((opening) => isWithin(at.epochMilliseconds, opening));
    points.push({ t: timestamp(at), value: isTold ? smoothed(at.epochMilliseconds, reports) : null });
  }
  return points;
}

/** An average of the reports up to an hour away; the nearer weigh more. Null without any. */
function smoothed(at: number, reports: readonly Report[]): number | null {
  let people = 0;
  let weights = 0;
  for (const { at: reported, bucket } of reports) {
    const minutes = Math.abs(reported - at) / 60_000;
    if (minutes > 60) continue;
    const weight = 0.5 ** (minutes / 15);
    people += weight * (BUCKET_VALUES[bucket] ?? 0);
    weights += weight;
  }
  return weights === 0 ? null : rounded(people / weights, 1);
}

/** The plain average of each day, or of each week of a very long range. */
function averages(
  { first, last }: Range,
  days: number,
  reports: readonly Report[],
  { timetable }: Story,
): readonly object[] {
  const isWeekly = days > LONGEST_IN_DAYS;
  const startOf = (date: Temporal.PlainDate): Temporal.PlainDate => {
    const monday = date.subtract({ days: date.dayOfWeek - 1 });
    return !isWeekly ? date : isUpTo(first, monday) ? monday : first;
  };
  const groups = Map.groupBy(reports, ({ time }) => startOf(time.toPlainDate()).toString());
  const points: object[] = [];
  for (let date = first; isUpTo(date, last); date = date.add({ days: 1 })) {
    if (!startOf(date).equals(date)) continue;
    const group = groups.get(date.toString());
    const t = timestamp(date.toZonedDateTime(timetable.timeZone));
    points.push({ t, value: group === undefined ? null : average(group) });
  }
  return points;
}

/** The plain average of reports, of which there is at least one. */
export function average(reports: readonly Report[]): number {
  const people = reports.reduce((sum, { bucket }) => sum + (BUCKET_VALUES[bucket] ?? 0), 0);
  return rounded(people / reports.length, 2);
}

/** The week's opening hours on one day, and when it is closed in them. */
function openWindow(date: Temporal.PlainDate, { timetable }: Story): object {
  const hours = regularHours(date, timetable);
  const window = { start: timestamp(hours.start), end: timestamp(hours.end) };
  const opening = openingOf(date, timetable);
  if (opening === null) return { ...window, closed: [window] };
  const opens = timestamp(opening.start);
  return { ...window, closed: opens === window.start ? [] : [{ start: window.start, end: opens }] };
}
