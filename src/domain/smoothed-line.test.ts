import { describe, expect, it } from 'vitest';
import { BUCKET_VALUE, type Bucket } from './bucket.ts';
import { at, on, randomObservations, seededRandom, strangeVenue, timetableOf } from './domain.fixture.ts';
import { ESTIMATE_WINDOW, estimate, LOOKBACK } from './estimate.ts';
import { LocalTime } from './local-time.ts';
import { HOUR, MINUTE } from './micros.ts';
import type { BucketCount, Observation } from './report.ts';
import { averageLine, DAILY_LIMIT, LINE_MARGIN, smoothedLine } from './smoothed-line.ts';
import { ALWAYS_OPEN } from './timetable.ts';

const NEW_YORK = new LocalTime('America/New_York');
const model = strangeVenue(NEW_YORK);
const TOMORROW = at('2027-01-01T00:00Z');
const DAYTIME = timetableOf(['07:00-22:00']);

function lineOf(observations: readonly Observation[], now = TOMORROW, timetable = ALWAYS_OPEN) {
  const points = smoothedLine({
    date: on('2026-11-20'),
    now,
    observations,
    timetable,
    time: NEW_YORK,
    model,
  });
  return new Map(points.map(({ t, value }) => [NEW_YORK.timestamp(t).slice(11, 16), value]));
}

const seen = (clock: string, bucket: Bucket): Observation => ({
  at: at(`2026-11-20T${clock}-05:00`),
  bucket,
});

