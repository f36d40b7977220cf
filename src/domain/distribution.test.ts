import { describe, expect, it } from 'vitest';
import { normalise, quantile, tempered } from './distribution.ts';
import { peopleAt, STATE_COUNT, STATE_POSITIONS } from './square-root-scale.ts';

const certain = (state: number): Float64Array =>
  Float64Array.from({ length: STATE_COUNT }, (_, index) => (index === state ? 1 : 0));

describe('quantile', () => {
  it('returns the only possible state as the median', () => {
    expect(quantile(certain(20), 0.5)).toBeCloseTo(peopleAt(STATE_POSITIONS[20] as number), 9);
    expect(quantile(certain(0), 0.5)).toBeCloseTo(0, 9);
  });

  it('increases with the probability and stays on the scale', () => {
    const uniform = new Float64Array(STATE_COUNT).fill(1 / STATE_COUNT);
    const probabilities = [0, 0.1, 0.25, 0.5, 0.9, 1];
    const found = probabilities.map((probability) => quantile(uniform, probability));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(new Set(found).size).toBe(probabilities.length);
  });
});

describe('tempered', () => {
  it('narrows a distribution above 1, widens it below 1, and normalises', () => {
    const distribution = Float64Array.from({ length: STATE_COUNT }, (_, index) =>
      Math.exp(-((index - 15) ** 2) / 20),
    );
    normalise(distribution);
    const width = (power: number) => {
      const found = tempered(distribution, power);
      expect(found.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 12);
      return quantile(found, 0.9) - quantile(found, 0.1);
    };
    expect(width(2)).toBeLessThan(width(1));
    expect(width(0.5)).toBeGreaterThan(width(1));
  });
});
