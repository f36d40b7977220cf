import { addDays } from '../../facts/calendar.ts';
import type { ReportGroup } from '../../facts/consensus.ts';
import { type Facts, groupsIn } from '../../facts/facts.ts';
import { sum } from '../../facts/numbers.ts';
import { once } from '../../facts/once.ts';
import { type Axis, type Row, rowsOf } from '../../facts/pattern-rows.ts';
import type { PatternsResponse } from '../../facts/responses.ts';
import { isUnranged } from '../../facts/responses.ts';

/** Reports that a response may cover, and how many of them patterns must count in each hour and on each weekday. */
export interface CoveredReports extends Readonly<Record<Axis, readonly number[]>> {
  readonly groups: readonly ReportGroup[];
}

/** The rows that a response has: 24 hours and 7 weekdays. */
export type Rows = Readonly<Record<Axis, readonly Row[]>>;

/** Both lists of a response; undefined if one of them has another length. */
export function bothRowsOf(response: PatternsResponse): Rows | undefined {
  const rows = { by_hour: rowsOf(response, 'by_hour'), by_weekday: rowsOf(response, 'by_weekday') };
  return rows.by_hour.length === 24 && rows.by_weekday.length === 7 ? rows : undefined;
}

/** Counts reports by hour and weekday, as patterns do. */
export function countReports(groups: readonly ReportGroup[]): CoveredReports {
  const [by_hour, by_weekday] = [24, 7].map((length) => Array.from({ length }, () => 0)) as [
    number[],
    number[],
  ];
  for (const { t, count } of groups) {
    by_hour[t.hour] = (by_hour[t.hour] ?? 0) + count;
    by_weekday[t.weekday] = (by_weekday[t.weekday] ?? 0) + count;
  }
  return { groups, by_hour, by_weekday };
}

/** Checks whether every row has the count of its hour or weekday. */
export function isCountedExactly(rows: Rows, covered: CoveredReports): boolean {
  return (['by_hour', 'by_weekday'] as const).every((axis) =>
    rows[axis].every(({ index, count }) => covered[axis][index] === count),
  );
}

/** How far the counts of a response are from the counts of the given reports. */
export function differenceOf(rows: Rows, covered: CoveredReports): number {
  return sum(
    (['by_hour', 'by_weekday'] as const).flatMap((axis) =>
      covered[axis].map((right, at) =>
        Math.abs(right - (rows[axis].find(({ index }) => index === at)?.count ?? 0)),
      ),
    ),
  );
}

/**
 * Every set of reports that a response may cover; none if not all of them are known. The description leaves open where a range without
 * `since` begins and where one without `until` ends, so each date with reports is tried.
 */
export function possiblyCovered(facts: Facts, { since, until }: PatternsResponse): readonly CoveredReports[] {
  const dates = [...new Set(facts.groups.filter(({ count }) => count > 0).map(({ t }) => t.date))].sort();
  const [oldest, newest] = [dates[0], dates.at(-1)];
  const isInRange = (date: string) => (since ?? '') <= date && date <= (until ?? '9999-12-31');
  const between = (from: string, to: string) => countReports(groupsIn(facts, from, to));
  // Patterns may have been asked before such a report arrived or changed
  if (until !== undefined && facts.groups.some(({ t }) => isInRange(t.date) && !facts.stable(t))) return [];
  if (since !== undefined && until !== undefined) {
    for (let date = since; date <= until; date = addDays(date, 1)) if (!facts.fullyObserved(date)) return [];
    return [between(since, until)];
  }
  if (since === undefined && !isEverythingKnown(facts)) return [];
  if (oldest === undefined || newest === undefined) return facts.walk.complete ? [countReports([])] : [];
  if (since !== undefined) {
    if (!facts.fullyObserved(since)) return [];
    const ends = new Set([newest, since, ...dates.filter((date) => date > since)]);
    return [...ends].map((end) => between(since, end));
  }
  if (until === undefined) return [between(oldest, newest)];
  const starts = new Set([oldest, until, ...dates.filter((date) => date < until)]);
  return [...[...starts].map((start) => between(start, until)), countReports([])];
}

/**
 * Checks whether every report is known: the walk reached the end of the feed, or patterns of all time count exactly the known reports for each
 * hour and weekday.
 */
const isEverythingKnown = once((facts: Facts): boolean => {
  if (facts.walk.complete || facts.arrivals) return facts.walk.complete;
  const known = countReports(facts.groups);
  return facts.patterns.some((response) => {
    const rows = bothRowsOf(response);
    return (
      isUnranged(response) && rows !== undefined && sum(known.by_hour) > 0 && isCountedExactly(rows, known)
    );
  });
});

/** Which requirements the ends of a response's range can break. */
export type RangeRequirement = 'patterns.all-time' | 'patterns.since' | 'patterns.until';

/** The requirements about the range that a response shows. */
export function rangeRequirements({ since, until }: PatternsResponse): readonly RangeRequirement[] {
  const ids: RangeRequirement[] = [];
  if (since !== undefined) ids.push('patterns.since');
  if (until !== undefined) ids.push('patterns.until');
  return ids.length === 0 ? ['patterns.all-time'] : ids;
}

/**
 * The ends that are wrong if a response counts exactly the reports between two other times; none if it doesn't. It tries a cut at one
 * end only before cuts at both.
 */
export function wrongEndsOf(
  facts: Facts,
  response: PatternsResponse,
  rows: Rows,
  right: CoveredReports,
): readonly RangeRequirement[] {
  const seen = sum(rows.by_hour.map(({ count }) => count));
  if (seen !== sum(rows.by_weekday.map(({ count }) => count)) || seen === sum(right.by_hour)) return [];
  const all = facts.groups.filter(({ count, t }) => count > 0 && facts.stable(t));
  /** How many reports there are before each group, and the group that comes after so many. */
  const before = [0];
  for (const { count } of all) before.push((before.at(-1) ?? 0) + count);
  const groupAfter = new Map(before.map((count, at) => [count, at]));
  const first = all.findIndex(({ t }) => t === right.groups[0]?.t);
  const end = first + right.groups.length;
  const withRightEnd = groupAfter.get((before[end] ?? 0) - seen) ?? first;
  for (const from of new Set([first, withRightEnd, ...all.keys()])) {
    const to = groupAfter.get((before[from] ?? 0) + seen);
    if (to === undefined || !isCountedExactly(rows, countReports(all.slice(from, to)))) continue;
    const ids = rangeRequirements(response);
    return ids.filter((id) => ids.length === 1 || (id === 'patterns.since' ? from !== first : to !== end));
  }
  return [];
}
