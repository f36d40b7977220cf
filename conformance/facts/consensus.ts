import type { ChartResponse, ExportResponse, FeedPage, FeedReport } from './responses.ts';
import { secondOf, type Timestamp } from './timestamp.ts';

/** Reports that share a second, as the majority of endpoints show them. */
export interface ReportGroup {
  readonly second: number;
  /** One spelling of the instant; the feed's if the feed has it. */
  readonly t: Timestamp;
  readonly count: number;
  /** Buckets of the feed, else of the export; empty when only charts show the group. */
  readonly buckets: readonly string[];
  /** What each kind of response shows; absent if none covers the group. */
  readonly counts: { readonly feed?: number; readonly export?: number; readonly chart?: number };
}

/** The walk through the whole feed, in pages of 200. */
export interface Walk {
  readonly pages: readonly FeedPage[];
  /** Reports of all pages, each id once, in the order received. */
  readonly reports: readonly FeedReport[];
  /** Whether the walk reached a page whose `next` is null. */
  readonly complete: boolean;
}

/** Joins the pages of the walk. */
export function joinWalk(pages: readonly FeedPage[]): Walk {
  const seen = new Set<string>();
  const reports = pages.flatMap((page) =>
    page.reports.filter((report) => {
      const key = `${report.id}|${report.t.micros}`;
      if (report.id === undefined || !seen.has(key)) {
        seen.add(key);
        return true;
      }
      return false;
    }),
  );
  const last = pages.at(-1);
  return { pages, reports, complete: last !== undefined && last.next === null };
}

/**
 * Decides by majority of feed, export and charts which reports exist, so that only an endpoint that omits or
 * invents one is blamed. If two of them disagree and no third covers the group, the feed counts.
 */
export function findConsensus(
  walk: Walk,
  exports: readonly ExportResponse[],
  charts: readonly ChartResponse[],
): ReadonlyMap<number, ReportGroup> {
  const feed = sourceOf(walk.reports, walk.complete ? undefined : dayAfterOldest(walk.reports), undefined);
  const exported = exports.map((response) => sourceOf(response.rows, ...extentOf(response, response.rows)));
  const charted = charts
    .filter((response) => response.unreadable === 0)
    .map((response) => sourceOf(response.scatter, ...extentOf(response, response.scatter)));
  const sources = [feed, ...exported, ...charted];
  const groups = new Map<number, ReportGroup>();
  for (const source of sources) {
    for (const [second, items] of source.items) {
      const t = items[0]?.t;
      if (t === undefined || groups.has(second)) continue;
      const counts = {
        ...optional('feed', votes([feed], t)),
        ...optional('export', votes(exported, t)),
        ...optional('chart', votes(charted, t)),
      };
      const labelled = [feed, ...exported].find((one) => one.items.has(second))?.items.get(second) ?? [];
      const buckets = labelled.flatMap((item) => item.bucket ?? []);
      groups.set(second, { second, t, count: majority(counts), buckets, counts });
    }
  }
  return groups;
}

interface Item {
  readonly t: Timestamp;
  readonly bucket?: string;
}

interface Source {
  readonly items: ReadonlyMap<number, readonly Item[]>;
  readonly covers: (date: string) => boolean;
}

function sourceOf(items: readonly Item[], from: string | undefined, to: string | undefined): Source {
  const bySecond = new Map<number, Item[]>();
  for (const item of items) {
    const second = secondOf(item.t);
    const list = bySecond.get(second);
    if (list === undefined) bySecond.set(second, [item]);
    else list.push(item);
  }
  return {
    items: bySecond,
    covers: (date) => (from === undefined || date >= from) && (to === undefined || date <= to),
  };
}

/** Dates that a response covers: the requested range, narrowed on an open side to what it shows. */
function extentOf(response: { since?: string; until?: string }, items: readonly Item[]): [string, string] {
  const dates = items.map((item) => item.t.date);
  const oldest = dates.reduce((least, date) => (date < least ? date : least), '9999-12-31');
  const newest = dates.reduce((most, date) => (date > most ? date : most), '0000-01-01');
  return [response.since ?? oldest, response.until ?? newest];
}

function dayAfterOldest(reports: readonly Item[]): string {
  const oldest = reports.reduce(
    (least, report) => (report.t.date < least ? report.t.date : least),
    '9999-12-31',
  );
  // The oldest day may be cut in two by the end of the walk
  return `${oldest}~`;
}

function votes(sources: readonly Source[], t: Timestamp): number | undefined {
  const covering = sources.filter((source) => source.covers(t.date));
  if (covering.length === 0) return undefined;
  return Math.max(...covering.map((source) => source.items.get(secondOf(t))?.length ?? 0));
}

function majority(counts: ReportGroup['counts']): number {
  const values = [counts.feed, counts.export, counts.chart].filter((value) => value !== undefined);
  const agreed = values.find((value, at) => values.indexOf(value) !== at);
  return agreed ?? counts.feed ?? counts.export ?? counts.chart ?? 0;
}

function optional<Name extends string>(name: Name, value: number | undefined): { [Key in Name]?: number } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: number });
}
