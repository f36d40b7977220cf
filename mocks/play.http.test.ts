import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { components } from '../src/service/contract/form-2.types.generated.ts';
import { clockFrom, startOf } from './clock.ts';
import { scenarioBuilder } from './data/scenario-data.ts';
import { startMock } from './main.ts';
import { pageMock } from './page-mock.ts';

type Schemas = components['schemas'];

const ZONE = 'America/Los_Angeles';
const DAY = '2026-11-20';
/** From before the opening to after the close, and into the next day. */
const TIMES = [
  ...['09:50', '10:00', '10:10', '10:25', '11:00', '12:30', '14:00', '19:29', '19:30', '19:59', '20:00'].map(
    (time) => `${DAY}T${time}`,
  ),
  ...['00:00', '09:59', '10:05', '12:30'].map((time) => `2026-11-21T${time}`),
];

describe('a day that passes', { timeout: 60_000 }, () => {
  const day = Promise.all(TIMES.map(playOf()));

  it('opens and closes on time, and shows no report of its future', async () => {
    for (const [at, { now, status, chart, feed }] of (await day).entries()) {
      const time = TIMES[at] ?? '';
      const isOpen = '10:00' <= time.slice(11) && time.slice(11) < '20:00';
      expect(status.hours, time).toMatchObject({
        is_open: isOpen,
        closing_soon: isOpen && time.slice(11) >= '19:30',
        opens_at: isOpen ? null : '10:00am',
      });
      const clockOf = (text: string) => text.slice(11, 16);
      expect(
        chart.line.filter(
          ({ t, value }) => value !== null && !('10:00' <= clockOf(t) && clockOf(t) < '20:00'),
        ),
      ).toEqual([]);
      const { start = '', end = '', closed } = chart.open_window ?? {};
      expect([clockOf(start), clockOf(end), closed]).toEqual(['10:00', '20:00', []]);
      const newest = Temporal.Instant.from(feed.results[0]?.created_at ?? '');
      expect(Temporal.Instant.compare(newest, now), time).toBeLessThanOrEqual(0);
      const today = feed.results.filter(({ created_at }) => created_at.startsWith(time.slice(0, 10)));
      expect(status.has_estimate, time).toBe(isOpen && today.length > 0);
    }
  });

  it('begins without an estimate, has a rush, and loses no report', async () => {
    const responses = await day;
    const estimates = responses.map(({ status }) =>
      status.has_estimate ? Number(status.estimate_value) : null,
    );
    expect(estimates.slice(0, 3)).toEqual([null, null, null]);
    const [atPeak, before, after] = [estimates[5], estimates[4], estimates[7]];
    expect(atPeak).toBeGreaterThan(20);
    for (const value of [before, after]) expect(value).toBeLessThan(12);
    const days = responses.slice(0, 11).map(({ feed }) => feed.results);
    for (const [at, reports] of days.entries()) {
      const next = days[at + 1] ?? reports;
      const arrived = next.findIndex(({ id }) => id === reports[0]?.id);
      expect(next.slice(arrived)).toEqual(reports.slice(0, next.length - arrived));
    }
    const counts = responses.slice(0, 11).map(({ rows }) => rows.length);
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
    expect(new Set(counts.slice(2)).size).toBeGreaterThan(6);
    // The day before is unchanged on the next day.
    const [late, next] = [responses[10]?.feed.results ?? [], responses[12]?.feed.results ?? []];
    expect(next).toEqual(late);
  });

  it('keeps cursors valid while it goes on', async () => {
    const read = playOf();
    const first = await read(`${DAY}T12:30`);
    const later = await read(`${DAY}T15:00`);
    const second = await later.follow(first.feed.next ?? '');
    const ids = first.rows.slice(200, 400).map(({ timestamp }) => timestamp);
    expect(second.results.map(({ created_at }) => created_at)).toEqual(ids);
  });
});

describe('the clock of a play', () => {
  it('runs as many times as fast as asked, from its start', () => {
    let real = 5000;
    const clock = clockFrom(Temporal.Instant.from('2026-11-20T09:55:00-08:00'), 60, () => real);
    const text = () => clock().toString({ timeZone: ZONE });
    expect(text()).toBe('2026-11-20T09:55:00-08:00');
    real += 5000;
    expect(text()).toBe('2026-11-20T10:00:00-08:00');
    real += 600_000;
    expect(text()).toBe('2026-11-20T20:00:00-08:00');
  });

  it('starts five minutes before the opening of the present day, or at the time that is given', async () => {
    const start = startOf('rush-hour', ZONE).toZonedDateTimeISO(ZONE);
    expect(start.toPlainTime().toString()).toBe('09:55:00');
    const mock = await startMock({
      form: 2,
      play: 'rush-hour',
      speed: 3600,
      now: `${DAY}T12:30:00-08:00`,
      timeZone: ZONE,
    });
    expect(mock.welcome).toContain(`clock 3600 times as fast as real time, from ${DAY}T12:30:00-08:00`);
    expect(mock.welcome).toContain('Plays rush-hour: opens at 10:00');
    await mock.close();
  });
});

/** Reads a play at a local time. */
function playOf() {
  const build = scenarioBuilder(ZONE);
  return async (time: string) => {
    const now = Temporal.PlainDateTime.from(time).toZonedDateTime(ZONE).toInstant();
    const respond = pageMock(2, { scenario: 'rush-hour', build, clock: () => now });
    const ask = async (target: string): Promise<string> => {
      const url = new URL(target, 'http://mock');
      const request = { method: 'GET', url, baseUrl: 'http://mock', authorization: 'Token any' };
      const { status, content } = await respond({ ...request, prefer: undefined });
      if (status !== 200) throw new Error(`${target}: ${status} ${content}`);
      return content;
    };
    const rows: readonly Record<'timestamp' | 'bucket', string>[] = parse(await ask('/api/v1/export.csv'), {
      columns: true,
    });
    return {
      now,
      rows,
      status: JSON.parse(await ask('/api/v1/status')) as Schemas['Status'],
      chart: JSON.parse(await ask('/api/v1/chart')) as Schemas['Chart'],
      feed: JSON.parse(await ask('/api/v1/reports?limit=200')) as Schemas['ReportPage'],
      follow: async (url: string) => JSON.parse(await ask(url)) as Schemas['ReportPage'],
    };
  };
}
