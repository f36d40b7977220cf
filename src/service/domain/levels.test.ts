import { describe, expect, it } from 'vitest';
import { BELOW_LEVEL, LEVEL_COUNT, type Levels, Reversion, USUAL_LEVELS } from './levels.ts';

const certain = (level: number): Levels =>
  Float64Array.from({ length: LEVEL_COUNT }, (_, index) => (index === level ? 1 : 0));
const total = (levels: Levels) => levels.reduce((sum, part) => sum + part, 0);
it('the usual levels add up to 1 and are symmetric', () => {
  expect(total(USUAL_LEVELS)).toBeCloseTo(1, 12);
  expect([BELOW_LEVEL[0], BELOW_LEVEL[LEVEL_COUNT / 2], BELOW_LEVEL[LEVEL_COUNT]]).toEqual([
    0,
    expect.closeTo(0.5, 7),
    1,
  ]);
});

describe.each([10, 250, 1250])('a reversion within %d minutes', (minutes) => {
  const reversion = new Reversion(minutes);

  it.each([1, 5, 37, 600])('keeps levels normalized and non-negative over %d minutes', (passed) => {
    for (const level of [0, 17, LEVEL_COUNT - 1]) {
      const levels = certain(level);
      reversion.pass(levels, passed);
      expect(total(levels)).toBeCloseTo(1, 12);
      expect(Math.min(...levels)).toBeGreaterThanOrEqual(0);
    }
  });

  it('leaves the usual levels unchanged, and ends there', () => {
    for (const [levels, digits] of [
      [Float64Array.from(USUAL_LEVELS), 12] as const,
      [certain(3), 4] as const,
    ]) {
      reversion.pass(levels, 20 * minutes);
      for (const [level, part] of levels.entries())
        expect(part).toBeCloseTo(USUAL_LEVELS[level] as number, digits);
    }
  });
});
