import { isObject } from '../contract/json.ts';
import { type Evidence } from '../evidence/evidence.ts';
import { type Exchange } from '../requests/exchange.ts';
import { addDays, daysBetween } from './calendar.ts';
import { clockOf } from './clock-text.ts';
import type { ChartResponse, ExportResponse, FeedPage, ParsedResponse } from './responses.ts';
import { localDate, parseTimestamp, type Timestamp } from './timestamp.ts';

/** What is known of the service's own clock, which need not be the gate's. */
export interface ServiceClock {
  /** Offset at the newest timestamp; undefined when no timestamp was seen. */
  readonly offsetMinutes: number | undefined;
  /** Newest time that the service shows as past: a report's, or last_updated. */
  readonly newest: Timestamp | undefined;
  /** Local dates that can be today; two when the run crosses midnight. Empty when unknown. */
  readonly todays: readonly string[];
  /** The day that the default chart shows, by most of its points. */
  readonly chartToday: string | undefined;
  /** Today by the Date header, where it does not contradict the data. */
  readonly headerToday: string | undefined;
  /** Whether the service lives at another time than its Date header says, as replayed data do: on another day, or with reports that are yet to come. */
  readonly replayed: boolean;
  /** Whether the newest data are as fresh as the Date header, which proves that both are on one clock. */
  readonly onHeader: boolean;
  /** Whether the default chart shows the day after the one that reports and closing time together point to. */
  readonly chartIsTomorrow: boolean;
}

interface Seen {
  readonly evidence: Evidence;
  readonly statuses: readonly ParsedResponse[];
  readonly charts: readonly ChartResponse[];
  readonly pages: readonly FeedPage[];
  readonly exports: readonly ExportResponse[];
}

/** Epoch milliseconds at which the deployment's web server answered, else the gate's own. */
export function serverTime(exchange: Exchange): number {
  const header = Date.parse(exchange.response?.headers['date'] ?? '');
  return Number.isNaN(header) ? exchange.startedAt : header;
}

/** Works out the service's today from its own words. */
export function readServiceClock({ evidence, statuses, charts, pages, exports }: Seen): ServiceClock {
  const updates = statuses.flatMap(({ body }) =>
    isObject(body) ? (parseTimestamp(body['last_updated']) ?? []) : [],
  );
  const reported = [...pages.flatMap((page) => page.reports), ...exports.flatMap((one) => one.rows)].map(
    ({ t }) => t,
  );
  const newestReport = newestOf(reported);
  const defaults = charts.filter(({ since, until }) => since === undefined && until === undefined);
  const chartDays = defaults.flatMap((chart) => chartDay(chart) ?? []);
  const chartToday = chartDays[0];
  const newest = newestOf(newestReport === undefined ? updates : [newestReport, ...updates]);
  const anyStamp = newestReport ?? newest ?? defaults[0]?.line[0]?.t ?? defaults[0]?.window?.start;
  const offsetMinutes = anyStamp?.offsetMinutes;
  const responded = evidence.exchanges.filter(({ response }) => response !== undefined);
  const [first, last] = [responded[0], responded.at(-1)];
  const headerDays =
    offsetMinutes === undefined || first === undefined || last === undefined
      ? []
      : [localDate(serverTime(first), offsetMinutes), localDate(serverTime(last), offsetMinutes)];
  const floor = newestReport?.date;
  const possible = (date: string | undefined) => date !== undefined && (floor === undefined || date >= floor);
  const headerToday = headerDays[0];
  const ahead =
    newestReport !== undefined &&
    last !== undefined &&
    newestReport.micros > (serverTime(last) + 120_000) * 1000;
  // Reports that come in after midnight lie beyond the first chart's day, not beyond the last one's
  const elsewhere =
    chartDays.some(possible) &&
    headerToday !== undefined &&
    !chartDays.some((day) => headerDays.includes(day));
  const replayed = ahead || elsewhere;
  const chartIsTomorrow =
    newestReport !== undefined &&
    chartToday === addDays(newestReport.date, 1) &&
    statuses.some(({ body }) => isFresh(body, newestReport));
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

/** Minutes within which the newest data have to lie for the Date header to be taken for the service's clock. */
export const freshness = 15;

/** Whether data of that time are as fresh as the instant, in epoch milliseconds. */
export function isFreshAt(milliseconds: number, newest: Timestamp): boolean {
  const age = milliseconds - newest.micros / 1000;
  return age < freshness * 60_000 && age > -120_000;
}

/** Open, with an estimate, at a clock time within an hour after the newest report: then it is that report's day. */
function isFresh(body: unknown, newest: Timestamp): boolean {
  const clock =
    isObject(body) && body['has_estimate'] === true && isObject(body['hours'])
      ? clockOf(body['hours'])
      : undefined;
  const report = newest.hour * 60 + newest.minute;
  return clock !== undefined && clock >= report - 2 && clock <= report + 60;
}

/** The local date of most of a chart's points, or of its open window when it has none. */
export function chartDay(chart: ChartResponse): string | undefined {
  const dates = [...chart.line.slice(0, -1), ...chart.scatter].map(({ t }) => t.date);
  if (chart.window !== null && chart.window !== undefined) return chart.window.start.date;
  const counts = new Map<string, number>();
  for (const date of dates) counts.set(date, (counts.get(date) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0];
}

/** The day of a chart of one day; undefined for other ranges and for ends that were left open. */
export function singleDay(chart: ChartResponse): string | undefined {
  if (chart.since === undefined && chart.until === undefined) return chartDay(chart);
  return chart.since === chart.until ? chart.since : undefined;
}

function newestOf(timestamps: readonly Timestamp[]): Timestamp | undefined {
  return timestamps.reduce<Timestamp | undefined>(
    (most, t) => (most === undefined || t.micros > most.micros ? t : most),
    undefined,
  );
}
