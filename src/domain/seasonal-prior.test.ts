import { describe, expect, it } from 'vitest';
import { quantile } from './distribution.ts';
import { SeasonalPriors, TABLE_SIZE } from './seasonal-prior.ts';

const NOTHING = Array.from({ length: 7 }, () => new Float64Array(TABLE_SIZE));

/** Tables with some reports of a bucket's place in one half hour of a weekday. */
function tablesWith(
  weekday: number,
  halfHour: number,
  bucket: number,
  count: number,
): readonly Float64Array[] {
  return NOTHING.map((table, day) =>
    table.map((_, place) => (day === weekday && place === halfHour * 6 + bucket ? count : 0)),
  );
}

const middle = (tables: readonly Float64Array[], weekday: number, minute: number) =>
  quantile(new SeasonalPriors(tables).at(weekday, minute).belief, 0.5);

describe('what is usual', () => {
  it('is a short line where nothing is known', () => {
    expect(middle(NOTHING, 0, 0)).toBeGreaterThan(1);
    expect(middle(NOTHING, 0, 0)).toBeLessThan(8);
    expect(new SeasonalPriors(NOTHING).at(0, 0).reports).toBe(0);
  });

  it('follows the reports of its weekday and hour, those of other days less, those of other hours least', () => {
    const tables = tablesWith(2, 24, 4, 20);
    const same = middle(tables, 2, 12 * 60 + 15);
    const otherDay = middle(tables, 3, 12 * 60 + 15);
    const otherHour = middle(tables, 3, 18 * 60);
    expect(same).toBeGreaterThan(18);
    expect(otherDay).toBeLessThan(same);
    expect(otherHour).toBeLessThan(otherDay);
    expect(otherHour).toBeGreaterThan(middle(NOTHING, 3, 18 * 60));
  });

  it('goes over midnight, and over the end of the week', () => {
    const tables = tablesWith(6, 47, 5, 40);
    expect(middle(tables, 0, 0)).toBeGreaterThan(middle(tables, 0, 60));
    expect(middle(tables, 6, 1439)).toBeGreaterThan(middle(tables, 0, 0));
  });

  it('holds every length possible', () => {
    expect(Math.min(...new SeasonalPriors(tablesWith(1, 20, 0, 1000)).at(1, 615).belief)).toBeGreaterThan(0);
  });
});
