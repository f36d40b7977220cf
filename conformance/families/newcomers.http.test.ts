import { expect, it } from 'vitest';
import { SMALL, serviceOf } from '../reference/subjects.ts';
import { gist } from '../reports/outline.ts';
import { buildReport } from '../reports/report.ts';
import { judge, named } from '../testing/run-gate.fixture.ts';
import { newcomersFaults } from './newcomers.faults.ts';

/** The first cause that the gate names for each mistake, and what it says. */
const CAUSES: Readonly<Record<string, readonly [requirement: string, says: string]>> = {
  utc: [
    'time.local-offset',
    'all timestamps are in UTC, but the clock times fit -08:00: expected local time with the offset -08:00',
  ],
  'weekday-from-sunday': ['patterns.by_weekday-monday', 'weekday 0 has the label Sun: expected mon'],
  'until-exclusive': ['chart.until', 'does not show the reports of these days: expected missing: '],
  'photo-of-the-day': ['highlights.older', 'is not older than its day'],
  'months-from-0': [
    'time.local-offset',
    'all dates are a month before the Date header, as if months were written from 0: expected 2026-11-20, seen 2026-10-20',
  ],
  'clock-without-suffix': ['hours.closes_at', 'expected text that matches ^(1[0-2]|[1-9]):[0-5]\\d(am|pm)$'],
  'decimals-as-strings': ['patterns.by_hour-value', 'expected type number,null, seen "'],
  'null-as-empty-string': [
    'reports.next',
    '/next must match format "uri": expected must match format "uri", seen ""',
  ],
  'ids-as-strings': ['reports.id', 'expected type integer, seen "'],
  'next-relative': ['reports.next', 'seen "/api/v1/reports?cursor='],
  'page-size-ignored': [
    'reports.limit',
    'a page with limit 1 has the wrong size: expected at most 1, seen 8',
  ],
};

it('each mistake has a first cause', () => {
  expect(newcomersFaults.map(({ id }) => id.replace('newcomers/', ''))).toEqual(Object.keys(CAUSES));
});

it.each(newcomersFaults.flatMap(({ id, forms }) => forms.map((form) => ({ id, form }))))(
  '$id is explained by its first cause in form $form',
  async ({ id, form }) => {
    const [requirement, says] = CAUSES[id.replace('newcomers/', '')] ?? [];
    const fault = named(newcomersFaults, id);
    const result = await judge(serviceOf({ id, form, fault }, SMALL));
    const { causes, requirements } = buildReport(result.evidence, result, [], false);
    const first = requirements.find((one) => one.id === causes[0]?.requirement);
    expect([first?.id, first?.findings.map(gist).join('\n')]).toEqual([
      requirement,
      expect.stringContaining(says ?? '-'),
    ]);
  },
);

it.each([1, 2] as const)(
  'months from 0 are a single cause where no report is on a 31st, in form %i',
  async (form) => {
    const fault = named(newcomersFaults, 'newcomers/months-from-0');
    const state = { now: '2026-10-20T12:35:10', days: 15 };
    const result = await judge(serviceOf({ id: fault.id, form, fault: { ...fault, state } }, SMALL));
    const { causes } = buildReport(result.evidence, result, [], false);
    expect(causes.map(({ requirement }) => requirement)).toEqual(['time.local-offset']);
  },
);

it.each([1, 2] as const)('timestamps in UTC are a single cause in form %i', async (form) => {
  const fault = named(newcomersFaults, 'newcomers/utc');
  for (const state of [{ zone: 'Asia/Tokyo' }, { zone: 'Asia/Kolkata', now: '2026-11-20T03:10:00' }]) {
    const result = await judge(serviceOf({ id: fault.id, form, fault: { ...fault, state } }, SMALL));
    const { causes } = buildReport(result.evidence, result, [], false);
    expect(causes.map(({ requirement }) => requirement)).toEqual(['time.local-offset']);
  }
});

it.each([1, 2] as const)('a service whose local time is UTC passes in form %i', async (form) => {
  const variant = { id: 'utc', summary: 'A service in UTC.', forms: [form], options: { zone: 'UTC' } };
  const result = await judge(serviceOf({ id: 'utc', form, variant }, SMALL));
  expect(result.exitCode).toBe(0);
});
