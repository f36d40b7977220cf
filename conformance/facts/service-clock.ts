import { isObject } from '../contract/json.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Exchange } from '../requests/exchange.ts';
import { addDays, daysBetween } from './calendar.ts';
import { clockOf } from './clock-text.ts';
import { countsOf } from './numbers.ts';
import type { ChartResponse, ExportResponse, FeedPage, ParsedResponse } from './responses.ts';
import { isUnranged } from './responses.ts';
import { localDate, minuteOfDay, newestOf, parseTimestamp, type Timestamp } from './timestamp.ts';

/** The service's clock, as far as the evidence shows it, which may differ from the gate's. */
export interface ServiceClock {
  /** Offset of the newest timestamp; undefined without any. */
  readonly offsetMinutes: number | undefined;
  /**
   * By how many minutes clocks change around today, else 0: closing times may be in the other offset than the newest
   * timestamp, so what they imply is uncertain by as much.
   */
  readonly changeMinutes: number;
  /** Newest time that must be past: a report's, or `last_updated`. */
  readonly newest: Timestamp | undefined;
  /** Local dates that can be today: two if the run crosses midnight or is within two minutes of it, none if unknown. */
  readonly todays: readonly string[];
  /** The day of most points of the default chart. */
  readonly chartToday: string | undefined;
  /** Today by the Date header. */
  readonly headerToday: string | undefined;
  /** True if the data differ from the Date header as in a replay: they are from another day, or have reports in its future. */
  readonly replayed: boolean;
  /** True if the newest data are as recent as the Date header, so that both must use the same clock. */
  readonly onHeader: boolean;
  /** True if the default chart shows the day after the one that reports and closing time imply. */
  readonly chartIsTomorrow: boolean;
}

interface Seen {
  readonly evidence: Evidence;
  readonly statuses: readonly ParsedResponse[];
  readonly charts: readonly ChartResponse[];
  readonly pages: readonly FeedPage[];
  readonly exports: readonly ExportResponse[];
  /** A report's time as most endpoints spell it. */
  readonly spelled: (t: Timestamp) => Timestamp;
}

/** Milliseconds by which the Date header may differ from the clock of the same deployment: a proxy may have written it. */
const clocksApart = 120_000;

/** Epoch milliseconds of the response's Date header, or else of the gate's clock. */
export function serverTime(exchange: Exchange): number {
  const header = Date.parse(exchange.response?.headers['date'] ?? '');
  return Number.isNaN(header) ? exchange.startedAt : header;
}

/** Derives the service's clock from its responses. */
export function readServiceClock({
  evidence,
  statuses,
  charts,
  pages,
  exports,
  spelled,
}: Seen): ServiceClock {
  const updates = statuses.flatMap(({ body }) =>
    isObject(body) ? (parseTimestamp(body['last_updated']) ?? []) : [],
  );
  const fed = pages.flatMap((page) => page.reports);
  // The feed begins with the newest report, so a wrong export must not set the clock
  const reported = (fed.length > 0 ? fed : exports.flatMap((one) => one.rows)).map(({ t }) => t);
  const newestSeen = newestOf(reported);
  const newestReport = newestSeen === undefined ? undefined : spelled(newestSeen);
  const defaults = charts.filter(isUnranged);
  const chartDays = defaults.flatMap((chart) => chartDay(chart) ?? []);
  const chartToday = chartDays[0];
  const responded = evidence.exchanges.filter(({ response }) => response !== undefined);
  const [first, last] = [responded[0], responded.at(-1)];
  const isAhead = ({ micros }: Timestamp) =>
    last !== undefined && micros > (serverTime(last) + clocksApart) * 1000;
  const ahead = newestReport !== undefined && isAhead(newestReport);
  // A last_updated that nothing else supports may be wrong
  const past = updates.filter((t) => ahead || !isAhead(t));
  const newest = newestOf(newestReport === undefined ? past : [newestReport, ...past]);
  const anyStamp = newestReport ?? newest ?? defaults[0]?.line[0]?.t ?? defaults[0]?.window?.start;
  const offsetMinutes = anyStamp?.offsetMinutes;
  const headerDays =
    offsetMinutes === undefined || first === undefined || last === undefined
      ? []
      : [
          localDate(serverTime(first) - clocksApart, offsetMinutes),
          localDate(serverTime(last) + clocksApart, offsetMinutes),
        ];
  const floor = newestReport?.date;
  const possible = (date: string | undefined) => date !== undefined && (floor === undefined || date >= floor);
  const headerToday =
    offsetMinutes === undefined || first === undefined
      ? undefined
      : localDate(serverTime(first), offsetMinutes);
  // Reports that arrive after midnight are later than the first chart's day, but not than the last one's
  const elsewhere =
    chartDays.some(possible) &&
    headerToday !== undefined &&
    !chartDays.some((day) => headerDays.includes(day));
  const replayed = ahead || elsewhere;
  const chartIsTomorrow =
    newestReport !== undefined &&
    chartToday === addDays(newestReport.date, 1) &&
    statuses.some((status) => isFresh(status, newestReport));
  const todays = chartIsTomorrow
    ? [newestReport.date]
    : replayed && chartDays.length > 0
      ? chartDays
      : headerDays.length > 0 && possible(headerDays[1])
        ? headerDays
        : floor === undefined
          ? chartDays
          : [floor];
  const crossing =
    replayed && chartDays.length > 1 && daysBetween(chartDays[0] ?? '', chartDays.at(-1) ?? '') === 1;
  const all = crossing ? [...chartDays, addDays(chartDays[0] ?? '', 1)] : todays;
  return {
    offsetMinutes,
    changeMinutes: changeAround(defaults, newest),
    newest,
    todays: [...new Set(all)].sort(),
    chartToday,
    headerToday,
    replayed,
    onHeader:
      !replayed && newest !== undefined && first !== undefined && isFreshAt(serverTime(first), newest),
    chartIsTomorrow,
  };
}

