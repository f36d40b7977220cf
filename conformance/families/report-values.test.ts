import { expect, it } from 'vitest';
import { areEnough, plausibleRange } from './report-values.ts';

it.each<[string, readonly number[], readonly [number, number]]>([
  ['a venue that was always empty', [0, 0, 0], [0, 10]],
  ['a venue of all buckets', [0, 3, 35], [0, 80]],
  ['a venue that is always crowded', [35, 35, 25], [2.5, 80]],
])('an estimate of %s may lie in a generous range', (_, values, range) => {
  expect(plausibleRange(values)).toEqual(range);
});

it('is compared strictly with 20 reports or more', () => {
  expect([19, 20].map((length) => areEnough(Array.from({ length }, () => 3)))).toEqual([false, true]);
});
