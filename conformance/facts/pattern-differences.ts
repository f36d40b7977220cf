import type { ReportGroup } from './consensus.ts';
import { meanOf, sum } from './numbers.ts';
import { type Axis, rowsOf } from './pattern-rows.ts';
import type { PatternsResponse } from './responses.ts';
import { toleranceOf } from './rounding.ts';
import { mostChanges } from './run-bounds.ts';

interface Known {
  readonly groups: readonly ReportGroup[];
  /** True if `groups` contains every report. */
  readonly complete: boolean;
  readonly fullyObserved: (date: string) => boolean;
  readonly valuesOf: (group: ReportGroup) => readonly number[] | undefined;
}

/**
 * Returns the number of reports by which the counts of patterns differ from the reports of their range, or else the number of hours
 * whose average does. It is undefined if not all reports are known, or if more than a few differ.
 */
export function patternDifferences({
  groups,
  complete,
  fullyObserved,
  valuesOf,
}: Known): (response: PatternsResponse) => number | undefined {
  return (response) => {
    const { since = '', until = '9999-12-31' } = response;
    if (!complete && !fullyObserved(since)) return undefined;
    const own = groups.filter(({ t: { date } }) => date >= since && date <= until);
    const differences = (axis: Axis, indexOf: (group: ReportGroup) => number) => {
      const left = new Map(rowsOf(response, axis).map(({ index, count }) => [index, count]));
      for (const group of own) left.set(indexOf(group), (left.get(indexOf(group)) ?? 0) - group.count);
      return [...left.values()];
    };
    const hours = differences('by_hour', ({ t }) => t.hour);
    const weekdays = differences('by_weekday', ({ t }) => t.weekday);
    if (hours.length !== 24 || weekdays.length !== 7 || sum(hours) !== sum(weekdays)) return undefined;
    const differing = Math.max(sum(hours.map(Math.abs)), sum(weekdays.map(Math.abs)));
    const some = differing > 0 ? differing : hoursOff(response, own, valuesOf);
    return some <= mostChanges ? some : undefined;
  };
}

/** The number of hours whose average is more than a rounding away from that of their reports. */
function hoursOff(
  response: PatternsResponse,
  groups: readonly ReportGroup[],
  valuesOf: Known['valuesOf'],
): number {
  const rows = rowsOf(response, 'by_hour');
  const tolerance = toleranceOf(rows.map(({ value }) => value));
  const byHour = Map.groupBy(groups, ({ t }) => t.hour);
  return rows.filter(({ index, value }) => {
    const values = (byHour.get(index) ?? []).map(valuesOf);
    const known = values.flatMap((one) => one ?? []);
    const isKnown = value !== null && known.length > 0 && values.every((one) => one !== undefined);
    return isKnown && Math.abs(meanOf(known) - value) > 2 * tolerance(value);
  }).length;
}
