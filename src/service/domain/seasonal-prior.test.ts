import { describe, expect, it } from 'vitest';
import { LENGTH_COUNT, quantile } from './length-scale.ts';
import { USUAL_LEVELS } from './levels.ts';
import { SeasonalPriors, TABLE_SIZE } from './seasonal-prior.ts';

const NO_REPORTS = Array.from({ length: 7 }, () => new Float64Array(TABLE_SIZE));

/** Tables with `count` reports of one bucket in one half hour of a weekday. */
function tablesWith(
  weekday: number,
  halfHour: number,
  bucket: number,
  count: number,
): readonly Float64Array[] {
  return NO_REPORTS.map((table, day) =>
    table.map((_, cell) => (day === weekday && cell === halfHour * 6 + bucket ? count : 0)),
  );
}

const median = (tables: readonly Float64Array[], weekday: number, minute: number) =>
  new SeasonalPriors(tables).at(weekday, minute).quantile(0.5);

describe('the seasonal prior', () => {
  it('expects a short queue at a venue without history', () => {
    expect(median(NO_REPORTS, 0, 0)).toBeGreaterThan(1);
    expect(median(NO_REPORTS, 0, 0)).toBeLessThan(8);
    expect(new SeasonalPriors(NO_REPORTS).at(0, 0).reports).toBe(0);
  });

  it('follows reports of the same weekday and hour most, of other days less, and of other hours least', () => {
    const tables = tablesWith(2, 24, 4, 20);
    const same = median(tables, 2, 12 * 60 + 15);
    const otherDay = median(tables, 3, 12 * 60 + 15);
    const otherHour = median(tables, 3, 18 * 60);
    expect(same).toBeGreaterThan(18);
    expect(otherDay).toBeLessThan(same);
    expect(otherHour).toBeLessThan(otherDay);
    expect(otherHour).toBeGreaterThan(median(NO_REPORTS, 3, 18 * 60));
  });

  it('continues across midnight and across the end of the week', () => {
    const tables = tablesWith(6, 47, 5, 40);
    expect(median(tables, 0, 0)).toBeGreaterThan(median(tables, 0, 60));
    expect(median(tables, 6, 1439)).toBeGreaterThan(median(tables, 0, 0));
  });

  it('turns the usual levels into the usual lengths, and keeps every length possible', () => {
    const prior = new SeasonalPriors(tablesWith(1, 20, 0, 1000)).at(1, 615);
    const lengths = new Float64Array(LENGTH_COUNT);
    prior.addLengths(lengths, Float64Array.from(USUAL_LEVELS), 1);
    expect(lengths.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 9);
    expect(Math.min(...lengths)).toBeGreaterThan(0);
    expect(quantile(lengths, 0.5)).toBeCloseTo(prior.quantile(0.5), 6);
  });
});
