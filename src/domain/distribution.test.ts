import { describe, expect, it } from 'vitest';
import { normalise, quantile, tempered } from './distribution.ts';
import { peopleAt, STATE_COUNT, STATE_POSITIONS } from './square-root-scale.ts';

const at = (index: number): Float64Array =>
  Float64Array.from({ length: STATE_COUNT }, (_, length) => (length === index ? 1 : 0));

describe('quantile', () => {
  it('has the middle of a sure belief where it is sure', () => {
    expect(quantile(at(20), 0.5)).toBeCloseTo(peopleAt(STATE_POSITIONS[20] as number), 9);
    expect(quantile(at(0), 0.5)).toBeCloseTo(0, 9);
  });

  it('rises with the share and stays within the scale', () => {
    const even = new Float64Array(STATE_COUNT).fill(1 / STATE_COUNT);
    const shares = [0, 0.1, 0.25, 0.5, 0.9, 1];
    const found = shares.map((share) => quantile(even, share));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(new Set(found).size).toBe(shares.length);
  });
});

describe('tempered', () => {
  it('makes a belief surer above 1, less sure below, and leaves its total at 1', () => {
    const belief = Float64Array.from({ length: STATE_COUNT }, (_, index) =>
      Math.exp(-((index - 15) ** 2) / 20),
    );
    normalise(belief);
    const width = (power: number) => {
      const other = tempered(belief, power);
      expect(other.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 12);
      return quantile(other, 0.9) - quantile(other, 0.1);
    };
    expect(width(2)).toBeLessThan(width(1));
    expect(width(0.5)).toBeGreaterThan(width(1));
  });
});
