import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { components as form1 } from '../src/service/contract/form-1.types.generated.ts';
import type { components as form2 } from '../src/service/contract/form-2.types.generated.ts';
import { loadForm } from './load-form.ts';
import { ask, mocksUnderTest, NOON, read } from './mock-under-test.fixture.ts';
import { SCENARIO_NAMES, type ScenarioName } from './scenarios.ts';
import { varietyOf } from './variety.ts';

type Schemas = form2['schemas'];
type Report = Schemas['Report'] & Partial<Pick<form1['schemas']['Report'], 'photo_url'>>;
type Row = Schemas['ExportRow'] & Partial<Pick<form1['schemas']['ExportRow'], 'has_photo'>>;

const mockWith = mocksUnderTest();
const FORMS = [1, 2] as const;
/** Midday, a venue that opened before midnight, and the hours of both clock changes. */
const TIMES = [
  NOON.now,
  '2026-11-20T00:20:00-08:00',
  '2026-11-01T01:20:00-08:00',
  '2026-03-08T03:05:00-07:00',
];
/** The number of people that each label stands for, in either form. */
const VALUES: Readonly<Record<string, number>> = {
  '0': 0,
  '1-5': 3,
  '6-10': 8,
  '11-20': 15,
  '20-30': 25,
  '30+': 35,
  '3': 3,
  '8': 8,
  '15': 15,
  '25': 25,
  '35': 35,
};
const SCENARIOS = SCENARIO_NAMES.filter((name) => name !== 'quota-exceeded');
const CASES = FORMS.flatMap((form) => SCENARIOS.map((scenario) => [scenario, form] as const));

describe('the responses of a scenario agree', { timeout: 60_000 }, () => {
  it.each(CASES)('in status, chart, patterns, feed and export: %s, Form %i', async (scenario, form) => {
    for (const now of TIMES) {
      const { feed, chart, rows, patterns, status } = await responsesAt(now, scenario, form);
      const today = feed.filter(({ created_at }) => created_at.startsWith(now.slice(0, 10)));
      expect(chart.scatter, now).toEqual(
        today.map(({ created_at, bucket }) => ({ t: created_at, value: VALUES[bucket] })).toReversed(),
      );
      expect(
        rows.slice(0, 200).map(({ timestamp, bucket }) => [timestamp, bucket]),
        now,
      ).toEqual(feed.map(({ created_at, bucket }) => [created_at, bucket]));
      expect([sum(patterns.by_hour), sum(patterns.by_weekday)], now).toEqual([rows.length, rows.length]);
      if (scenario === 'nulls') expect(status.last_updated, now).toBeNull();
      else if (scenario !== 'empty') expect(status.last_updated, now).toBe(feed[0]?.created_at);
      const instant = Temporal.Instant.from(now);
      for (const { created_at } of feed.slice(0, status.report_count)) {
        expect(instant.since(created_at).total('minutes'), now).toBeLessThanOrEqual(120);
      }
    }
  });

  it.each(SCENARIOS)('in the photos of feed and export: %s, Form 1', async (scenario) => {
    const { feed, rows } = await responsesAt(NOON.now, scenario, 1);
    const photos = feed.map(({ photo_url }) => (photo_url === null ? 'False' : 'True'));
    expect(rows.slice(0, 200).map(({ has_photo }) => has_photo)).toEqual(photos);
    if (scenario !== 'empty') expect(new Set(photos)).toEqual(new Set(['True', 'False']));
  });

  it.each(FORMS)('in the estimate and the end of the smoothed line: Form %i', async (form) => {
    for (const now of TIMES) {
      for (const scenario of ['rush', 'closing-soon'] as const) {
        const { status, chart } = await responsesAt(now, scenario, form);
        const last = chart.line.findLast(({ value }) => value !== null)?.value ?? Number.NaN;
        const estimate = status.estimate_value ?? Number.NaN;
        // The line ends up to a quarter-hour ago, and gives older reports less weight.
        expect(Math.abs(last - estimate), `${now} ${scenario}: ${last} and ${estimate}`).toBeLessThan(2);
      }
    }
  });
});

describe('the responses of another deployment agree', { timeout: 60_000 }, () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8].flatMap((seed) => FORMS.map((form) => [seed, form] as const)))(
    'in status, chart, patterns, feed and export: seed %i, Form %i',
    async (seed, form) => {
      const { buckets, isEmpty, lastUpdated } = varietyOf(seed, form);
      const labels = buckets.labels ?? (await loadForm(form)).labels;
      for (const scenario of ['rush', 'closed', 'nulls'] as const) {
        const { feed, chart, rows, patterns, status } = await responsesAt(NOON.now, scenario, form, seed);
        const today = feed.filter(({ created_at }) => created_at.startsWith('2026-11-20'));
        const points = today.map(({ created_at, bucket }) => {
          return { t: created_at, value: buckets.values[labels.indexOf(bucket)] };
        });
        expect(byTime(chart.scatter.map(({ t, value }) => ({ t, value })))).toEqual(byTime(points));
        const newest = rows
          .toSorted((one, other) => other.timestamp.localeCompare(one.timestamp))
          .slice(0, 200);
        expect(newest.map(({ timestamp, bucket }) => [timestamp, bucket])).toEqual(
          feed.map(({ created_at, bucket }) => [created_at, bucket]),
        );
        expect([sum(patterns.by_hour), sum(patterns.by_weekday)]).toEqual([rows.length, rows.length]);
        expect(feed.length === 0).toBe(isEmpty);
        const hasNull = scenario === 'nulls' || (lastUpdated === 'null' && !status.has_estimate);
        if (!isEmpty) expect(status.last_updated).toBe(hasNull ? null : feed[0]?.created_at);
      }
    },
  );
});

function byTime<Point extends { readonly t: string }>(points: readonly Point[]): readonly Point[] {
  return points.toSorted((one, other) => one.t.localeCompare(other.t));
}

async function responsesAt(now: string, scenario: ScenarioName, form: 1 | 2, vary?: number) {
  const mock = await mockWith({ now, form, ...(vary === undefined ? {} : { vary }) });
  const csv = await ask(mock, '/api/v1/export.csv', { Prefer: `example=${scenario}` });
  const rows: readonly Row[] = parse(await csv.text(), { columns: true, bom: true });
  const feed = await read<{ results: readonly Report[] }>(mock, '/api/v1/reports?limit=200', scenario);
  return {
    rows,
    feed: feed.results,
    status: await read<Schemas['Status']>(mock, '/api/v1/status', scenario),
    chart: await read<Schemas['Chart']>(mock, '/api/v1/chart', scenario),
    patterns: await read<Schemas['Patterns']>(mock, '/api/v1/patterns', scenario),
  };
}

function sum(counts: readonly { readonly report_count: number }[]): number {
  return counts.reduce((total, { report_count }) => total + report_count, 0);
}
