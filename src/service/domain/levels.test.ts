import { describe, expect, it } from 'vitest';
import { BELOW_LEVEL, LEVEL_COUNT, type Levels, normalize, Reversion, USUAL_LEVELS } from './levels.ts';

const certain = (level: number): Levels =>
  Float64Array.from({ length: LEVEL_COUNT }, (_, index) => (index === level ? 1 : 0));
const total = (levels: Levels) => levels.reduce((sum, part) => sum + part, 0);
const mean = (levels: Levels) => levels.reduce((sum, part, level) => sum + part * level, 0);
const bump = (center: number): Levels => {
  const levels = Float64Array.from({ length: LEVEL_COUNT }, (_, level) =>
    Math.exp(-((level - center) ** 2) / 9),
  );
  normalize(levels);
  return levels;
};

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

  it('halves the distance from the usual in about 0.7 of its time constant', () => {
    const levels = bump(22);
    const before = mean(levels) - mean(USUAL_LEVELS);
    reversion.pass(levels, Math.round(Math.LN2 * minutes));
    const after = mean(levels) - mean(USUAL_LEVELS);
    expect(after / before).toBeGreaterThan(0.42);
    expect(after / before).toBeLessThan(0.6);
  });

  it('looks the same in either direction of time', () => {
    // The probability to be here and then there equals that to be there and then here.
    const joint = (first: number, second: number) => {
      const levels = certain(first);
      reversion.pass(levels, 20);
      return (USUAL_LEVELS[first] as number) * (levels[second] as number);
    };
    for (const [first, second] of [
      [12, 14],
      [15, 20],
      [5, 9],
    ] as const)
      expect(joint(first, second) / joint(second, first)).toBeCloseTo(1, 9);
  });
});