describe('smoothedLine', () => {
  it.each([
    ['America/New_York', '2026-11-20', 96],
    ['America/New_York', '2026-03-08', 92],
    ['America/New_York', '2026-11-01', 100],
    ['Australia/Lord_Howe', '2026-10-04', 94],
    ['Australia/Lord_Howe', '2026-04-05', 98],
    ['America/Santiago', '2026-09-06', 92],
    ['Asia/Kolkata', '2026-11-20', 96],
    ['Pacific/Kiritimati', '2026-12-31', 96],
    ['Pacific/Apia', '2011-12-30', 0],
  ])('in %s on %s has %d points, 15 minutes apart, from the first instant on', (zone, date, count) => {
    const time = new LocalTime(zone);
    const points = smoothedLine({
      date: on(date),
      now: TOMORROW,
      observations: [],
      timetable: ALWAYS_OPEN,
      time,
      model,
    });
    const { start } = time.day(on(date));
    expect(points.map(({ t }) => t)).toEqual(
      Array.from({ length: count }, (_, n) => start + n * 15 * MINUTE),
    );
    expect(points.every(({ value }) => value === null)).toBe(true);
  });

  it('reaches a report two hours either way and no further', () => {
    const line = lineOf([seen('12:00', '6-10')]);
    const valued = [...line].filter(([, value]) => value !== null).map(([clock]) => clock);
    expect([valued[0], valued.at(-1), valued.length]).toEqual(['10:00', '14:00', 17]);
    expect(lineOf([seen('12:00:01', '6-10')]).get('10:00')).toBeNull();
    expect(lineOf([seen('11:59:59', '6-10')]).get('14:00')).toBeNull();
  });

  it('looks both ways', () => {
    const reports = [
      seen('11:00', '1-5'),
      seen('11:40', '20-30'),
      seen('12:20', '20-30'),
      seen('13:00', '1-5'),
    ];
    const line = lineOf(reports);
    const middle = line.get('12:00') ?? NaN;
    expect(middle).toBeGreaterThan((line.get('11:15') ?? NaN) + 3);
    expect(middle).toBeGreaterThan((line.get('12:45') ?? NaN) + 3);
    expect(line.get('11:15')).toBeGreaterThan(lineOf(reports.slice(0, 1)).get('11:15') ?? NaN);
    expect(line.get('11:15')).toBeCloseTo(line.get('12:45') ?? NaN, 0);
  });

  it('uses reports of the evening before and the morning after', () => {
    const line = lineOf([
      { at: at('2026-11-19T23:30-05:00'), bucket: '1-5' },
      { at: at('2026-11-21T00:15-05:00'), bucket: '11-20' },
    ]);
    const valued = [...line].filter(([, value]) => value !== null).map(([clock]) => clock);
    expect([valued[0], valued.at(-1), valued.length]).toEqual(['00:00', '23:45', 14]);
    expect(valued).toContain('01:30');
    expect(valued).toContain('22:15');
  });

  it('ends where the estimate of the same moment is', () => {
    const random = seededRandom(8);
    const day = NEW_YORK.day(on('2026-11-20'));
    for (const hour of [3, 9, 15, 21]) {
      const now = day.start + hour * HOUR;
      const observations = randomObservations(random, { start: now - 8 * HOUR, end: now }, 30);
      const value = estimate({ observations, now, opened: now - LOOKBACK, model })?.value ?? NaN;
      const time = NEW_YORK.timestamp(now).slice(11, 16);
      expect(lineOf(observations, now).get(time)).toBe(value);
    }
  });

  it('is null after now and takes nothing from the future', () => {
    const past = [seen('11:40', '6-10')];
    const future = [seen('12:00:00.000001', '30+'), seen('12:10', '30+')];
    const now = at('2026-11-20T12:00-05:00');
    expect(lineOf([...past, ...future], now)).toEqual(lineOf(past, now));
    expect(lineOf(past, now).get('12:00')).toBeGreaterThan(5);
    expect(lineOf(past, now).get('12:15')).toBeNull();
    expect(lineOf(past, now - 1).get('12:00')).toBeNull();
    const before = lineOf(past, now).get('12:00') ?? NaN;
    expect(lineOf([...past, ...future], now + 1).get('12:00')).toBeGreaterThan(before);
  });

  it('is null while closed: from the closing instant up to opening', () => {
    const line = lineOf([seen('07:10', '6-10'), seen('21:50', '6-10')], TOMORROW, DAYTIME);
    expect([line.get('06:45'), line.get('22:00')]).toEqual([null, null]);
    expect(line.get('07:00')).toBeGreaterThan(3);
    expect(line.get('21:45')).toBeGreaterThan(3);
  });

  it('takes nothing from another opening', () => {
    const split = timetableOf(['07:00-12:00', '13:00-22:00']);
    const lunch = [seen('13:05', '1-5'), seen('13:30', '1-5')];
    const both = lineOf([seen('11:50', '30+'), seen('11:55', '30+'), ...lunch], TOMORROW, split);
    expect(both.get('13:15')).toBe(lineOf(lunch, TOMORROW, split).get('13:15'));
  });

  it('stays near what reports of those two hours say, for any reports', () => {
    const random = seededRandom(5);
    const day = NEW_YORK.day(on('2026-11-01'));
    for (let turn = 0; turn < 20; turn += 1) {
      const around = { start: day.start - LINE_MARGIN, end: day.end + LINE_MARGIN };
      const observations = randomObservations(random, around, Math.floor(random() * 60));
      const now = day.start + Math.floor(random() * 30) * HOUR;
      for (const { t, value } of smoothedLine({
        date: on('2026-11-01'),
        now,
        observations,
        timetable: ALWAYS_OPEN,
        time: NEW_YORK,
        model,
      })) {
        const near = observations
          .filter((observation) => Math.abs(observation.at - t) <= ESTIMATE_WINDOW && observation.at <= now)
          .map(({ bucket }) => BUCKET_VALUE[bucket]);
        expect(value === null).toBe(t > now || near.length === 0);
        if (value === null) continue;
        expect(value).toBeGreaterThanOrEqual(Math.min(...near) - 2);
        expect(value).toBeLessThanOrEqual(Math.max(...near) + 2);
      }
    }
  });
});

