import { expect, it } from 'vitest';
import { averages } from './heat-map.ts';

it('averages reports by weekday and hour of local time', () => {
  const cells = averages([
    { t: '2026-10-16T23:10:00-07:00', value: 10 },
    { t: '2026-10-09T23:59:59-07:00', value: 20 },
    { t: '2026-10-17T00:00:00-07:00', value: 3 },
  ]);
  expect([...cells]).toEqual([
    [4 * 24 + 23, { value: 15, reports: 2 }],
    [5 * 24, { value: 3, reports: 1 }],
  ]);
});
