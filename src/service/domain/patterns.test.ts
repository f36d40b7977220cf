import { describe, expect, it } from 'vitest';
import type { Bucket } from './bucket.ts';
import { at } from './domain.fixture.ts';
import { LocalTime } from './local-time.ts';
import { PatternAccumulator } from './pattern-accumulator.ts';
import { patterns } from './patterns.ts';
import type { BucketCount } from './report.ts';
import { ALWAYS_OPEN, parseTimetable } from './timetable.ts';

const bucketCount = (text: string, bucket: Bucket, count: number): BucketCount => ({
  start: at(text),
  bucket,
  count,
});
const of = (zone: string, bucketCounts: readonly BucketCount[], timetable = ALWAYS_OPEN) =>
  patterns({
    accumulator: PatternAccumulator.of(bucketCounts, new LocalTime(zone)),
    timetable,
    today: Temporal.PlainDate.from('2026-10-16'),
  });

describe('patterns', () => {
  it('has all hours and weekdays when there are no reports', () => {
    const { byHour, byWeekday } = of('UTC', []);
    expect(byHour).toEqual(Array.from({ length: 24 }, (_, hour) => ({ hour, value: null, reportCount: 0 })));
    expect(byWeekday.map(({ weekday, label }) => [weekday, label])).toEqual([
      [0, 'Mon'],
      [1, 'Tue'],
      [2, 'Wed'],
      [3, 'Thu'],
      [4, 'Fri'],
      [5, 'Sat'],
      [6, 'Sun'],
    ]);
    expect(byWeekday.every(({ value, reportCount }) => value === 0 && reportCount === 0)).toBe(true);
  });

  it('averages the reports of an hour and of a weekday with equal weights', () => {
    const { byHour, byWeekday } = of('America/Los_Angeles', [
      bucketCount('2026-11-13T12:00-08:00', '1-5', 1),
      bucketCount('2026-11-20T12:00-08:00', '6-10', 1),
      bucketCount('2026-11-20T12:45-08:00', '6-10', 1),
      bucketCount('2026-11-20T13:00-08:00', '30+', 2),
      bucketCount('2026-11-22T12:30-08:00', '0', 4),
    ]);
    expect(byHour[12]).toEqual({ hour: 12, value: 2.71, reportCount: 7 });
    expect(byHour[13]).toEqual({ hour: 13, value: 35, reportCount: 2 });
    expect(byWeekday[4]).toEqual({ weekday: 4, label: 'Fri', value: 17.8, reportCount: 5 });
    expect(byWeekday[6]).toEqual({ weekday: 6, label: 'Sun', value: 0, reportCount: 4 });
  });

  it.each([
    ['UTC', '2026-11-20T23:45Z', 23, 4],
    ['Asia/Kolkata', '2026-11-20T18:15Z', 23, 4],
    ['Asia/Kolkata', '2026-11-20T18:30Z', 0, 5],
    ['Asia/Kathmandu', '2026-11-20T18:15Z', 0, 5],
    ['Pacific/Kiritimati', '2026-11-22T10:00Z', 0, 0],
    ['America/New_York', '2026-11-01T05:30Z', 1, 6],
    ['America/New_York', '2026-11-01T06:30Z', 1, 6],
    ['America/New_York', '2026-03-08T07:00Z', 3, 6],
    ['Australia/Lord_Howe', '2026-10-03T15:30Z', 2, 6],
  ])('counts in %s a report of %s in hour %d of weekday %d', (zone, time, hour, weekday) => {
    const found = of(zone, [bucketCount(time, '1-5', 1)]);
    expect(found.byHour.filter(({ reportCount }) => reportCount > 0).map((one) => one.hour)).toEqual([hour]);
    expect(found.byWeekday.filter(({ reportCount }) => reportCount > 0).map((one) => one.weekday)).toEqual([
      weekday,
    ]);
  });

  it('has the open hours of the weekly timetable', () => {
    const weekly = { mon: ['08:00-17:30'], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
    const timetable = parseTimetable({ weekly });
    expect(of('UTC', [], timetable).openHours).toEqual({ first: 8, last: 17 });
  });
});
