import { describe, expect, it } from 'vitest';
import { isFarFromReports } from './line-values.ts';

/** An empty night with a few people, as in a real venue. */
const QUIET = [...Array<number>(22).fill(0), ...Array<number>(10).fill(3), 8, 8, 8];

describe('a line', () => {
  it.each([
    ['that ignores one wild report on a quiet day', 0.6, [...QUIET, 35], false],
    ['that is far from all reports', 0.6, Array<number>(20).fill(3), true],
    ['that is far above them', 9, Array<number>(20).fill(3), true],
    ['that is near them', 2, Array<number>(20).fill(3), false],
    ['whose wild reports are many', 0.6, [...QUIET, 35, 35, 35, 35, 35, 35], true],
  ])('%s', (_, lineMean, values, isFar) => {
    expect(isFarFromReports(lineMean, values)).toBe(isFar);
  });
});
