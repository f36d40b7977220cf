import { describe, expect, it } from 'vitest';
import type { components } from '../src/service/contract/form-2.types.generated.ts';
import { type ScenarioData, scenarioBuilder } from './data/scenario-data.ts';
import { SCENARIO_NAMES, type ScenarioName } from './scenarios.ts';
import { getChart } from './service/get-chart.ts';
import { getStatus } from './service/get-status.ts';
import type { Store } from './service/store.ts';

type Status = components['schemas']['Status'];
type Chart = components['schemas']['Chart'];

const ZONES = ['America/Los_Angeles', 'Asia/Kathmandu'];
/** Ordinary days, both clock changes and the end of the year. */
const DAYS = ['2026-11-18', '2026-11-21', '2026-11-22', '2026-03-08', '2026-11-01', '2026-12-31'];

const CHECKS: Readonly<Record<ScenarioName, (status: Status, now: Temporal.ZonedDateTime) => void>> = {
  rush({ has_estimate, estimate_value, report_count, last_updated, hours }, now) {
    expect(hours).toMatchObject({ is_open: true, closing_soon: false, opens_at: null });
    expect(has_estimate).toBe(true);
    expect(estimate_value).toBeGreaterThan(18);
    expect(report_count).toBeGreaterThan(8);
    expect(hoursSince(last_updated, now)).toBeLessThan(8 / 60);
  },
  'closing-soon'({ has_estimate, estimate_value, hours }) {
    expect(hours).toMatchObject({ is_open: true, closing_soon: true, opens_at: null });
    expect(hours.minutes_until_close).toBeGreaterThan(15);
    expect(hours.minutes_until_close).toBeLessThanOrEqual(30);
    expect(has_estimate).toBe(true);
    expect(estimate_value).toBeLessThan(10);
  },
  closed({ has_estimate, estimate_value, hours }) {
    expect(hours).toMatchObject({ is_open: false, closing_soon: false, minutes_until_close: 0 });
    expect(hours.opens_at).toMatch(/^\d+:\d\d[ap]m$/);
    expect([has_estimate, estimate_value]).toEqual([false, 0]);
  },
  'no-estimate'({ has_estimate, report_count, last_updated, hours }, now) {
    expect(hours).toMatchObject({ is_open: true, closing_soon: false });
    expect([has_estimate, report_count]).toEqual([false, 0]);
    expect(hoursSince(last_updated, now)).toBeGreaterThan(6);
  },
  'quota-exceeded': ({ has_estimate }) => expect(has_estimate).toBe(true),
  empty: ({ has_estimate, hours }) => expect([hours.is_open, has_estimate]).toEqual([true, false]),
  nulls({ estimate_value, last_updated, hours }) {
    expect([estimate_value, last_updated, hours.closes_at]).toEqual([null, null, null]);
    expect(hours.opens_at).toMatch(/^\d+:\d\d[ap]m$/);
    expect(hours.is_open).toBe(false);
  },
};

function hoursSince(text: string | null, now: Temporal.ZonedDateTime): number {
  return now
    .toInstant()
    .since(text ?? '')
    .total('hours');
}

describe('a scenario is valid at any time', { timeout: 60_000 }, () => {
  it.each(SCENARIO_NAMES.flatMap((name) => ZONES.map((zone) => [name, zone] as const)))(
    '%s in %s',
    (name, zone) => {
      const build = scenarioBuilder(zone);
      for (const day of DAYS) {
        const midnight = Temporal.PlainDate.from(day).toZonedDateTime(zone);
        for (let minute = 0; minute < 24 * 60; minute += 193) {
          const now = midnight.add({ minutes: minute });
          const data = build(name, now.toInstant());
          const status = getStatus(serviceOf(data)) as unknown as Status;
          CHECKS[name](status, now);
          const recent = data.reports.filter(({ us }) => us >= data.now - 2 * 3_600_000_000);
          expect(status.report_count).toBeLessThanOrEqual(recent.length);
          if (status.hours.is_open)
            expect(closingTimeOf(status, now), now.toString()).toBe(status.hours.closes_at);
        }
      }
    },
  );
});

describe('the open window of today', () => {
  const [zone = ''] = ZONES;

  it.each([
    ['00:00', 0],
    ['00:20', 0],
    ['03:11', 0],
    ['04:00', 0],
    ['12:30', 8],
    ['22:00', 18],
    ['23:59', 19],
  ])('has the reports of a rush at %s', (time, opens) => {
    const now = Temporal.ZonedDateTime.from(`2026-11-20T${time}[${zone}]`).toInstant();
    const data = scenarioBuilder(zone)('rush', now);
    const chart = getChart(serviceOf(data), { since: null, until: null }) as unknown as Chart;
    const { start = '', end = '' } = chart.open_window ?? {};
    expect(Number(start.slice(11, 13))).toBe(opens);
    const present = chart.scatter.filter(({ t }) => Number(t.slice(11, 13)) >= opens);
    expect(present.filter(({ t }) => t < start || end < t)).toEqual([]);
  });
});

/** The service in Form 2 that responds with some data. */
function serviceOf(data: ScenarioData): Store {
  return { ...data, form: 2, labels: [], photoUrl: String };
}

/** The clock time after the minutes until closing. */
function closingTimeOf({ hours }: Status, now: Temporal.ZonedDateTime): string {
  const end = now.with({ second: 0 }).add({ minutes: hours.minutes_until_close ?? 0 });
  const hour = end.hour % 12 === 0 ? 12 : end.hour % 12;
  return `${hour}:${String(end.minute).padStart(2, '0')}${end.hour < 12 ? 'am' : 'pm'}`;
}

describe('time within a quarter-hour', () => {
  const build = scenarioBuilder('America/Los_Angeles');
  const begin = Temporal.Instant.from('2026-11-20T12:30:00-08:00');

  it('counts down to the same closing time', () => {
    const minutes = [0, 1, 14].map((passed) => {
      const data = build('closing-soon', begin.add({ minutes: passed }));
      const { hours } = getStatus(serviceOf(data)) as unknown as Status;
      return [hours.minutes_until_close, hours.closes_at];
    });
    expect(minutes).toEqual([
      [30, '1:00pm'],
      [29, '1:00pm'],
      [16, '1:00pm'],
    ]);
  });

  it('adds new reports and keeps the old ones as they were', () => {
    const before = build('rush', begin).reports;
    const after = build('rush', begin.add({ minutes: 14 })).reports;
    expect(after.length).toBeGreaterThan(before.length);
    expect(before.map(({ id, us, bucket }) => [id, us, bucket])).toEqual(
      after.slice(0, before.length).map(({ id, us, bucket }) => [id, us, bucket]),
    );
  });
});
