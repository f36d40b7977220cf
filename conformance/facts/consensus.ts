import type { KeyOf } from './report-key.ts';
import {
  type ChartResponse,
  type ExportResponse,
  type FeedPage,
  type FeedReport,
  isReadable,
} from './responses.ts';
import { mostChanges } from './run-bounds.ts';
import type { Timestamp } from './timestamp.ts';

/** Reports that share a time, as the majority of endpoints show them. */
export interface ReportGroup {
  /** Their time, in the unit that all endpoints show. */
  readonly key: number;
  /** The spelling of the instant whose offset most endpoints give; the feed's if no other endpoint agrees with a third. */
  readonly t: Timestamp;
  readonly count: number;
  /** Buckets of the feed, else of the export; empty when only charts show the group. */
  readonly buckets: readonly string[];
  /** The number that each kind of response shows; absent if none covers the group. */
  readonly counts: { readonly feed?: number; readonly export?: number; readonly chart?: number };
}

/** The walk through the whole feed, in pages of 200. */
export interface Walk {
  readonly pages: readonly FeedPage[];
  /** Reports of all pages, each id once, in the order received. */
  readonly reports: readonly FeedReport[];
  /** True if the walk reached a page whose `next` is null, and every report can be read. */
  readonly complete: boolean;
  /** True if every report can be read, so that comparisons can use the walk. */
  readonly readable: boolean;
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
  const readable = pages.every((page) => page.readable);
  return { pages, reports, complete: readable && last !== undefined && last.next === null, readable };
}

/**
 * Decides by majority of feed, export and charts which reports exist, so that only an endpoint that omits or
 * invents one is blamed. If two of them disagree and no third covers the group, the feed counts.
 */
export function findConsensus(
  walk: Walk,
  exports: readonly ExportResponse[],
  charts: readonly ChartResponse[],
  keyOf: KeyOf,
): ReadonlyMap<number, ReportGroup> {
  const [oldest, newest] = walk.readable ? [walk.complete ? undefined : dayAfterOldest(walk.reports)] : never;
  const feed = sourceOf(walk.readable ? walk.reports : [], keyOf, oldest, newest);
  const exported = exports
    .filter(isReadable)
    .map((response) => sourceOf(response.rows, keyOf, ...extentOf(response, response.rows)));
  const charted = charts
    .filter((response) => response.unreadable === 0)
    .map((response) => sourceOf(response.scatter, keyOf, ...extentOf(response, response.scatter)));
  const sources = [feed, ...exported, ...charted];
  const groups = new Map<number, ReportGroup>();
  const kinds = [[feed], exported, charted];
  const [countsOf, bucketsOf] = [sharedCounts(), sharedBuckets()];
  for (const source of sources) {
    for (const key of source.items.keys()) {
      if (groups.has(key)) continue;
      const t = spellingOf(kinds.flatMap((kind) => firstOf(kind, key) ?? []));
      if (t === undefined) continue;
      const counts = countsOf(votes([feed], key, t), votes(exported, key, t), votes(charted, key, t));
      const labelled = [feed, ...exported].find((one) => one.items.has(key))?.items.get(key) ?? [];
      const buckets = bucketsOf(labelled.map(({ bucket = '' }) => bucket));
      groups.set(key, { key, t, count: majority(counts), buckets, counts });
    }
  }
  return decidedByCharts(groups);
}

/**
 * Where export and charts differ and the feed doesn't reach, the charts count if the export alone differs from the other two elsewhere. So
 * an export that is wrong about newer reports is blamed for older ones, too. A few reports may have arrived or changed meanwhile.
 */
function decidedByCharts(groups: ReadonlyMap<number, ReportGroup>): ReadonlyMap<number, ReportGroup> {
  const all = [...groups.values()];
  const alone = (name: 'export' | 'chart', other: 'export' | 'chart') =>
    all.filter(
      ({ counts }) =>
        counts.feed !== undefined &&
        counts.feed === counts[other] &&
        (counts[name] ?? counts.feed) !== counts.feed,
    ).length;
  if (alone('export', 'chart') <= mostChanges || alone('chart', 'export') > mostChanges) return groups;
  return new Map(
    all.map((group) => {
      const { feed, chart } = group.counts;
      return [group.key, feed === undefined && chart !== undefined ? { ...group, count: chart } : group];
    }),
  );
}

/** Covers no date: such a source has no say. */
const never = ['9999-12-31', '0000-01-01'] as const;

function firstOf(sources: readonly Source[], key: number): Timestamp | undefined {
  return sources.find(({ items }) => items.has(key))?.items.get(key)?.[0]?.t;
}

/** The first spelling whose offset another one has, too; else the first one. */
function spellingOf(spellings: readonly Timestamp[]): Timestamp | undefined {
  const isShared = ({ offsetMinutes }: Timestamp, at: number) =>
    spellings.some((other, where) => where !== at && other.offsetMinutes === offsetMinutes);
  return spellings.find(isShared) ?? spellings[0];
}

interface Item {
  readonly t: Timestamp;
  readonly bucket?: string;
}

interface Source {
  readonly items: ReadonlyMap<number, readonly Item[]>;
  readonly covers: (date: string) => boolean;
}

function sourceOf(
  items: readonly Item[],
  keyOf: KeyOf,
  from: string | undefined,
  to: string | undefined,
): Source {
  return {
    items: Map.groupBy(items, ({ t }) => keyOf(t)),
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

function votes(sources: readonly Source[], key: number, t: Timestamp): number | undefined {
  const covering = sources.filter((source) => source.covers(t.date));
  if (covering.length === 0) return undefined;
  return Math.max(...covering.map((source) => source.items.get(key)?.length ?? 0));
}

function majority(counts: ReportGroup['counts']): number {
  const values = [counts.feed, counts.export, counts.chart].filter((value) => value !== undefined);
  const agreed = values.find((value, at) => values.indexOf(value) !== at);
  return agreed ?? counts.feed ?? counts.export ?? counts.chart ?? 0;
}

/** Makes counts, equal ones once: there may be 250,000 groups, and few of them differ in this. */
function sharedCounts() {
  const known = new Map<string, ReportGroup['counts']>();
  return (feed?: number, exported?: number, chart?: number): ReportGroup['counts'] => {
    const name = `${feed} ${exported} ${chart}`;
    const counts = known.get(name) ?? {
      ...(feed === undefined ? {} : { feed }),
      ...(exported === undefined ? {} : { export: exported }),
      ...(chart === undefined ? {} : { chart }),
    };
    known.set(name, counts);
    return counts;
  };
}

/** Makes the buckets of a group, equal ones of a single report once. */
function sharedBuckets() {
  const known = new Map<string, ReportGroup['buckets']>();
  return (buckets: ReportGroup['buckets']): ReportGroup['buckets'] => {
    const [bucket, ...others] = buckets;
    if (bucket === undefined || others.length > 0) return buckets;
    const single = known.get(bucket) ?? buckets;
    known.set(bucket, single);
    return single;
  };
}