/** The difference between the offsets of today's charts and the newest data. */
function changeAround(charts: readonly ChartResponse[], newest: Timestamp | undefined): number {
  const stamps = charts.flatMap(({ line, scatter, window }) => [
    ...[...line, ...scatter].map(({ t }) => t),
    ...(window === null || window === undefined ? [] : [window.start, window.end]),
  ]);
  const offsets = [...stamps, ...(newest === undefined ? [] : [newest])].map((t) => t.offsetMinutes);
  if (offsets.length === 0) return 0;
  const least = offsets.reduce((a, b) => Math.min(a, b));
  const most = offsets.reduce((a, b) => Math.max(a, b));
  // Anything else is a wrong offset, which other rules report
  return most - least <= mostClockChange ? most - least : 0;
}

/** The most minutes by which the clocks of a zone change; hardly any has changed by more. */
export const mostClockChange = 180;

/** Greatest age in minutes of the newest data at which the Date header counts as the service's clock. */
export const freshness = 15;

/** Checks whether data of that time are recent at the instant, given in epoch milliseconds. */
export function isFreshAt(milliseconds: number, newest: Timestamp): boolean {
  const age = milliseconds - newest.micros / 1000;
  return age < freshness * 60_000 && age > -clocksApart;
}

/**
 * Checks whether the service is open, with an estimate, at most an hour after the newest report, both by the Date header and by the clock
 * that closing time and minutes imply; then today is that report's day. The clock alone may show the same time of the next day.
 */
function isFresh({ body, exchange }: ParsedResponse, newest: Timestamp): boolean {
  const clock =
    isObject(body) && body['has_estimate'] === true && isObject(body['hours'])
      ? clockOf(body['hours'])
      : undefined;
  const report = minuteOfDay(newest);
  const age = serverTime(exchange) - newest.micros / 1000;
  return (
    clock !== undefined &&
    clock >= report - 2 &&
    clock <= report + 60 &&
    age >= -clocksApart &&
    age <= 3_600_000 + clocksApart
  );
}

/**
 * The local date of a chart's open window, or else of most of its points. Without a window, opening hours may begin in the evening
 * and end by noon of the next day, so that most points of their line are of that day.
 */
export function chartDay({ line, scatter, window }: ChartResponse): string | undefined {
  if (window !== null && window !== undefined) return window.start.date;
  const [first, last] = [line[0]?.t, line.at(-1)?.t];
  const isOvernight =
    first !== undefined &&
    last !== undefined &&
    first.hour >= 12 &&
    last.date === addDays(first.date, 1) &&
    isByNoon(last);
  const dates = (isOvernight ? [...line.slice(0, 1), ...scatter] : [...line.slice(0, -1), ...scatter]).map(
    ({ t }) => t.date,
  );
  return [...countsOf(dates)].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
}

/** Checks whether opening hours that began the evening before may end at that time. */
export function isByNoon({ hour, minute }: Pick<Timestamp, 'hour' | 'minute'>): boolean {
  return hour * 60 + minute <= 720;
}

/** The day of a single-day chart; undefined for longer and one-sided ranges. */
export function singleDay(chart: ChartResponse): string | undefined {
  if (isUnranged(chart)) return chartDay(chart);
  return chart.since === chart.until ? chart.since : undefined;
}
