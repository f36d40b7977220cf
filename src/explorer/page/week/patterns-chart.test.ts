import { expect, it } from 'vitest';
import { patternsOf } from '../deployment/examples.fixture.ts';
import { hoursChart } from './patterns-chart.ts';
import { hourRows, TypicalWeek } from './typical-week.ts';

const NONE = new TypicalWeek({ scatter: [] });

/** The rows of the table for hours with reports. */
function tableOf(hours: readonly number[]) {
  const patterns = patternsOf(1, hours);
  return hoursChart(patterns, hourRows(patterns, NONE), 12).table.rows;
}

it('has a bar for each hour, also past midnight, and none for the night', () => {
  expect(tableOf([22, 0])).toEqual([
    ['10pm', 3, 1],
    ['11pm', 'no reports', 0],
    ['12am', 3, 1],
  ]);
});

it.each([
  [5, 3, 'Busiest hour: 12pm, 3 people on average.'],
  [5, 1, 'Busiest hour: 12pm, 1 person on average.'],
  [4, 3, 'Too few reports to name the busiest hour.'],
])(
  'with %i reports of %i at noon, and one of more people at 9am, says “%s”',
  (report_count, value, summary) => {
    const patterns = patternsOf(1, [9, 12]);
    const by_hour = patterns.by_hour.map((one) =>
      one.hour === 12 ? { ...one, report_count, value } : one.hour === 9 ? { ...one, value: 30 } : one,
    );
    const counted = { ...patterns, by_hour };
    expect(hoursChart(counted, hourRows(counted, NONE), 12).summary).toBe(summary);
  },
);