describe('averageLine', () => {
  const bucketCount = (text: string, bucket: Bucket, count: number): BucketCount => ({
    start: at(text),
    bucket,
    count,
  });
  const range = (since: string, until: string) => ({ since: on(since), until: on(until) });
  const written = (line: readonly { t: number; value: number | null }[], time = NEW_YORK) =>
    line.map(({ t, value }) => [time.timestamp(t), value]);

  it('averages all reports of each local day, and stands at its first instant', () => {
    const bucketCounts = [
      bucketCount('2026-03-07T00:00-05:00', '1-5', 1),
      bucketCount('2026-03-07T23:45-05:00', '6-10', 2),
      bucketCount('2026-03-08T00:00-05:00', '0', 1),
      bucketCount('2026-03-08T23:45-04:00', '11-20', 1),
      bucketCount('2026-03-10T12:00-04:00', '30+', 3),
    ];
    const line = averageLine({ range: range('2026-03-07', '2026-03-10'), bucketCounts, time: NEW_YORK });
    expect(written(line)).toEqual([
      ['2026-03-07T00:00:00-05:00', 6.33],
      ['2026-03-08T00:00:00-05:00', 7.5],
      ['2026-03-09T00:00:00-04:00', null],
      ['2026-03-10T00:00:00-04:00', 35],
    ]);
  });

  it('leaves out what lies outside the range', () => {
    const bucketCounts = [
      bucketCount('2026-11-18T23:45-05:00', '30+', 5),
      bucketCount('2026-11-19T12:00-05:00', '1-5', 1),
      bucketCount('2026-11-21T00:00-05:00', '30+', 5),
    ];
    const line = averageLine({ range: range('2026-11-19', '2026-11-20'), bucketCounts, time: NEW_YORK });
    expect(line.map(({ value }) => value)).toEqual([3, null]);
  });

  it('goes by the day up to 92 days and by the week beyond', () => {
    const until = (days: number) => on('2026-01-01').add({ days: days - 1 });
    const count = (days: number) =>
      averageLine({
        range: { since: on('2026-01-01'), until: until(days) },
        bucketCounts: [],
        time: NEW_YORK,
      }).length;
    expect(DAILY_LIMIT).toBe(92);
    expect(count(2)).toBe(2);
    expect(count(92)).toBe(92);
    expect(count(93)).toBe(14);
  });

  it('begins weeks on Monday, cuts them to the range and averages their reports, not their days', () => {
    const bucketCounts = [
      bucketCount('2026-01-01T12:00-05:00', '6-10', 3),
      bucketCount('2026-01-04T23:45-05:00', '0', 1),
      bucketCount('2026-01-05T00:00-05:00', '11-20', 1),
      bucketCount('2026-04-06T00:00-04:00', '20-30', 1),
    ];
    const line = written(
      averageLine({ range: range('2026-01-01', '2026-04-07'), bucketCounts, time: NEW_YORK }),
    );
    expect(line.slice(0, 3)).toEqual([
      ['2026-01-01T00:00:00-05:00', 6],
      ['2026-01-05T00:00:00-05:00', 15],
      ['2026-01-12T00:00:00-05:00', null],
    ]);
    expect(line.at(-1)).toEqual(['2026-04-06T00:00:00-04:00', 25]);
    expect(line).toHaveLength(15);
  });

  it('counts every report of the range once, whatever the zone', () => {
    const random = seededRandom(9);
    for (const zone of ['UTC', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kathmandu']) {
      const time = new LocalTime(zone);
      for (const until of ['2026-10-31', '2026-12-31']) {
        const days = range('2026-09-01', until);
        const start = time.startOfDay(days.since);
        const quarters = (time.startOfDay(days.until.add({ days: 1 })) - start) / (15 * MINUTE);
        const only = start + Math.floor(random() * quarters) * 15 * MINUTE;
        const line = averageLine({
          range: days,
          bucketCounts: [{ start: only, bucket: '6-10', count: 4 }],
          time,
        });
        const found = line.filter(({ value }) => value !== null);
        expect(found).toHaveLength(1);
        const point = found[0]?.t ?? NaN;
        expect(point).toBeLessThanOrEqual(only);
        expect(only - point).toBeLessThan(7 * 25 * HOUR);
      }
    }
  });

  it('has no point for a day that a zone skipped', () => {
    const apia = new LocalTime('Pacific/Apia');
    const line = averageLine({ range: range('2011-12-29', '2011-12-31'), bucketCounts: [], time: apia });
    expect(written(line, apia)).toEqual([
      ['2011-12-29T00:00:00-10:00', null],
      ['2011-12-31T00:00:00+14:00', null],
    ]);
  });
});
