import { expect, it } from 'vitest';
import { ratioError } from './ratio-error.ts';

it('is 0 when every day has the same ratio', () => {
  expect(
    ratioError([
      [1, 2, 3],
      [2, 4, 6],
      [3, 6, 9],
    ]),
  ).toBeCloseTo(0, 12);
});

it('is the standard error of the mean for days with the same error of the rule', () => {
  // Our errors are 1, 2 and 3 with a standard deviation of 1; of the mean of three it is 1 / sqrt 3.
  expect(
    ratioError([
      [1, 1],
      [2, 1],
      [3, 1],
    ]),
  ).toBeCloseTo(1 / Math.sqrt(3), 12);
});
