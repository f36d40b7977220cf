import { describe, expect, it } from 'vitest';
import { BUCKETS, type Bucket } from './bucket.ts';
import { AverageSeries, DAILY_LIMIT, type SeriesPoint } from './chart.ts';
import type { DateRange } from './date-range.ts';
import { at, on } from './domain.fixture.ts';
import { LocalTime } from './local-time.ts';
import type { Observation } from './report.ts';

const NEW_YORK = new LocalTime('America/New_York');

/** The series of a range with these reports, added a few at a time. */
function averages(
  range: DateRange,
  observations: readonly Observation[],
  time: LocalTime,
): readonly SeriesPoint[] {
  const series = new AverageSeries(range, time);
  for (let first = 0; first < observations.length; first += 2) {
    const some = observations.slice(first, first + 2);
    series.add({
      length: some.length,
      createdAt: Float64Array.from(some, ({ at }) => at),
      bucket: Uint8Array.from(some, ({ bucket }) => BUCKETS.indexOf(bucket)),
    });
  }
  return series.points();
}

describe('an average series', () => {
  const reports = (text: string, bucket: Bucket, count: number): readonly Observation[] =>
    Array.from({ length: count }, () => ({ at: at(text), bucket }));
  const range = (since: string, until: string) => ({ since: on(since), until: on(until) });
  const written = (series: readonly { t: number; value: number | null }[], time = NEW_YORK) =>
    series.map(({ t, value }) => [time.timestamp(t), value]);

  it('has one point per local day at its first instant, the average of the day’s reports', () => {
    const observations = [
      ...reports('2026-03-07T00:00-05:00', '1-5', 1),
      ...reports('2026-03-07T23:45-05:00', '6-10', 2),
      ...reports('2026-03-08T00:00-05:00', '0', 1),
      ...reports('2026-03-08T23:45-04:00', '11-20', 1),
      ...reports('2026-03-10T12:00-04:00', '30+', 3),
    ];
    const series = averages(range('2026-03-07', '2026-03-10'), observations, NEW_YORK);
    expect(written(series)).toEqual([
      ['2026-03-07T00:00:00-05:00', 6.33],
      ['2026-03-08T00:00:00-05:00', 7.5],
      ['2026-03-09T00:00:00-04:00', null],
      ['2026-03-10T00:00:00-04:00', 35],
    ]);
  });

  it('ignores reports outside the range', () => {
    const observations = [
      ...reports('2026-11-18T23:45-05:00', '30+', 5),
      ...reports('2026-11-19T12:00-05:00', '1-5', 1),
      ...reports('2026-11-21T00:00-05:00', '30+', 5),
    ];
    const series = averages(range('2026-11-19', '2026-11-20'), observations, NEW_YORK);
    expect(series.map(({ value }) => value)).toEqual([3, null]);
  });

  it('has daily points up to 92 days and weekly points beyond', () => {
    const until = (days: number) => on('2026-01-01').add({ days: days - 1 });
    const count = (days: number) =>
      averages({ since: on('2026-01-01'), until: until(days) }, [], NEW_YORK).length;
    expect(DAILY_LIMIT).toBe(92);
    expect(count(2)).toBe(2);
    expect(count(92)).toBe(92);
    expect(count(93)).toBe(14);
  });

  it('starts weeks on Monday, clips them to the range and averages reports rather than days', () => {
    const observations = [
      ...reports('2026-01-01T12:00-05:00', '6-10', 3),
      ...reports('2026-01-04T23:45-05:00', '0', 1),
      ...reports('2026-01-05T00:00-05:00', '11-20', 1),
      ...reports('2026-04-06T00:00-04:00', '20-30', 1),
    ];
    const series = written(averages(range('2026-01-01', '2026-04-07'), observations, NEW_YORK));
    expect(series.slice(0, 3)).toEqual([
      ['2026-01-01T00:00:00-05:00', 6],
      ['2026-01-05T00:00:00-05:00', 15],
      ['2026-01-12T00:00:00-05:00', null],
    ]);
    expect(series.at(-1)).toEqual(['2026-04-06T00:00:00-04:00', 25]);
    expect(series).toHaveLength(15);
  });

  it('has no point for a day that a zone skipped', () => {
    const apia = new LocalTime('Pacific/Apia');
    const series = averages(range('2011-12-29', '2011-12-31'), [], apia);
    expect(written(series, apia)).toEqual([
      ['2011-12-29T00:00:00-10:00', null],
      ['2011-12-31T00:00:00+14:00', null],
    ]);
  });
});
