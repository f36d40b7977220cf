import { describe, expect, it } from 'vitest';
import { CONTRACTS, csvRows } from './contract-under-test.fixture.ts';
import type { components as form1 } from './form-1.types.generated.ts';
import type { components as form2 } from './form-2.types.generated.ts';

type Schemas1 = form1['schemas'];
type Schemas = form2['schemas'];

/** The number that each bucket label stands for (gap `bucket-value`). */
const VALUES: Readonly<Record<string, number>> = {
  '0': 0,
  '1-5': 3,
  '6-10': 8,
  '11-20': 15,
  '20-30': 25,
  '30+': 35,
};

type Point = Schemas['Chart']['line'][number];
type Page = Omit<Schemas['ReportPage'], 'results'> & { readonly results: readonly Report[] };
type Report = Schemas['Report'] & Partial<Pick<Schemas1['Report'], 'photo_url'>>;

describe.each(CONTRACTS)('the examples of Form $form agree with each other', (contract) => {
  const bucketValue = (bucket: string) => (contract.form === 1 ? VALUES[bucket] : Number(bucket));
  const day = contract.example('getChart', 'single-day') as Schemas['Chart'];
  const week = contract.example('getChart', 'long-range') as Schemas['Chart'];
  const patterns = contract.example('getPatterns', 'all-time') as Schemas['Patterns'];
  const first = contract.example('listReports', 'first-page') as Page;
  const last = contract.example('listReports', 'last-page') as Page;
  const rows = csvRows(contract.example('exportReports', 'single-day') as string);
  const status = (name: string) => contract.example('getStatus', name) as Schemas['Status'];

  it("the week's scatter is in ascending order and contains the day's", () => {
    expect(week.scatter.filter(({ t }) => t.startsWith('2026-10-16'))).toEqual(day.scatter);
    const times = week.scatter.map(({ t }) => t);
    expect(times).toEqual(times.toSorted());
  });

  it("the rows of the export are the day's scatter, newest first", () => {
    const points = rows.map(({ timestamp, bucket }) => ({
      t: timestamp,
      value: bucketValue(bucket as string),
    }));
    expect(points).toEqual(day.scatter.toReversed());
  });

  it('the pages of the feed are the ends of the scatter, with ids in order of time', () => {
    const items = [...first.results, ...last.results];
    const points = week.scatter.toReversed();
    expect(items.map(({ bucket, created_at }) => ({ t: created_at, value: bucketValue(bucket) }))).toEqual([
      ...points.slice(0, 3),
      ...points.slice(-2),
    ]);
    expect(items.map(({ id }) => id)).toEqual([48, 47, 46, 42, 41]);
  });

  it('the first page has no previous page, and the last has no next', () => {
    expect(first.previous).toBeNull();
    expect(first.next).toContain('limit=3&cursor=');
    expect(last.next).toBeNull();
    expect(last.previous).toContain('limit=3&cursor=');
  });

  it('a report has a photo in the feed if it has one in the export', () => {
    for (const { created_at, photo_url } of first.results) {
      const row = rows.find(({ timestamp }) => timestamp === created_at);
      if (contract.form === 1) expect(row?.['has_photo']).toBe(photo_url === null ? 'False' : 'True');
      else expect(photo_url).toBeUndefined();
    }
  });

  it('the patterns count and average the scatter', () => {
    for (const { hour, value, report_count } of patterns.by_hour) {
      const reports = week.scatter.filter(({ t }) => Number(t.slice(11, 13)) === hour);
      expect([hour, value, report_count]).toEqual([hour, average(reports), reports.length]);
    }
    for (const { weekday, value, report_count } of patterns.by_weekday) {
      const reports = week.scatter.filter(({ t }) => weekdayOf(t) === weekday);
      expect([weekday, value, report_count]).toEqual([weekday, average(reports) ?? 0, reports.length]);
    }
    expect(patterns.by_hour.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    expect(patterns.by_weekday.map(({ label }) => label)).toEqual([
      'Mon',
      'Tue',
      'Wed',
      'Thu',
      'Fri',
      'Sat',
      'Sun',
    ]);
  });

  it("the week's line has the average of each day's scatter", () => {
    expect(week.line.map(({ t }) => t)).toEqual(
      Array.from({ length: 7 }, (_, index) => `2026-10-${12 + index}T00:00:00-07:00`),
    );
    for (const { t, value } of week.line) {
      expect(value).toBe(average(week.scatter.filter((point) => point.t.startsWith(t.slice(0, 10)))));
    }
  });

  it('the day has a point each quarter-hour, which is null outside opening hours', () => {
    for (const { t, value } of day.line) {
      expect(t).toMatch(/:(00|15|30|45):00-07:00$/);
      expect([t, value === null]).toEqual([t, t.slice(11, 16) < '11:00' || t.slice(11, 16) >= '14:00']);
    }
  });

  it.each([
    ['open-and-busy', '12:35', 120],
    ['closing-soon', '13:48', 120],
    ['closed', '15:00', 0],
    ['no-estimate', '11:02', 0],
  ])('the status "%s" is correct at %s', (name, clock, window) => {
    const now = `2026-10-16T${clock}:00-07:00`;
    const { last_updated, report_count, hours, estimate_display, estimate_value } = status(name);
    const until = week.scatter.filter(({ t }) => t <= now);
    expect(last_updated).toBe(until.at(-1)?.t);
    const opening = '2026-10-16T11:00:00-07:00';
    expect(report_count).toBe(until.filter(({ t }) => t >= opening && minutes(t, now) <= window).length);
    expect(hours.is_open).toBe(clock < '14:00');
    expect(hours.minutes_until_close).toBe(Math.max(0, minutes(now, '2026-10-16T14:00:00-07:00')));
    expect(hours.closes_at).toBe('2:00pm');
    const [low, high] = (estimate_display ?? '').split('-').map(Number) as [number, number];
    expect(low).toBeLessThanOrEqual(estimate_value ?? Number.NaN);
    expect(high).toBeGreaterThanOrEqual(estimate_value ?? Number.NaN);
  });

  if (contract.form === 1) return;
  it('open window, open hours and highlights match the reports', () => {
    expect(day.open_window).toEqual({
      start: '2026-10-16T11:00:00-07:00',
      end: '2026-10-16T14:00:00-07:00',
      closed: [],
    });
    expect(week.open_window).toBeNull();
    expect(patterns.open_hours).toEqual({ first: 11, last: 13 });
    const { highlights } = contract.example('getHighlights', 'week') as Schemas['Highlights'];
    for (const { date, photo } of highlights) {
      const report = last.results.find(({ id }) => id === photo.id);
      expect(photo.created_at).toBe(report?.created_at);
      expect(photo.created_at.slice(0, 10) < date && date < photo.expires_at.slice(0, 10)).toBe(true);
    }
  });
});

function average(points: readonly Point[]): number | null {
  if (points.length === 0) return null;
  return points.reduce((sum, { value }) => sum + (value ?? 0), 0) / points.length;
}

function weekdayOf(timestamp: string): number {
  return Temporal.PlainDate.from(timestamp.slice(0, 10)).dayOfWeek - 1;
}

function minutes(from: string, to: string): number {
  return Temporal.Instant.from(from).until(Temporal.Instant.from(to)).total('minutes');
}
