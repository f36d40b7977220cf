import type { Evidence } from '../evidence/evidence.ts';
import { isFirstPage } from './feed-roles.ts';
import type { ChartResponse, ExportResponse, FeedPage, FeedReport, ParsedResponse } from './responses.ts';
import { newestOf, type Timestamp } from './timestamp.ts';

interface Seen {
  readonly evidence: Evidence;
  readonly charts: readonly ChartResponse[];
  readonly pages: readonly FeedPage[];
  readonly exports: readonly ExportResponse[];
  readonly patterns: readonly ParsedResponse[];
  readonly statuses: readonly ParsedResponse[];
}

/** Which reports can have arrived while the evidence was collected. */
export interface RunBounds {
  /** True if reports arrived during the run, or may have; otherwise all of them existed before. */
  readonly arrivals: boolean;
  /** Checks whether a report of that time existed before the first response that shows reports. */
  readonly isBefore: (t: Timestamp) => boolean;
  /** Checks whether a report of that time is no newer than the first response that shows reports. */
  readonly isOlder: (t: Timestamp) => boolean;
}

/** A response that shows reports. */
interface Showing {
  readonly number: number;
  readonly isFirstPage?: boolean;
  readonly times: readonly Timestamp[];
  /** Of pages of the feed. */
  readonly reports?: readonly FeedReport[];
}

/** The most reports of the past that may change during a run; more differences are no moderator's work. */
export const mostChanges = 3;

/**
 * Microseconds for which a report may be missing from some responses while reports arrive: from a cache, from a replica, or because
 * reports become visible in another order than their times have.
 */
export const settlingMicros = 60_000_000;
/** No service dates a new report further back. */
const lateMicros = 3_600_000_000;

/**
 * No report arrived if the first and the last response are first pages of the feed with the same newest report. Otherwise the
 * reports existed from the start that are older than the newest one of the first response, or clearly older than the run is
 * long. A mock of the documents (level `contract`) gets no reports.
 */
export function boundsOf({ evidence, charts, pages, exports, patterns, statuses }: Seen): RunBounds {
  const showing: Showing[] = [
    ...pages.map((page) => ({
      number: page.exchange.number,
      isFirstPage: isFirstPage(page),
      times: page.reports.map(({ t }) => t),
      reports: page.reports,
    })),
    ...charts.map((chart) => ({
      number: chart.exchange.number,
      times: chart.scatter.map(({ t }) => t),
    })),
    ...exports.map(({ exchange, rows }) => ({ number: exchange.number, times: rows.map(({ t }) => t) })),
  ];
  showing.sort((a, b) => a.number - b.number);
  const numbers = [...patterns, ...statuses].map(({ exchange }) => exchange.number);
  // A page that was reached by a link has older reports, whatever arrived
  const last = showing.findLast(({ reports, isFirstPage }) => reports === undefined || isFirstPage === true);
  const first = showing[0];
  if (first === undefined || last === undefined)
    return { arrivals: false, isBefore: () => true, isOlder: () => true };
  const isBounded =
    first !== last &&
    first.isFirstPage === true &&
    last.isFirstPage === true &&
    numbers.every((number) => number > first.number && number < last.number);
  const [newest, newestOfAll] = [first.times, showing.flatMap(({ times }) => times)].map(newestOf);
  const oldest = (newestOfAll?.micros ?? 0) - 1000 * (evidence.finishedAt - evidence.startedAt) - lateMicros;
  const bound = Math.max(newest?.micros ?? oldest, oldest);
  const arrivals =
    evidence.level === 'full' &&
    // A last page that begins with an older report is wrong, but shows no arrival
    (!isBounded ||
      (newestOf(last.times)?.micros ?? 0) > (newest?.micros ?? 0) ||
      hasAnother(last, newest, pages));
  return {
    arrivals,
    isBefore: (t) => !arrivals || t.micros < bound - Math.max(settlingMicros, t.unit),
    isOlder: (t) => newest !== undefined && t.micros <= newest.micros,
  };
}

/** Checks whether the last page has a report with the time of the newest one that no earlier page has: times may have no seconds. */
function hasAnother(last: Showing, newest: Timestamp | undefined, pages: readonly FeedPage[]): boolean {
  const earlier = pages.filter(({ exchange }) => exchange.number < last.number);
  const known = new Set(earlier.flatMap(({ reports }) => reports.map(({ id }) => id)));
  return (last.reports ?? []).some(({ id, t }) => t.text === newest?.text && !known.has(id));
}
