import { expect, it } from 'vitest';
import { exampleOf } from './examples.fixture.ts';
import { hoursChart, shownHours } from './patterns-chart.ts';
import type { Form, Patterns } from './responses.ts';

const ALL = Array.from({ length: 24 }, (_, hour) => hour);

/** Patterns of a form with one report in each of some hours. */
function patternsOf(form: Form, hours: readonly number[]): Patterns {
  const example = exampleOf('/api/v1/patterns', 'all-time', form);
  const by_hour = example.by_hour.map((one) =>
    hours.includes(one.hour)
      ? { ...one, value: 3, report_count: 1 }
      : { ...one, value: null, report_count: 0 },
  );
  return { ...example, by_hour };
}

it.each([
  ['from the first open hour to the last, past midnight', { first: 22, last: 1 }, [], [22, 23, 0, 1]],
  ['of the whole day when there are reports outside open hours', { first: 22, last: 1 }, [5], ALL],
  ['from the first to the last with reports, in Form 1', null, [9, 11], [9, 10, 11]],
  ['of the whole day without any report, in Form 1', null, [], ALL],
])('shows the hours %s', (_, open_hours, reported, expected) => {
  const patterns = open_hours === null ? patternsOf(1, reported) : { ...patternsOf(2, reported), open_hours };
  expect(shownHours(patterns)).toEqual(expected);
});

it.each([
  [9, true],
  [10, false],
  [3, false],
  [null, false],
])('marks the bar of hour %s as current: %s', (hour, expected) => {
  expect(hoursChart(patternsOf(1, [9, 11]), hour).hasCurrent).toBe(expected);
});
