import { expect, it } from 'vitest';
import { hoursChart, shownHours } from './patterns-chart.ts';

const BY_HOUR = Array.from({ length: 24 }, (_, hour) => ({
  hour,
  value: null as number | null,
  report_count: 0,
}));
const reportedIn = (...hours: readonly number[]) =>
  BY_HOUR.map((one) => (hours.includes(one.hour) ? { ...one, value: 3, report_count: 1 } : one));

it.each([
  ['from the first open hour to the last, past midnight', { first: 22, last: 1 }, [], [22, 23, 0, 1]],
  [
    'of the whole day when there are reports outside open hours',
    { first: 22, last: 1 },
    [5],
    BY_HOUR.map(({ hour }) => hour),
  ],
  ['from the first to the last with reports, in Form 1', null, [9, 11], [9, 10, 11]],
  ['of the whole day without any report, in Form 1', null, [], BY_HOUR.map(({ hour }) => hour)],
])('shows the hours %s', (_, open_hours, reported, expected) => {
  const patterns = {
    by_hour: reportedIn(...reported),
    by_weekday: [],
    ...(open_hours === null ? {} : { open_hours }),
  };
  expect(shownHours(patterns)).toEqual(expected);
});

it.each([
  [9, true],
  [10, false],
  [3, false],
  [null, false],
])('highlights the bar of hour %s: %s', (hour, expected) => {
  const patterns = { by_hour: reportedIn(9, 11), by_weekday: [] };
  expect(hoursChart(patterns, hour).hasCurrent).toBe(expected);
});
