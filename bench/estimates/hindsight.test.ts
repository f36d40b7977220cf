import { expect, it } from 'vitest';
import { hindsightError } from './hindsight.ts';

/** Twenty days with a query an hour; at noon the queue is longer. */
const queries = Array.from({ length: 20 * 24 }, (_, index) => {
  const [day, hour] = [Math.floor(index / 24), index % 24];
  const first = (index * 7) % 11;
  const second = (index * 5) % 13;
  return {
    day: `${day}`,
    timeOfWeek: `${hour}`,
    people: 2 + 0.5 * first + 0.25 * second + (hour === 12 ? 8 : 0),
    values: [first, second],
  };
});

it('finds the mixture of estimators, and what is usual at a time', () => {
  expect(hindsightError(queries)).toBeLessThan(0.3);
  expect(hindsightError(queries.map((query) => ({ ...query, timeOfWeek: '' })))).toBeGreaterThan(0.3);
});

it('is judged on other days than it was fitted to', () => {
  const alternating = queries.map((query, index) => ({
    ...query,
    people: Math.floor(index / 24) % 2 ? 10 : 0,
  }));
  expect(hindsightError(alternating)).toBeCloseTo(10, 1);
});
