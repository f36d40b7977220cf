import { expect, it } from 'vitest';
import { LocalTime } from '../../src/service/domain/local-time.ts';
import { type Material, plannedRows, titleOf } from './rows.ts';

const MATERIAL: Material = { family: 'tuning', seed: 's', counts: null, part: 'evaluation' };
const EMPTY_COUNTS = { counts: [], time: new LocalTime('America/Los_Angeles') };

it.each(['tuning', 'held-out', 'final'] as const)('gives every row of %s a title of its own', (family) => {
  const titles = plannedRows({ ...MATERIAL, family, counts: EMPTY_COUNTS }).map(titleOf);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles).toContain('first days: real counts, 20 an hour');
});

it('measures the same queues with other reporters', () => {
  const rows = plannedRows(MATERIAL);
  const [typical, late] = [
    'venues: slow and steady, 6 an hour',
    'reporters: slow and steady, late, 6 an hour',
  ].map((title) => rows.find((row) => titleOf(row) === title)?.records()[0]);
  expect(late?.counts).toEqual(typical?.counts);
  expect(late?.reports).not.toEqual(typical?.reports);
});

it('evaluates three days without any before them, each weekday being first equally often', () => {
  const row = plannedRows(MATERIAL).find((one) => titleOf(one) === 'first days: meal rushes, 2 an hour');
  const records = row?.records() ?? [];
  for (const { counts, evaluatedFrom, evaluatedUntil, time } of records) {
    expect(time.date(counts[0]?.at ?? 0)).toEqual(evaluatedFrom);
    expect(evaluatedFrom.until(evaluatedUntil).days).toBe(3);
  }
  const weekdays = records.map(({ evaluatedFrom }) => evaluatedFrom.dayOfWeek);
  expect(weekdays.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7].flatMap((day) => Array(4).fill(day)));
});

it('has no reports in the silent hours of a venue', () => {
  const row = plannedRows(MATERIAL).find((one) => one.name === 'rush after silence');
  const [record] = row?.records() ?? [];
  const hours = record?.reports.map(({ at }) => record.time.minuteOfDay(at) / 60) ?? [];
  expect(hours.filter((hour) => hour >= 10.8 && hour < 11.8)).toEqual([]);
  expect(hours.filter((hour) => hour >= 11.8 && hour < 12.8).length).toBeGreaterThan(50);
});
