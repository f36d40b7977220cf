import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';

const DRAWS = 20_000;

function draws(draw: (random: Random) => number): readonly number[] {
  const random = new Random('draws');
  return Array.from({ length: DRAWS }, () => draw(random));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function variance(values: readonly number[]): number {
  const center = mean(values);
  return mean(values.map((value) => (value - center) ** 2));
}

describe('Random', () => {
  it('returns the same numbers for the same seed, in every version of the program', () => {
    const random = new Random('demo');
    expect([random.uniform(), random.uniform(), random.uniform()]).toEqual(KNOWN);
  });

  it.each([
    { name: 'uniform(2, 6)', draw: (r: Random) => r.uniform(2, 6), mean: 4, variance: 16 / 12 },
    { name: 'exponential(4)', draw: (r: Random) => r.exponential(4), mean: 0.25, variance: 1 / 16 },
    { name: 'poisson(0.5)', draw: (r: Random) => r.poisson(0.5), mean: 0.5, variance: 0.5 },
    { name: 'poisson(60)', draw: (r: Random) => r.poisson(60), mean: 60, variance: 60 },
    { name: 'normal(3, 2)', draw: (r: Random) => r.normal(3, 2), mean: 3, variance: 4 },
    { name: 'chance(0.3)', draw: (r: Random) => Number(r.chance(0.3)), mean: 0.3, variance: 0.21 },
  ])('draws $name with its mean and variance', ({ draw, mean: m, variance: v }) => {
    const values = draws(draw);
    expect(Math.abs(mean(values) - m)).toBeLessThan(4 * Math.sqrt(v / DRAWS));
    expect(Math.abs(variance(values) / v - 1)).toBeLessThan(0.06);
  });

  it('throws for an empty list', () => {
    expect(() => new Random('x').pick([])).toThrow(RangeError);
  });

  it('samples different items, at most as many as there are', () => {
    const items = ['a', 'b', 'c', 'd', 'e'];
    const sample = new Random('x').sample(items, 3);
    expect(sample).toHaveLength(3);
    expect(new Set(sample).size).toBe(3);
    expect([...new Random('x').sample(items, 9)].sort()).toEqual(items);
    expect(new Random('x').sample(items, 0)).toEqual([]);
  });
});

/** Recorded from the first run: a change of the generator would change every demo. */
const KNOWN: readonly number[] = [0.5626832924317569, 0.316748620942235, 0.0379586813505739];
