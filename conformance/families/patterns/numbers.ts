import type { RequirementId } from '../../contract/requirements.ts';
import { addDays } from '../../facts/calendar.ts';
import type { ReportGroup } from '../../facts/consensus.ts';
import { type Facts, groupsIn } from '../../facts/facts.ts';
import { sum } from '../../facts/numbers.ts';
import { once } from '../../facts/once.ts';
import { type Axis, type Row, rowsOf } from '../../facts/pattern-rows.ts';
import type { PatternsResponse } from '../../facts/responses.ts';
import { areCut, toleranceOf } from '../../facts/rounding.ts';
import { mostChanges } from '../../facts/run-bounds.ts';
import { valuesIn } from '../report-values.ts';
import type { Ledger, Rule } from '../rule.ts';
import { arrived } from '../status/estimate.ts';

/** Counts and averages by hour and weekday match those computed from the reports of the range. */
export const patternNumbers: Rule = {
  name: 'pattern-numbers',
  judge: (facts, ledger) => {
    for (const response of facts.patterns) judgeNumbers(facts, response, ledger);
  },
};

/** Whether reports that arrive belong to the range. */
function reachesToday({ clock }: Facts, { until }: PatternsResponse): boolean {
  const today = clock.todays[0] ?? clock.newest?.date;
  return until === undefined || today === undefined || until >= today;
}

interface Fit {
  readonly groups: readonly ReportGroup[];
  readonly hours: readonly number[];
  readonly weekdays: readonly number[];
}

function judgeNumbers(facts: Facts, response: PatternsResponse, ledger: Ledger): void {
  const hours = rowsOf(response, 'by_hour');
  const weekdays = rowsOf(response, 'by_weekday');
  if (hours.length !== 24 || weekdays.length !== 7) return;
  const hourTotal = sum(hours.map(({ count }) => count));
  const weekdayTotal = sum(weekdays.map(({ count }) => count));
  if (hourTotal !== weekdayTotal) {
    ledger.warn('patterns.by_weekday-count', {
      message: 'hours and weekdays do not count the same number of reports',
      expected: String(hourTotal),
      seen: String(weekdayTotal),
      exchange: response.exchange,
    });
  }
  if (facts.arrivals && reachesToday(facts, response)) {
    for (const id of ['patterns.all-time', 'patterns.by_hour-value'] as const)
      ledger.notApplicable(id, arrived(facts));
    if (response.since === undefined || !facts.walk.complete) return;
  }
  const candidates = candidatesFor(facts, response);
  const [first] = candidates;
  if (first === undefined) {
    if (isAllTime(response) && failIfTooFew(facts, Math.max(hourTotal, weekdayTotal), response, ledger))
      return;
    ledger.notApplicable(
      isAllTime(response) ? 'patterns.all-time' : 'patterns.by_hour-count',
      facts.changes.seen ? arrived(facts) : 'not all reports of the range are known',
    );
    return;
  }
  const distance = (fit: Fit) =>
    sum(
      fit.hours.map((count, hour) =>
        Math.abs(count - (hours.find(({ index }) => index === hour)?.count ?? 0)),
      ),
    ) +
    sum(
      fit.weekdays.map((count, weekday) =>
        Math.abs(count - (weekdays.find(({ index }) => index === weekday)?.count ?? 0)),
      ),
    );
  const best = candidates.reduce((a, b) => (distance(b) < distance(a) ? b : a), first);
  // Reports may have arrived or changed since the first page
  if (facts.arrivals && distance(best) > 0 && reachesToday(facts, response)) return;
  const total = sum(best.hours);
  const right = (axis: Axis, index: number) => (axis === 'by_hour' ? best.hours : best.weekdays)[index] ?? 0;
  const wrongHours = hours.filter(({ index, count }) => count !== right('by_hour', index));
  const wrongWeekdays = weekdays.filter(({ index, count }) => count !== right('by_weekday', index));
  if (best.groups.length === 0 && total === 0) {
    const ids = rangeRequirements(response);
    if (hourTotal === 0 && weekdayTotal === 0) {
      for (const id of ids) ledger.notApplicable(id, 'there are no reports in the range');
      return;
    }
    // A wrong range would add reports to both lists, so if only one counts any, that list is wrong
    const blamed: readonly RequirementId[] =
      weekdayTotal === 0 ? ['patterns.by_hour-count'] : hourTotal === 0 ? ['patterns.by_weekday-count'] : ids;
    for (const id of blamed)
      ledger.fail(id, {
        message: 'patterns count reports where there are none',
        expected: '0',
        seen: String(Math.max(hourTotal, weekdayTotal)),
        exchange: response.exchange,
      });
    return;
  }
  const wrongEnds = wrongEndsOf(facts, response, { hours, weekdays, hourTotal, weekdayTotal, right: best });
  for (const id of rangeRequirements(response)) {
    if (wrongEnds.includes(id))
      ledger.fail(id, {
        message: `patterns of ${response.since ?? '…'} to ${response.until ?? '…'} count the reports of another range`,
        expected: `${total} reports`,
        seen: `${hourTotal} reports`,
        exchange: response.exchange,
      });
    else if (hourTotal === total || weekdayTotal === total) ledger.pass(id);
  }
  if (wrongEnds.length > 0) return;
  judgeCounts(response, 'by_hour', wrongHours, right, ledger);
  judgeCounts(response, 'by_weekday', wrongWeekdays, right, ledger);
  const monday =
    wrongWeekdays.length > 0 &&
    isRotation(
      weekdays.map(({ index }) => weekdays.find((row) => row.index === index)?.count ?? 0),
      best.weekdays,
    );
  if (monday)
    ledger.fail('patterns.by_weekday-monday', {
      message: 'the counts belong to other weekdays',
      expected: `from Monday: ${best.weekdays.join(', ')}`,
      seen: weekdays.map(({ count }) => count).join(', '),
      exchange: response.exchange,
    });
  else if (wrongWeekdays.length === 0 && new Set(best.weekdays).size > 1)
    ledger.pass('patterns.by_weekday-monday');
  judgeAverages(facts, response, 'by_hour', hours, best, wrongHours.length === 0, ledger);
  judgeAverages(facts, response, 'by_weekday', weekdays, best, wrongWeekdays.length === 0, ledger);
}

