import { describe, expect, it } from 'vitest';
import { LENGTH_COUNT, LENGTHS, oneDecimal, quantile } from './length-scale.ts';

const certain = (cell: number): Float64Array =>
  Float64Array.from({ length: LENGTH_COUNT }, (_, index) => (index === cell ? 1 : 0));

describe('the scale of lengths', () => {
  it('goes from 0 to 70 people, in steps that grow with the length', () => {
    expect(LENGTHS).toHaveLength(LENGTH_COUNT);
    expect(LENGTHS[0]).toBeCloseTo(0, 9);
    expect(LENGTHS[LENGTH_COUNT - 1]).toBeCloseTo(70, 9);
    const steps = [...LENGTHS].slice(1).map((people, index) => people - (LENGTHS[index] as number));
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  });
});

describe('quantile', () => {
  it('returns the only possible length as the median', () => {
    expect(quantile(certain(20), 0.5)).toBeCloseTo(LENGTHS[20] as number, 9);
    expect(quantile(certain(0), 0.5)).toBeCloseTo(0, 9);
  });

  it('increases with the probability and stays on the scale', () => {
    const uniform = new Float64Array(LENGTH_COUNT).fill(1 / LENGTH_COUNT);
    const probabilities = [0, 0.1, 0.25, 0.5, 0.9, 1];
    const found = probabilities.map((probability) => quantile(uniform, probability));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(new Set(found).size).toBe(probabilities.length);
  });
});

describe('oneDecimal', () => {
  it.each([
    [8.04, 8],
    [8.05, 8.1],
    [0, 0],
  ])('shows %d as %d', (people, shown) => {
    expect(oneDecimal(people)).toBe(shown);
  });
});
