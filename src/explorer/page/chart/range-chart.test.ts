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
    'weeks, the first and last partial',
    chartOf(['2026-10-10', 3], ['2026-10-12', 5]),
    '2026-10-13',
    'Average by week, from 1 report. Busiest: the week of Monday 12 October 2026, 5 people on average.',
  ],
  ['one day', chartOf(['2026-10-14', null]), '2026-10-14', 'Average by day, from 1 report.'],
])('a range has %s', (_, chart, until, summary) => {
  expect(rangeChart(chart, until).summary).toBe(summary);
});

it.each([
  [
    'today',
    chartOf(['2026-10-15', 3], ['2026-10-16', 12]),
    'Average by day, from 1 report. Busiest: Thursday 15 October 2026, 3 people on average.',
    ['Thu 15 Oct 2026', 'Fri 16 Oct 2026 (so far)'],
    'today so far',
  ],
  [
    'this week',
    chartOf(['2026-10-05', 1], ['2026-10-12', 5]),
    'Average by week, from 1 report. Busiest: the week of Monday 5 October 2026, 1 person on average.',
    ['Mon 5 Oct 2026', 'Mon 12 Oct 2026 (so far)'],
    'this week so far',
  ],
])('does not compare %s, which is unfinished, with finished ones', (_, chart, summary, names, legend) => {
  const figure = rangeChart(chart, '2026-10-16', '2026-10-16');
  expect(figure.summary).toBe(summary);
  expect(figure.table.rows.map(([name]) => name)).toEqual(names);
  expect(figure.legend).toContainEqual(expect.objectContaining({ label: legend }));
  const over = rangeChart(chart, '2026-10-16');
  expect(JSON.stringify([over.legend, over.table, over.summary])).not.toContain('so far');
});

it('has a table', () => {
  const { table } = rangeChart(chartOf(['2026-10-14', 3.25], ['2026-10-15', null]), '2026-10-15');
  expect(table.rows).toEqual([
    ['Wed 14 Oct 2026', 3.25],
    ['Thu 15 Oct 2026', 'no reports'],
  ]);
});

it('says that there are no reports', () => {
  expect(rangeChart({ scatter: [], line: [] }, '2026-10-14').summary).toBe('No reports in this range.');
});
