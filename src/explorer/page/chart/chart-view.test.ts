import { expect, it } from 'vitest';
import { type Comparison, comparedDay } from './chart-view.ts';

it.each<readonly [Comparison, string | null]>([
  ['typical', null],
  ['nothing', null],
  ['week-before', '2026-10-09'],
  ['day-before', '2026-10-15'],
  [{ date: '2025-10-16' }, '2025-10-16'],
  [{ date: '2026-10-16' }, null],
  [{ date: 'tomorrow' }, null],
])('a day compared with %j is compared with the day %j', (compare, expected) => {
  expect(comparedDay(compare, '2026-10-16')).toBe(expected);
});
