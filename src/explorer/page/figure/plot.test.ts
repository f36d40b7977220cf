import { expect, it } from 'vitest';
import { niceTicks } from './plot.ts';

it.each([
  [0, 5, [0, 1, 2, 3, 4, 5]],
  [5, 5, [0, 1, 2, 3, 4, 5]],
  [5.1, 5, [0, 2, 4, 6]],
  [13.4, 5, [0, 5, 10, 15]],
  [25, 5, [0, 5, 10, 15, 20, 25]],
  [25.1, 5, [0, 10, 20, 30]],
  [99, 4, [0, 50, 100]],
  [101, 5, [0, 50, 100, 150]],
  [7, 4, [0, 2, 4, 6, 8]],
])('an axis up to %s people, in %i steps at most, has the labels %j', (highest, count, expected) => {
  expect(niceTicks(highest, count)).toEqual(expected);
});
