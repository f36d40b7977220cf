import { expect, it } from 'vitest';
import { wallTimeOf } from '../local-time.ts';
import { TypicalWeek } from './typical-week.ts';

const WEEK = new TypicalWeek({
  scatter: [
    { t: '2026-10-16T23:10:00-07:00', value: 10 },
    { t: '2026-10-09T23:59:59-07:00', value: 20 },
    { t: '2026-10-17T00:00:00-07:00', value: 3 },
  ],
});

it('averages reports by weekday and hour of local time', () => {
  expect(WEEK.hour(4, 23)).toEqual({ value: 15, reports: 2 });
  expect(WEEK.at(wallTimeOf('2026-10-30T23:30:00-07:00'))).toEqual({ value: 15, reports: 2 });
  expect(WEEK.hour(5, 0)).toEqual({ value: 3, reports: 1 });
  expect([WEEK.reports, WEEK.highest]).toEqual([3, 15]);
});

it('has no average for an hour without reports', () => {
  expect([WEEK.hour(0, 0), new TypicalWeek({ scatter: [] }).highest]).toEqual([null, 0]);
});

it('is usual only from five reports on', () => {
  const reports = (count: number) => Array(count).fill({ t: '2026-10-16T23:10:00-07:00', value: 10 });
  const at = (count: number) =>
    new TypicalWeek({ scatter: reports(count) }).usualAt(Date.UTC(2026, 9, 30, 23));
  expect([at(4), at(5)]).toEqual([null, { value: 10, reports: 5 }]);
});
