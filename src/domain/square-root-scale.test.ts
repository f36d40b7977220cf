import { describe, expect, it } from 'vitest';
import { BUCKET_VALUE, BUCKETS } from './bucket.ts';
import { MINUTE } from './micros.ts';
import { oneDecimal, onScale, peopleAt, weightAt } from './square-root-scale.ts';

describe('the square-root scale', () => {
  it.each(BUCKETS.map((bucket) => [bucket]))('leads there and back for %s', (bucket) => {
    expect(peopleAt(onScale(bucket))).toBeCloseTo(BUCKET_VALUE[bucket], 9);
  });

  it.each([[-5], [-0.1], [0], [0.7]])('never falls below nobody (%d)', (scaled) => {
    expect(peopleAt(scaled)).toBe(0);
  });

  it.each([
    [0, 1],
    [20 * MINUTE, 0.5],
    [-20 * MINUTE, 0.5],
    [60 * MINUTE, 0.125],
  ])('weighs a report %d microseconds away %d', (distance, weight) => {
    expect(weightAt(distance, 20 * MINUTE)).toBeCloseTo(weight, 12);
  });

  it.each([
    [0, 0],
    [1.04, 1],
    [1.05, 1.1],
    [34.96, 35],
  ])('shows %d people as %d', (people, shown) => {
    expect(oneDecimal(people)).toBe(shown);
  });
});
