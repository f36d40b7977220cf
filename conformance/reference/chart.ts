import { LEANING_WEIGHT, leaningOf } from './leaning.ts';
import { addDays, daysBetween, instantOf, stampText, weekdayOf } from './local-time.ts';
import type { Options } from './options.ts';
import { headcountOf, type Report, seededRandom } from './reports.ts';
import { rounded } from './rounding.ts';
import { reportsBetween, type Store, todayOf } from './store.ts';
import { closedParts, openSpans, weekWindow } from './timetable.ts';

const MINUTE = 60_000_000;
type Point = { t: string; value: number | null };

/** Scatter, line and, in Form 2, the open window, for local days from `since` to `until` inclusive. */
export function readChart(store: Store, since: string, until: string): Record<string, unknown> {
  const { options } = store;
  const reports = reportsBetween(store, since, until);
  const scatter = ordered(reports, options).map((report) => ({
    t: stampText(report.us, options),
    value: headcountOf(report, options),
  }));
  const line = lineOf(store, reports, since, until);
  const chart = { scatter, line: options.lineOrder === 'newest' ? line.toReversed() : line };
  return options.form === 1
    ? chart
    : { ...chart, open_window: since === until && hasWindow(store, since) ? windowOf(since, options) : null };
}

function hasWindow(store: Store, date: string): boolean {
  return store.options.futureDays === 'shown' || date <= todayOf(store);
}

function ordered(reports: readonly Report[], options: Options): readonly Report[] {
  if (options.scatterOrder === 'oldest') return reports;
  if (options.scatterOrder === 'newest') return [...reports].reverse();
  const random = seededRandom(3);
  return reports
    .map((report) => ({ report, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ report }) => report);
}

function lineOf(store: Store, reports: readonly Report[], since: string, until: string): Point[] {
  const { options } = store;
  const days = daysBetween(since, until) + 1;
  if (days > 1 && (days >= 14 || options.middleStep === 'day'))
    return averages(store, reports, since, until, days);
  const step = days === 1 || options.middleStep === 'line' ? options.lineStep : 60;
  const points: Point[] = [];
  for (let day = 0; day < days; day += 1) points.push(...dayLine(store, reports, addDays(since, day), step));
  return points;
}

function dayLine(store: Store, reports: readonly Report[], date: string, step: number): Point[] {
  const { options } = store;
  const night = options.lineAfterMidnight ? openSpans(addDays(date, -1), options) : [];
  const spans = [...night, ...openSpans(date, options)];
  const own = reports.filter((report) => report.date === date);
  const leaningAt = leaningOf(store);
  const window = options.lineExtent === 'hours' ? weekWindow(date, options.hours) : undefined;
  const from = instantOf(date, window?.[0] ?? 0, options.zone);
  const last = instantOf(date, window?.[1] ?? 1440, options.zone);
  const isOpenAt = (us: number) => spans.some((span) => span.from <= us && us < span.to);
  const whileClosed = options.lineWhileClosed === 'reports' ? own.filter(({ us }) => !isOpenAt(us)) : [];
  const points: Point[] = [];
  for (let us = from; window === undefined ? us < last : us <= last; us += step * MINUTE) {
    const future = us > store.now();
    if (future && options.lineExtent === 'so-far') break;
    const open = isOpenAt(us);
    const shown = open ? own : whileClosed;
    const value =
      future || (!open && shown.length === 0) ? null : smoothed(shown, us, options, leaningAt(us));
    points.push({ t: stampText(us, options), value });
  }
  return points;
}

function smoothed(
  reports: readonly Report[],
  us: number,
  options: Options,
  leaning: number | undefined,
): number | null {
  let weights = leaning === undefined ? 0 : LEANING_WEIGHT;
  let total = weights * (leaning ?? 0);
  for (const report of reports) {
    const distance = Math.abs(report.us - us) / MINUTE;
    if (distance > 90) continue;
    const weight = 0.5 ** (distance / 20);
    total += weight * headcountOf(report, options);
    weights += weight;
  }
  return weights === 0 ? null : rounded(total / weights, options);
}

function averages(
  store: Store,
  reports: readonly Report[],
  since: string,
  until: string,
  days: number,
): Point[] {
  const { options } = store;
  const weekly = days >= options.weeklyFrom;
  const byDay = Map.groupBy(reports, (report) => report.date);
  const groups = weekly
    ? weeksOf(since, until, options)
    : Array.from({ length: days }, (_, day) => [addDays(since, day)]);
  const points: Point[] = [];
  for (const dates of groups) {
    const [first = since] = dates;
    const monday = addDays(first, -weekdayOf(first));
    const own =
      weekly && options.wholeWeeks
        ? reportsBetween(store, monday, addDays(monday, 6))
        : dates.flatMap((date) => byDay.get(date) ?? []);
    const ofLine = options.dayAverage === 'line' || (options.dayAverage === 'line-of-days' && !weekly);
    const mean = ofLine ? lineMeanOf(store, own, dates) : meanOf(store, own, dates);
    const value = mean === null ? null : rounded(mean, options);
    if (value === null && options.emptyDays === 'omit') continue;
    points.push({ t: stampOf(dates, options), value });
  }
  return points;
}

function meanOf(store: Store, reports: readonly Report[], dates: readonly string[]): number | null {
  const { options } = store;
  if (reports.length === 0) return null;
  const plain = reports.reduce((total, report) => total + headcountOf(report, options), 0) / reports.length;
  return options.dayAverage === 'smoothed' ? (lineMeanOf(store, reports, dates) ?? plain) : plain;
}

/** The mean of the smoothed lines of some days; null if they have no values. */
function lineMeanOf(store: Store, reports: readonly Report[], dates: readonly string[]): number | null {
  const line = dates
    .flatMap((date) => dayLine(store, reports, date, 15))
    .flatMap((point) => point.value ?? []);
  return line.length === 0 ? null : line.reduce((total, value) => total + value, 0) / line.length;
}

function weeksOf(since: string, until: string, options: Options): string[][] {
  const weeks: string[][] = [];
  const starts = { monday: 0, sunday: 6, range: weekdayOf(since) }[options.weeks];
  for (let date = since; date <= until; date = addDays(date, 1)) {
    if (weeks.length === 0 || weekdayOf(date) === starts) weeks.push([]);
    weeks.at(-1)?.push(date);
  }
  return weeks;
}

function stampOf(dates: readonly string[], options: Options): string {
  const first = dates[0] ?? '';
  if (options.stamp === 'utc-noon') return stampText(Date.parse(`${first}T12:00:00Z`) * 1000, options);
  const at =
    options.stamp === 'start'
      ? instantOf(first, 0, options.zone)
      : options.stamp === 'noon'
        ? instantOf(first, 720, options.zone)
        : instantOf(dates.at(-1) ?? first, 1440, options.zone) - 1_000_000;
  return stampText(at, options);
}

function windowOf(date: string, options: Options): Record<string, unknown> {
  const window = weekWindow(date, options.hours) ?? ([0, 1440] as const);
  const at = (minute: number) => stampText(instantOf(date, minute, options.zone), options);
  const parts = closedParts(date, window, options.hours);
  const halves = parts.flatMap(([start, end]) => {
    const middle = Math.floor((start + end) / 2);
    return [[start, middle] as const, [middle, end] as const];
  });
  const closed = (options.closedOrder === 'halves' ? halves : parts).map(([start, end]) => ({
    start: at(start),
    end: at(end),
  }));
  return {
    start: at(window[0]),
    end: at(window[1]),
    closed: options.closedOrder === 'newest' ? closed.toReversed() : closed,
  };
}
