import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { ask, mocksUnderTest, NOON, read } from './mock-under-test.suite.ts';
import { SCENARIO_NAMES, type ScenarioName } from './scenarios.ts';

interface Item {
  readonly created_at: string;
  readonly bucket: string;
  readonly photo_url?: string | null;
}

interface Row {
  readonly timestamp: string;
  readonly bucket: string;
  readonly has_photo?: string;
}

interface Counts {
  readonly report_count: number;
}

const mockWith = mocksUnderTest();
const FORMS = [1, 2] as const;
/** Ordinary hours, a place that opened before midnight, and both clock changes. */
const MOMENTS = [
  NOON.now,
  '2026-11-20T00:20:00-08:00',
  '2026-11-01T01:20:00-08:00',
  '2026-03-08T03:05:00-07:00',
];
/** The headcount that stands for a bucket, under its name in either form. */
const VALUES: Readonly<Record<string, number>> = {
  ...{ '0': 0, '1-5': 3, '6-10': 8, '11-20': 15, '20-30': 25, '30+': 35 },
  ...{ '3': 3, '8': 8, '15': 15, '25': 25, '35': 35 },
};
const TOLD = SCENARIO_NAMES.filter((name) => name !== 'quota-exceeded');
const CASES = FORMS.flatMap((form) => TOLD.map((scenario) => [scenario, form] as const));

describe('one moment, told alike', { timeout: 60_000 }, () => {
  it.each(CASES)('by status, chart, patterns, feed and export in %s of Form %i', async (scenario, form) => {
    for (const now of MOMENTS) {
      const { feed, chart, rows, patterns, status } = await answersAt(now, scenario, form);
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
      const counted = feed.slice(0, status.report_count);
      const instant = Temporal.Instant.from(now);
      for (const { created_at } of counted) {
        expect(instant.since(created_at).total('minutes'), now).toBeLessThanOrEqual(120);
      }
    }
  });

  it.each(TOLD)('photos by the feed and by the export in %s of Form 1', async (scenario) => {
    const { feed, rows } = await answersAt(NOON.now, scenario, 1);
    const photos = feed.map(({ photo_url }) => (photo_url === null ? 'False' : 'True'));
    expect(rows.slice(0, 200).map(({ has_photo }) => has_photo)).toEqual(photos);
    if (scenario !== 'empty') expect(new Set(photos)).toEqual(new Set(['True', 'False']));
  });

  it.each(FORMS)('has an estimate near the end of the line in the chart of Form %i', async (form) => {
    for (const now of MOMENTS) {
      for (const scenario of ['rush', 'closing-soon'] as const) {
        const { status, chart } = await answersAt(now, scenario, form);
        const last = chart.line.findLast(({ value }) => value !== null)?.value ?? Number.NaN;
        const estimate = status.estimate_value ?? Number.NaN;
        // The line ends up to a quarter of an hour ago, and weighs older reports less.
        expect(Math.abs(last - estimate), `${now} ${scenario}: ${last} and ${estimate}`).toBeLessThan(2);
      }
    }
  });

  it('brings back photos that are older than their day', async () => {
    const { highlights } = await read<{ highlights: { date: string; photo: { created_at: string } }[] }>(
      await mockWith(),
      '/api/v1/highlights?days=60',
    );
    const dates = highlights.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(dates[0]).toBe('2026-11-20');
    for (const { date, photo } of highlights) expect(photo.created_at.slice(0, 10) < date).toBe(true);
  });
});

async function answersAt(now: string, scenario: ScenarioName, form: 1 | 2) {
  const mock = await mockWith({ now, form });
  const csv = await ask(mock, '/api/v1/export.csv', { Prefer: `example=${scenario}` });
  const rows: readonly Row[] = parse(await csv.text(), { columns: true });
  return {
    rows,
    status: await read<{
      last_updated: string | null;
      report_count: number;
      estimate_value: number | null;
    }>(mock, '/api/v1/status', scenario),
    chart: await read<{
      scatter: readonly { t: string; value: number }[];
      line: readonly { t: string; value: number | null }[];
    }>(mock, '/api/v1/chart', scenario),
    feed: (await read<{ results: readonly Item[] }>(mock, '/api/v1/reports?limit=200', scenario)).results,
    patterns: await read<{ by_hour: readonly Counts[]; by_weekday: readonly Counts[] }>(
      mock,
      '/api/v1/patterns',
      scenario,
    ),
  };
}

function sum(counts: readonly Counts[]): number {
  return counts.reduce((total, { report_count }) => total + report_count, 0);
}
