import { expect, it } from 'vitest';
import { rangeChart } from './range-chart.ts';

const chartOf = (...line: readonly (readonly [string, number | null])[]) => ({
  scatter: [{ t: '2026-10-14T12:00:00-07:00', value: 3 }],
  line: line.map(([date, value]) => ({ t: `${date}T00:00:00-07:00`, value })),
});

it.each([
  [
    'days',
    chartOf(['2026-10-14', 3], ['2026-10-15', null]),
    '2026-10-15',
    'Average by day, from 1 report. Busiest: Wednesday 14 October 2026, 3 people on average.',
  ],
  [
    'days, some of them left out',
    chartOf(['2026-10-12', 3], ['2026-10-13', 3], ['2026-10-14', 4], ['2026-10-18', 1]),
    '2026-10-18',
    'Average by day, from 1 report. Busiest: Wednesday 14 October 2026, 4 people on average.',
  ],
  [
    'weeks, the first and last partial',
    chartOf(['2026-10-10', 3], ['2026-10-12', 5]),
    '2026-10-13',
    'Average by week, from 1 report. Busiest: the week of Monday 12 October 2026, 5 people on average.',
  ],
  ['one day', chartOf(['2026-10-14', null]), '2026-10-14', 'Average by day, from 1 report.'],
])('a range has %s', (_, chart, until, summary) => {
  expect(rangeChart(chart, until).summary).toBe(summary);
});

it('has a table with dates for files', () => {
  const { table } = rangeChart(chartOf(['2026-10-14', 3.25], ['2026-10-15', null]), '2026-10-15');
  expect(table.rows).toEqual([
    ['Wed 14 Oct 2026', 3.25],
    ['Thu 15 Oct 2026', 'no reports'],
  ]);
  expect(table.names).toEqual(['2026-10-14', '2026-10-15']);
});

it('says that there are no reports', () => {
  expect(rangeChart({ scatter: [], line: [] }, '2026-10-14').summary).toBe('No reports in this range.');
});
