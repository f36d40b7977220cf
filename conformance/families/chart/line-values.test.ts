import { describe, expect, it } from 'vitest';
import { fitOf, isFarFromReports } from './line-values.ts';

/** An empty night with a few people, as in a real venue. */
const QUIET = [...Array<number>(22).fill(0), ...Array<number>(10).fill(3), 8, 8, 8];

describe('a line', () => {
  it.each([
    ['that ignores one wild report on a quiet day', 0.6, [...QUIET, 35], false],
    ['that is far from all reports', 0.6, Array<number>(20).fill(3), true],
    ['that is far above them', 9, Array<number>(20).fill(3), true],
    ['that is near them', 2, Array<number>(20).fill(3), false],
    ['that says another number of their bucket', 1, Array<number>(20).fill(3), false],
    ['whose wild reports are many', 0.6, [...QUIET, 35, 35, 35, 35, 35, 35], true],
  ])('%s', (_, lineMean, values, isFar) => {
    expect(isFarFromReports(lineMean, values)).toBe(isFar);
  });
});

describe('the fit of a line', () => {
  const day = [0, 0, 0, 3, 3, 8, 15, 25, 25, 15, 8, 3, 3, 0, 0, 0];
  const shift = (by: number) => day.map((_, at) => day[(at + by) % day.length] ?? 0);
  const judged = (values: readonly number[], line: readonly number[]) => {
    const { isUnrelated } = fitOf(values.map((value, at) => ({ value, line: line[at] ?? 0 })));
    return isUnrelated ? 'unrelated' : 'follows';
  };

  it.each([
    ['follows varied reports', day, day, 'follows'],
    ['is their mean', day, day.map(() => 6.75), 'follows'],
    ['is late by an eighth of the day', day, shift(2), 'follows'],
    ['is late by half of the day', day, shift(8), 'unrelated'],
    ['says another number of the only bucket', day.map(() => 3), day.map(() => 1.8), 'follows'],
    ['is above the nominal number of the highest bucket', day.map(() => 35), day.map(() => 52), 'follows'],
    ['is unrelated to a few reports', day.slice(0, 14), shift(8).slice(0, 14), 'follows'],
  ])('that %s', (_, values, line, found) => {
    expect(judged(values, line)).toBe(found);
  });
});
