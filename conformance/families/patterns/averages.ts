import type { ReportGroup } from '../../facts/consensus.ts';
import type { Facts } from '../../facts/facts.ts';
import { meanOf } from '../../facts/numbers.ts';
import { type Axis, rowsOf } from '../../facts/pattern-rows.ts';
import type { PatternsResponse } from '../../facts/responses.ts';
import { areCut, toleranceOf } from '../../facts/rounding.ts';
import { valuesIn } from '../report-values.ts';
import type { Ledger } from '../rule.ts';

/**
 * Compares the value of each hour or weekday with the plain average of its reports, however the service rounds.
 * @param groups The reports that the response covers.
 * @param areCountsRight Whether the response counts them right; otherwise its averages may be of other reports.
 */
export function checkAverages(
  facts: Facts,
  response: PatternsResponse,
  axis: Axis,
  groups: readonly ReportGroup[],
  areCountsRight: boolean,
  ledger: Ledger,
): void {
  const id = `patterns.${axis}-value` as const;
  // What a weekday without reports has may be rounded otherwise
  const rows = rowsOf(response, axis).filter(({ count }) => count > 0);
  const tolerance = toleranceOf(rows.map(({ value }) => value));
  const valuesOf = valuesIn(facts);
  const averages = rows.flatMap(({ index, value }) => {
    if (value === null) return [];
    const own = groups.filter(({ t }) => (axis === 'by_hour' ? t.hour : t.weekday) === index);
    const values = own.map(valuesOf);
    const known = values.flatMap((one) => one ?? []);
    if (areCountsRight && known.length > 0 && !values.includes(undefined))
      return [{ index, value, exact: meanOf(known) }];
    ledger.notApplicable(id, 'the values of the reports are not known');
    return [];
  });
  const areAllCut = areCut(averages, tolerance);
  for (const { index, value, exact } of averages) {
    const message = `the value of ${axis} ${index} is not the plain average of its reports`;
    const breach = { expected: exact.toFixed(4), seen: String(value), exchange: response.exchange };
    if (Math.abs(value - exact) <= tolerance(value)) ledger.pass(id);
    else if (areAllCut) ledger.warn(id, { ...breach, message: `${message}, but cut off` });
    else ledger.fail(id, { ...breach, message });
  }
}
