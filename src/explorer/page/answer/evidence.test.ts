import { expect, it } from 'vitest';
import type { Status } from '../deployment/responses.ts';
import { venueTimeOf } from '../local-time.ts';
import { evidenceOf } from './evidence.ts';

const NOW = venueTimeOf('2026-10-16T12:35:00-07:00');

it.each([
  [7, '12:29', 'Based on 7 reports, the newest 6 min ago', false],
  [7, '12:35', 'Based on 7 reports, the newest just now', false],
  // A report may arrive between the clock's reading and the response.
  [7, '12:36', 'Based on 7 reports, the newest just now', false],
  [3, '11:51', 'Based on 3 reports, the newest 44 min ago', false],
  [3, '11:50', 'Based on 3 reports, the newest 45 min old', true],
  [2, '12:29', 'Based on 2 reports, the newest 6 min ago', false],
  [2, '11:30', 'Based on 2 reports, the newest 1 h 5 min old', true],
  [1, '12:29', 'Based on a single report, 6 min ago', false],
  [1, '11:45', 'Based on a single report, 50 min old', true],
])('%d reports, the newest at %s: %s', (report_count, time, text, isOld) => {
  const last_updated = `2026-10-16T${time}:00-07:00`;
  const status = { has_estimate: true, estimate_value: 22, report_count, last_updated };
  expect(evidenceOf(status as Status, NOW)).toEqual({ text, isOld, isRough: isOld || report_count < 3 });
});

it.each([
  ['2026-10-16T12:35:00', true, 'No reports yet today'],
  ['2026-10-16T12:35:00', false, 'Last updated at 12:35pm'],
  ['2026-10-15T12:00:00', true, 'Last updated on Thu 15 Oct at noon'],
])('last updated %s, without reports today: %s: %s', (time, isWithoutReports, text) => {
  const status = { has_estimate: false, estimate_value: 0, report_count: 0, last_updated: `${time}-07:00` };
  expect(evidenceOf(status as Status, NOW, isWithoutReports)?.text).toBe(text);
});

it.each([
  [2, '2026-10-16T23:40:00', 'Based on 2 reports before midnight, the newest 35 min ago'],
  [1, '2026-10-16T23:40:00', 'Based on a single report before midnight, 35 min ago'],
  [2, '2026-10-17T00:05:00', 'Based on 2 reports, the newest 10 min ago'],
])('past midnight, %d reports until %s: %s', (report_count, time, text) => {
  const status = { has_estimate: true, estimate_value: 2, report_count, last_updated: `${time}-07:00` };
  expect(evidenceOf(status as Status, venueTimeOf('2026-10-17T00:15:00-07:00'))?.text).toBe(text);
});

it.each([
  ['2026-10-16T09:00:00-07:00', 'Last updated at 9am'],
  ['2026-10-16T09:10:00-07:00', 'Last updated at 9:10am'],
  ['2026-10-15T21:10:00-07:00', 'Last updated on Thu 15 Oct at 9:10pm'],
  // A clock that is wrong.
  ['2026-10-16T13:10:00-07:00', undefined],
  [null, undefined],
])('without an estimate, last updated %s: %s', (last_updated, text) => {
  const status = { has_estimate: false, estimate_value: 0, report_count: 0, last_updated };
  expect(evidenceOf(status as Status, NOW)?.text).toBe(text);
});

it.each([
  ['when they go back', '2026-11-01T01:10:00-07:00', '2026-11-01T01:52:00-08:00', '1 h 42 min old', true],
])('the newest report has its age in time that has passed: %s', (_, last_updated, now, age, isOld) => {
  const status = { has_estimate: true, estimate_value: 22, report_count: 7, last_updated };
  const text = `Based on 7 reports, the newest ${age}`;
  expect(evidenceOf(status as Status, venueTimeOf(now))).toEqual({ text, isOld, isRough: isOld });
});