function isAllTime({ since, until }: PatternsResponse): boolean {
  return since === undefined && until === undefined;
}

/** Fails patterns of all time that count fewer reports than the other endpoints agree on, although older ones are not known. */
function failIfTooFew(facts: Facts, total: number, { exchange }: PatternsResponse, ledger: Ledger): boolean {
  const agreed = facts.groups.flatMap(({ t, counts }) => {
    const shown = Object.values(counts);
    return facts.stable(t) && shown.length > 1 ? Math.min(...shown) : [];
  });
  // A few may have been removed during the run
  const least = sum(agreed) - mostChanges;
  if (total >= least) return false;
  ledger.fail('patterns.all-time', {
    message: 'patterns of all time count fewer reports than the other endpoints show',
    expected: `${least} or more`,
    seen: String(total),
    exchange,
  });
  return true;
}

/**
 * Whether every report is known: the walk reached the end of the feed, or patterns of all time count exactly the known reports for each
 * hour and weekday.
 */
const isEverythingKnown = once((facts: Facts): boolean => {
  if (facts.walk.complete || facts.arrivals) return facts.walk.complete;
  const known = fitOf(facts.groups);
  return facts.patterns.some((response) => {
    const rows = { hours: rowsOf(response, 'by_hour'), weekdays: rowsOf(response, 'by_weekday') };
    const isWhole = rows.hours.length === 24 && rows.weekdays.length === 7;
    return isAllTime(response) && isWhole && sum(known.hours) > 0 && countsExactly(rows, known);
  });
});

function countsExactly({ hours, weekdays }: Pick<Seen, 'hours' | 'weekdays'>, fit: Fit): boolean {
  const same = (rows: readonly Row[], counts: readonly number[]) =>
    rows.every(({ index, count }) => counts[index] === count);
  return same(hours, fit.hours) && same(weekdays, fit.weekdays);
}

type RangeRequirement = 'patterns.all-time' | 'patterns.since' | 'patterns.until';

function rangeRequirements({ since, until }: PatternsResponse): readonly RangeRequirement[] {
  if (since === undefined && until === undefined) return ['patterns.all-time'];
  return [
    ...(since === undefined ? [] : (['patterns.since'] as const)),
    ...(until === undefined ? [] : (['patterns.until'] as const)),
  ];
}

function judgeCounts(
  response: PatternsResponse,
  axis: Axis,
  wrong: readonly Row[],
  right: (axis: Axis, index: number) => number,
  ledger: Ledger,
): void {
  const [first] = wrong;
  const id = `patterns.${axis}-count` as const;
  if (first === undefined) ledger.pass(id);
  else
    ledger.fail(id, {
      message: `report_count of ${axis} ${first.index} is not the number of its reports`,
      expected: String(right(axis, first.index)),
      seen: String(first.count),
      exchange: response.exchange,
    });
}

interface Seen {
  readonly hours: readonly Row[];
  readonly weekdays: readonly Row[];
  readonly hourTotal: number;
  readonly weekdayTotal: number;
  readonly right: Fit;
}

