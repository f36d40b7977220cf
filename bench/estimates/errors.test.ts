import { expect, it } from 'vitest';
import { Errors, whereLong } from './errors.ts';

it('sorts queries into bands by the shown value', () => {
  const errors = new Errors();
  for (const shown of [0, 0.4, 0.5, 2.9, 3, 5.9, 6, 14.9, 15, 29.9, 30, 70]) errors.add(0, shown, 0, shown);
  expect(errors.scores.bands.map(({ queries }) => queries)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(whereLong(errors.scores).queries).toBe(8);
});

it('scores values and ranges', () => {
  const errors = new Errors();
  errors.add(4, 6, 5, 8);
  errors.add(4, 3, 2, 4);
  const { mae, coverage, width, interval } = errors.scores;
  expect({ mae, coverage, width }).toEqual({ mae: 1.5, coverage: 0.5, width: 2.5 });
  // The width, and ten times the one person by which a range missed one of the two.
  expect(interval).toBeCloseTo(2.5 + (10 * 1) / 2, 12);
});
