import { type Exchange, endPageStep } from '../requests/exchange.ts';
import type { ReportGroup } from './consensus.ts';
import { isFirstPage } from './feed-roles.ts';
import { countsOf, extremes } from './numbers.ts';
import type { KeyOf } from './report-key.ts';
import {
  type ChartResponse,
  type ExportResponse,
  type FeedPage,
  isReadable,
  isUnranged,
  type PatternsResponse,
} from './responses.ts';
import { mostChanges } from './run-bounds.ts';
import { singleDay } from './service-clock.ts';
import type { Timestamp } from './timestamp.ts';

/** Reports of the past that change during the run, as when a moderator approves, removes or corrects one. */
export interface Changes {
  /** True if any change is certain, even if no response shows the report. */
  readonly seen: boolean;
  /** Times whose reports changed. */
  readonly confirmed: ReadonlySet<number>;
  /** Possible changes, unless an endpoint lost or invented a report. */
  readonly open: readonly Change[];
  /** The reports that each response shows, in the order of the requests. */
  readonly readings: readonly Reading[];
}

/** The items that show the state before a change, and the ones after it. */
interface Sides<Item> {
  readonly before: readonly Item[];
  readonly after: readonly Item[];
}

/** The reports of one time, if their number, buckets or photos change once in the order of the requests. */
export interface Change extends Sides<Reading> {
  readonly group: ReportGroup;
}

/** A response that shows all reports of a span of time. */
export interface Reading {
  readonly exchange: Exchange;
  /** Checks whether a report of that time would be in it. */
  readonly covers: (group: ReportGroup) => boolean;
  readonly counts: ReadonlyMap<number, number>;
  /** The buckets of the reports of a time, and how many have a photo; not in charts, which show neither. */
  readonly buckets?: ReadonlyMap<number, string>;
  readonly photos?: ReadonlyMap<number, number>;
}

interface Seen {
  readonly pages: readonly FeedPage[];
  readonly exports: readonly ExportResponse[];
  readonly charts: readonly ChartResponse[];
}

interface Known {
  readonly groups: readonly ReportGroup[];
  /** Patterns whose counts do not change because reports arrive. */
  readonly patterns: readonly PatternsResponse[];
  /** Checks whether a report is of the past, and did not arrive during the run. */
  readonly isOlder: (t: Timestamp) => boolean;
  readonly differencesOf: (response: PatternsResponse) => number | undefined;
  /** True if no request was left to repeat another, so that no change can be confirmed. */
  readonly isUnrepeatable: boolean;
}

/** Finds the changes among the groups; none if there are too many. */
export function findChanges(known: Known, seen: Seen, keyOf: KeyOf): Changes {
  const readings = readingsOf(seen, keyOf);
  const changes: Change[] = [];
  for (const group of known.groups) {
    const change = known.isOlder(group.t) ? changeOf(group, readings) : undefined;
    if (change !== undefined) changes.push(change);
    if (changes.length > mostChanges) return { seen: false, confirmed: new Set(), open: [], readings };
  }
  const isConfirmed = (change: Change) =>
    known.isUnrepeatable || isLate(change) || (isRepeated(change) && isShared(change));
  const confirmed = new Set(changes.filter(isConfirmed).map(({ group }) => group.key));
  return {
    seen: confirmed.size > 0 || isCorrected(known),
    confirmed,
    open: changes.filter((change) => !isConfirmed(change)),
    readings,
  };
}

/** Checks whether the same request shows what was before and after. */
export function isRepeated({ before, after }: Sides<{ readonly exchange: Exchange }>): boolean {
  const urls = new Set(after.map(({ exchange }) => exchange.url));
  return before.some(({ exchange }) => urls.has(exchange.url));
}

/** Checks whether only the last pages of the run show other buckets or photos, and no request follows that could show them again. */
function isLate({ group, before, after }: Change): boolean {
  const countIn = ({ counts }: Reading) => counts.get(group.key) ?? 0;
  const isSame = new Set([...before, ...after].map(countIn)).size === 1;
  return isSame && after.every(({ exchange }) => exchange.step.startsWith(endPageStep));
}

/** Checks whether several endpoints show the reports after. */
function isShared({ after }: Change): boolean {
  return new Set(after.map(({ exchange }) => exchange.endpoint)).size > 1;
}

/** Checks whether all-time patterns first differ from the reports in a few, and are right when asked again. */
function isCorrected({ patterns, differencesOf }: Known): boolean {
  const [first, ...others] = patterns.filter(isUnranged).map(differencesOf);
  return first !== undefined && first > 0 && others.at(-1) === 0;
}