/** The ends that are wrong: counts that are exactly those of the reports between two other times show which. */
function wrongEndsOf(facts: Facts, response: PatternsResponse, seen: Seen): readonly RangeRequirement[] {
  const { since, until } = response;
  const total = seen.hourTotal;
  if (seen.hourTotal !== seen.weekdayTotal || sum(seen.right.hours) === total) return [];
  const all = facts.groups.filter(({ count, t }) => count > 0 && facts.stable(t));
  const sums = [0];
  for (const { count } of all) sums.push((sums.at(-1) ?? 0) + count);
  const at = new Map(sums.map((value, index) => [value, index]));
  const isExact = (from: number, to: number) => countsExactly(seen, fitOf(all.slice(from, to)));
  const first = all.findIndex(({ t }) => t === seen.right.groups[0]?.t);
  const end = first + seen.right.groups.length;
  // A cut at one end only, else at both
  const starts = [...new Set([first, at.get((sums[end] ?? 0) - total) ?? first, ...all.keys()])];
  for (const from of starts) {
    const to = at.get((sums[from] ?? 0) + total);
    if (to === undefined || !isExact(from, to)) continue;
    if (isAllTime(response)) return ['patterns.all-time'];
    return [
      ...(from !== first && since !== undefined ? (['patterns.since'] as const) : []),
      ...(to !== end && until !== undefined ? (['patterns.until'] as const) : []),
    ];
  }
  return [];
}

/** The sets of reports that a response may cover: an open end may reach anywhere. */
function candidatesFor(facts: Facts, { since, until }: PatternsResponse): readonly Fit[] {
  const dates = [...new Set(facts.groups.filter(({ count }) => count > 0).map(({ t }) => t.date))].sort();
  const [oldest, newest] = [dates[0], dates.at(-1)];
  const isInRange = (date: string) => (since ?? '') <= date && date <= (until ?? '9999-12-31');
  // Patterns may have been asked before such a report arrived or changed
  if (until !== undefined && facts.groups.some(({ t }) => isInRange(t.date) && !facts.stable(t))) return [];
  if (since !== undefined && until !== undefined) {
    for (let date = since; date <= until; date = addDays(date, 1)) if (!facts.fullyObserved(date)) return [];
    return [fitOf(groupsIn(facts, since, until))];
  }
  if (!isEverythingKnown(facts) && since === undefined) return [];
  if (oldest === undefined || newest === undefined) return facts.walk.complete ? [fitOf([])] : [];
  if (since === undefined && until === undefined) return [fitOf(groupsIn(facts, oldest, newest))];
  if (since !== undefined) {
    if (!facts.fullyObserved(since)) return [];
    const ends = [...new Set([newest, since, ...dates.filter((date) => date >= since)])];
    return ends.map((end) => fitOf(groupsIn(facts, since, end)));
  }
  const end = until ?? newest;
  const starts = [...new Set([oldest, end, ...dates.filter((date) => date <= end)])];
  return [...starts.map((start) => fitOf(groupsIn(facts, start, end))), fitOf([])];
}

function fitOf(groups: readonly ReportGroup[]): Fit {
  const hours = Array.from({ length: 24 }, () => 0);
  const weekdays = Array.from({ length: 7 }, () => 0);
  for (const { t, count } of groups) {
    hours[t.hour] = (hours[t.hour] ?? 0) + count;
    weekdays[t.weekday] = (weekdays[t.weekday] ?? 0) + count;
  }
  return { groups, hours, weekdays };
}

function judgeAverages(
  facts: Facts,
  response: PatternsResponse,
  axis: Axis,
  rows: readonly Row[],
  fit: Fit,
  countsRight: boolean,
  ledger: Ledger,
): void {
  const id = `patterns.${axis}-value` as const;
  const reported = rows.filter(({ count }) => count > 0);
  // What a weekday without reports has may be rounded otherwise
  const tolerance = toleranceOf(reported.map(({ value }) => value));
  const valuesOf = valuesIn(facts);
  const averages = reported.flatMap(({ index, value }) => {
    if (value === null) return [];
    const groups = fit.groups.filter(({ t }) => (axis === 'by_hour' ? t.hour : t.weekday) === index);
    const values = groups.map(valuesOf);
    const known = values.flatMap((one) => one ?? []);
    if (countsRight && known.length > 0 && values.every((one) => one !== undefined))
      return [{ index, value, exact: sum(known) / known.length }];
    ledger.notApplicable(id, 'the values of the reports are not known');
    return [];
  });
  const cut = areCut(averages, tolerance);
  for (const { index, value, exact } of averages) {
    const breach = {
      message: `the value of ${axis} ${index} is not the plain average of its reports`,
      expected: exact.toFixed(4),
      seen: String(value),
      exchange: response.exchange,
    };
    if (Math.abs(value - exact) <= tolerance(value)) ledger.pass(id);
    else if (cut) ledger.warn(id, { ...breach, message: `${breach.message}, but cut off` });
    else ledger.fail(id, breach);
  }
}

function isRotation(seen: readonly number[], right: readonly number[]): boolean {
  return (
    [1, 2, 3, 4, 5, 6].some((shift) => right.every((count, at) => seen[(at + shift) % 7] === count)) &&
    new Set(right).size > 1
  );
}
