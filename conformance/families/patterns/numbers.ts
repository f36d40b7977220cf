import type { Facts } from '../../facts/facts.ts';
import { sum } from '../../facts/numbers.ts';
import type { Axis } from '../../facts/pattern-rows.ts';
import type { PatternsResponse } from '../../facts/responses.ts';
import { isUnranged } from '../../facts/responses.ts';
import { mostChanges } from '../../facts/run-bounds.ts';
import { counted } from '../../safety/printable.ts';
import type { Ledger, Rule } from '../rule.ts';
import { arrived } from '../status/estimate.ts';
import { checkAverages } from './averages.ts';
import {
  bothRowsOf,
  type CoveredReports,
  differenceOf,
  isCountedExactly,
  possiblyCovered,
  type Rows,
  rangeRequirements,
  wrongEndsOf,
} from './covered-reports.ts';

/** Counts and averages by hour and weekday match those computed from the reports of the range. */
export const patternNumbers: Rule = {
  name: 'pattern-numbers',
  judge: (facts, ledger) => {
    for (const response of facts.patterns) {
      const rows = bothRowsOf(response);
      if (rows !== undefined) checkNumbers({ facts, response, rows, totals: totalsOf(rows), ledger });
    }
  },
};

/** A response, what it counts, and where to record what is wrong with it. */
interface Checked {
  readonly facts: Facts;
  readonly response: PatternsResponse;
  readonly rows: Rows;
  /** The reports that both lists count in all. */
  readonly totals: Readonly<Record<Axis, number>>;
  readonly ledger: Ledger;
}

/** Finds the reports that the response most probably covers, then compares each count and average with theirs. */
function checkNumbers(checked: Checked): void {
  const { facts, response, rows, ledger } = checked;
  const mayHaveGrown = facts.arrivals && reachesToday(facts, response);
  if (mayHaveGrown) {
    for (const id of ['patterns.all-time', 'patterns.by_hour-value'] as const)
      ledger.notApplicable(id, arrived(facts));
    if (response.since === undefined || !facts.walk.complete) return;
  }
  const possible = possiblyCovered(facts, response);
  if (possible.length === 0) return withoutReports(checked);
  const right = possible.reduce((a, b) => (differenceOf(rows, b) < differenceOf(rows, a) ? b : a));
  // Reports may have arrived or changed since the first page
  if (mayHaveGrown && differenceOf(rows, right) > 0) return;
  if (right.groups.length === 0) {
    for (const id of rangeRequirements(response))
      ledger.notApplicable(id, 'there are no reports in the range');
    return;
  }
  if (!isRangeRight(checked, right)) return;
  warnOfSingleDay(checked, right, possible);
  for (const axis of ['by_hour', 'by_weekday'] as const) {
    const wrong = rows[axis].find(({ index, count }) => count !== right[axis][index]);
    const id = `patterns.${axis}-count` as const;
    if (wrong === undefined) ledger.pass(id);
    else
      ledger.fail(id, {
        message: `report_count of ${axis} ${wrong.index} is not the number of its reports`,
        expected: String(right[axis][wrong.index] ?? 0),
        seen: String(wrong.count),
        exchange: response.exchange,
      });
    checkAverages(facts, response, axis, right.groups, wrong === undefined, ledger);
  }
  checkMonday(checked, right);
}

function totalsOf({ by_hour, by_weekday }: Rows): Checked['totals'] {
  const total = (rows: Rows[Axis]) => sum(rows.map(({ count }) => count));
  return { by_hour: total(by_hour), by_weekday: total(by_weekday) };
}

/** Checks whether reports that arrive belong to the range. */
function reachesToday({ clock }: Facts, { until }: PatternsResponse): boolean {
  const today = clock.todays[0] ?? clock.newest?.date;
  return until === undefined || today === undefined || until >= today;
}

/** Not all reports of the range are known, but all time must not count fewer than the other endpoints agree on. */
function withoutReports({ facts, response, totals, ledger }: Checked): void {
  const agreed = facts.groups.flatMap(({ t, counts }) => {
    const shown = Object.values(counts);
    return facts.stable(t) && shown.length > 1 ? Math.min(...shown) : [];
  });
  // A few may have been removed during the run
  const least = sum(agreed) - mostChanges;
  const total = Math.max(totals.by_hour, totals.by_weekday);
  if (isUnranged(response) && total < least)
    return ledger.fail('patterns.all-time', {
      message: 'patterns of all time count fewer reports than the other endpoints show',
      expected: `${least} or more`,
      seen: String(total),
      exchange: response.exchange,
    });
  ledger.notApplicable(
    isUnranged(response) ? 'patterns.all-time' : 'patterns.by_hour-count',
    facts.changes.seen ? arrived(facts) : 'not all reports of the range are known',
  );
}

/** Checks that the response counts the reports of its own range, rather than exactly those of another range. */
function isRangeRight({ facts, response, rows, totals, ledger }: Checked, right: CoveredReports): boolean {
  const total = sum(right.by_hour);
  const wrongEnds = wrongEndsOf(facts, response, rows, right);
  for (const id of rangeRequirements(response)) {
    if (wrongEnds.includes(id))
      ledger.fail(id, {
        message: `patterns of ${response.since ?? '…'} to ${response.until ?? '…'} count the reports of another range`,
        expected: counted(total, 'report'),
        seen: counted(totals.by_hour, 'report'),
        exchange: response.exchange,
      });
    else if (Object.values(totals).includes(total)) ledger.pass(id);
  }
  return wrongEnds.length === 0;
}

/**
 * A range with one end only that is that day alone, although there are more reports on its open side. "Omitted means all-time" is said of
 * both ends together.
 */
function warnOfSingleDay(
  { response: { since, until, exchange }, rows, ledger }: Checked,
  right: CoveredReports,
  possible: readonly CoveredReports[],
): void {
  if ((since === undefined) === (until === undefined)) return;
  const end = since ?? until;
  const isAlone = right.groups.every(({ t }) => t.date === end) && isCountedExactly(rows, right);
  const most = Math.max(...possible.map(({ groups }) => groups.length));
  if (!isAlone || most === right.groups.length) return;
  ledger.warn(since === undefined ? 'patterns.until' : 'patterns.since', {
    message: 'patterns with only one end count the reports of that day alone',
    expected: since === undefined ? `all reports up to ${end}` : `all reports from ${end} on`,
    seen: `the reports of ${end}`,
    exchange,
  });
}

/** If the weekdays have the right counts in another order, the week begins on another day. */
function checkMonday({ response, rows, ledger }: Checked, { by_weekday: right }: CoveredReports): void {
  if (new Set(right).size === 1) return;
  const seen = right.map((_, weekday) => rows.by_weekday.find(({ index }) => index === weekday)?.count ?? 0);
  const isShiftedBy = (days: number) => right.every((count, at) => seen[(at + days) % 7] === count);
  if (rows.by_weekday.every(({ index, count }) => right[index] === count))
    ledger.pass('patterns.by_weekday-monday');
  else if ([1, 2, 3, 4, 5, 6].some(isShiftedBy))
    ledger.fail('patterns.by_weekday-monday', {
      message: 'the counts belong to other weekdays',
      expected: `from Monday: ${right.join(', ')}`,
      seen: seen.join(', '),
      exchange: response.exchange,
    });
}
