import { groupBy, priorOf, rounded, weightedAverage } from './averages.ts';
import { addDays, daysBetween, instantOf, stampText, weekdayOf } from './local-time.ts';
import { meanOf, type Report, reportsBetween, type Store } from './store.ts';
import { instantAt, openSpans, weekWindow } from './timetable.ts';

const MINUTE = 60_000_000;
/** How far a report affects a day's line. */
const REACH = 90 * MINUTE;

interface Point {
  readonly t: string;
  readonly value: number | null;
}

/** The line of a chart of local days from `since` to `until`, oldest first. */
export function lineOf(store: Store, since: string, until: string): readonly Point[] {
  const { lineStep, middleStep } = store.options;
  const days = daysBetween(since, until) + 1;
  if (days > 1 && (days >= 14 || middleStep === 'day')) return averages(store, since, until, days);
  const step = days === 1 || middleStep === 'line' ? lineStep : 60;
  return datesOf(since, days).flatMap((date) => dayLine(store, date, step));
}

/** A point for every few minutes of a day: an average of the reports around it, null while closed and in the future. */
function dayLine(store: Store, date: string, step: number): Point[] {
  const { now, options, timetable, zone } = store;
  const window = options.lineExtent === 'hours' ? weekWindow(date, timetable) : undefined;
  const [from = 0, last = 0] =
    window === undefined
      ? [0, 1440].map((minute) => instantOf(date, minute, zone))
      : window.map((minute) => instantAt(date, minute, timetable));
  const night = options.lineAfterMidnight ? openSpans(addDays(date, -1), timetable) : [];
  const spans = [...night, ...openSpans(date, timetable)];
  const isOpenAt = (us: number) => spans.some((span) => span.from <= us && us < span.to);
  const own = store.reports.filter((report) =>
    options.lineAfterMidnight ? from - REACH <= report.us && report.us <= last + REACH : report.date === date,
  );
  const whileClosed = options.lineWhileClosed === 'reports' ? own.filter(({ us }) => !isOpenAt(us)) : [];
  const priorAt = priorOf(store);
  const points: Point[] = [];
  for (let us = from; window === undefined ? us < last : us <= last; us += step * MINUTE) {
    const isFuture = us > now;
    if (isFuture && options.lineExtent === 'so-far') break;
    const isOpen = isOpenAt(us);
    const shown = isOpen ? own : whileClosed;
    const near = shown.filter((report) => Math.abs(report.us - us) <= REACH);
    const hasValue = !isFuture && (isOpen || shown.length > 0);
    const value = hasValue ? weightedAverage(near, us, 20, priorAt(us)) : null;
    const rounding = options.lineRounding ?? options.rounding;
    points.push({ t: stampText(us, store), value: value === null ? null : rounded(value, rounding) });
  }
  return points;
}

/** The average of each day or week. */
function averages(store: Store, since: string, until: string, days: number): Point[] {
  const { options } = store;
  const isWeekly = days >= options.weeklyFrom;
  const byDay = groupBy(reportsBetween(store, { since, until }), ({ date }) => date);
  const groups = isWeekly ? weeksOf(store, since, days) : datesOf(since, days).map((date) => [date]);
  return groups.flatMap((dates) => {
    const [first = since] = dates;
    const monday = addDays(first, -weekdayOf(first));
    const own =
      isWeekly && options.wholeWeeks
        ? reportsBetween(store, { since: monday, until: addDays(monday, 6) })
        : dates.flatMap((date) => byDay.get(date) ?? []);
    const mean = averageOf(store, own, dates, isWeekly);
    if (mean === null && options.emptyDays === 'omit') return [];
    return [{ t: stampOf(store, dates), value: mean === null ? null : rounded(mean, options.rounding) }];
  });
}

function averageOf(
  store: Store,
  reports: readonly Report[],
  dates: readonly string[],
  isWeekly: boolean,
): number | null {
  const { dayAverage } = store.options;
  if (dayAverage === 'line' || (dayAverage === 'line-of-days' && !isWeekly)) return lineMeanOf(store, dates);
  const plain = meanOf(reports);
  return dayAverage === 'smoothed' && plain !== null ? (lineMeanOf(store, dates) ?? plain) : plain;
}

/** The mean of the smoothed lines of some days; null if they have no values. */
function lineMeanOf(store: Store, dates: readonly string[]): number | null {
  const values = dates.flatMap((date) => dayLine(store, date, 15)).flatMap(({ value }) => value ?? []);
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length;
}

function weeksOf({ options }: Store, since: string, days: number): string[][] {
  const weeks: string[][] = [];
  const start = { monday: 0, sunday: 6, range: weekdayOf(since) }[options.weeks];
  for (const date of datesOf(since, days)) {
    if (weeks.length === 0 || weekdayOf(date) === start) weeks.push([]);
    weeks.at(-1)?.push(date);
  }
  return weeks;
}

function datesOf(since: string, days: number): string[] {
  return Array.from({ length: days }, (_, day) => addDays(since, day));
}

/** The time of the average of some days. */
function stampOf(store: Store, dates: readonly string[]): string {
  const { options, zone } = store;
  const [first = ''] = dates;
  const at = {
    start: () => instantOf(first, 0, zone),
    noon: () => instantOf(first, 720, zone),
    end: () => instantOf(dates.at(-1) ?? first, 1440, zone) - 1_000_000,
    'utc-noon': () => instantOf(first, 720, 'UTC'),
  }[options.stamp]();
  return stampText(at, store);
}
