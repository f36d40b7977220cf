import { mostChanges } from './changes.ts';
import type { ReportGroup } from './consensus.ts';
import { sum } from './numbers.ts';
import { type Axis, rowsOf } from './pattern-rows.ts';
import type { PatternsResponse } from './responses.ts';

interface Known {
  readonly groups: readonly ReportGroup[];
  /** Whether `groups` contains every report. */
  readonly complete: boolean;
  readonly fullyObserved: (date: string) => boolean;
}

/**
 * Returns the number of reports by which the counts of patterns differ from the reports of their range, or undefined if those are
 * not all known, or if more than a few differ.
 */
export function patternDifferences({
  groups,
  complete,
  fullyObserved,
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
    return differing <= mostChanges ? differing : undefined;
  };
}