function readingsOf(seen: Seen, keyOf: KeyOf): readonly Reading[] {
  const charts = seen.charts.filter(({ unreadable }) => unreadable === 0).map(asSingleDay);
  return [
    ...feedReadings(seen, keyOf),
    ...datedReadings(
      seen.exports.filter(isReadable),
      ({ rows }) => rows,
      ({ rows }) => labelsOf(rows, (photo) => photo === 'True', keyOf),
      keyOf,
    ),
    ...datedReadings(
      charts,
      ({ scatter }) => scatter,
      () => ({}),
      keyOf,
    ),
  ].sort((a, b) => a.exchange.number - b.exchange.number);
}

function changeOf(group: ReportGroup, readings: readonly Reading[]): Change | undefined {
  const { key } = group;
  const covering = readings.filter(({ covers }) => covers(group));
  const sides =
    changeAmong(covering, ({ counts }) => counts.get(key) ?? 0) ??
    changeAmong(covering, ({ buckets }) => buckets?.get(key)) ??
    changeAmong(covering, ({ photos }) => photos?.get(key));
  return sides && { group, ...sides };
}

/** The items before and after the only change of what they show, in their order; undefined if there is none, or more than one. */
export function changeAmong<Item>(
  items: readonly Item[],
  shownBy: (item: Item) => string | number | boolean | undefined,
): Sides<Item> | undefined {
  const showing = items.filter((item) => shownBy(item) !== undefined);
  const shown = showing.map(shownBy);
  const at = shown.findIndex((one) => one !== shown[0]);
  if (at === -1 || shown.slice(at).some((one) => one !== shown.at(-1))) return undefined;
  return { before: showing.slice(0, at), after: showing.slice(at) };
}

/** The buckets of the reports of each time, and how many have a photo. */
function labelsOf(
  reports: readonly { readonly t: Timestamp; readonly bucket: string; readonly photo?: unknown }[],
  hasPhoto: (photo: unknown) => boolean,
  keyOf: KeyOf,
): Pick<Reading, 'buckets' | 'photos'> {
  const buckets = new Map<number, string>();
  const photos = new Map<number, number>();
  const shared = new Map<number, string[]>();
  for (const { t, bucket, photo } of reports) {
    const key = keyOf(t);
    const [first, same] = [buckets.get(key), shared.get(key)];
    if (first === undefined) buckets.set(key, bucket);
    else if (same === undefined) shared.set(key, [first, bucket]);
    else same.push(bucket);
    photos.set(key, (photos.get(key) ?? 0) + (hasPhoto(photo) ? 1 : 0));
  }
  // Few reports share a time, so only these get a list
  for (const [key, own] of shared) buckets.set(key, own.sort().join());
  return { buckets, photos };
}

/** Pages of the feed. Reports of one time may be on two pages, so a page may lack some at its ends, unless the feed ends there. */
function feedReadings({ pages }: Seen, keyOf: KeyOf): readonly Reading[] {
  return pages.flatMap((page) => {
    const { exchange } = page;
    if (!page.readable || page.reports.length === 0) return [];
    const [oldest, newest] = extremes(page.reports.map(({ t }) => keyOf(t)));
    const below = isFirstPage(page) ? Number.POSITIVE_INFINITY : newest;
    const from = page.next === null ? Number.NEGATIVE_INFINITY : oldest + 1;
    const counts = countsOf(page.reports.map(({ t }) => keyOf(t)));
    const labels = labelsOf(page.reports, (photo) => typeof photo === 'string', keyOf);
    return [{ exchange, covers: ({ key }) => key >= from && key < below, counts, ...labels }];
  });
}

/** Responses about a range of days. On an open side, a range is as long as the longest with the same parameters. */
function datedReadings<Response extends ChartResponse | ExportResponse>(
  responses: readonly Response[],
  itemsOf: (response: Response) => readonly { readonly t: Timestamp }[],
  labelsIn: (response: Response) => Pick<Reading, 'buckets' | 'photos'>,
  keyOf: KeyOf,
): readonly Reading[] {
  return responses.map((response) => {
    const { exchange } = response;
    let [from, to] = [response.since ?? '9999-12-31', response.until ?? '0000-01-01'];
    for (const other of responses.filter((one) => one.exchange.url === exchange.url)) {
      for (const { t } of itemsOf(other)) {
        if (response.since === undefined && t.date < from) from = t.date;
        if (response.until === undefined && t.date > to) to = t.date;
      }
    }
    const counts = countsOf(itemsOf(response).map(({ t }) => keyOf(t)));
    const covers = ({ t: { date } }: ReportGroup) => date >= from && date <= to;
    return { exchange, covers, counts, ...labelsIn(response) };
  });
}

/** A chart without parameters shows one day, even if that has no reports. */
function asSingleDay(chart: ChartResponse): ChartResponse {
  const day = singleDay(chart);
  return day === undefined ? chart : { ...chart, since: day, until: day };
}
