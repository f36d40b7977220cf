import { describe, expect, it } from 'vitest';
import type { Bucket } from './bucket.ts';
import { at, newVenueModel, on, randomObservations, seededRandom, timetableOf } from './domain.fixture.ts';
import { estimate, LOOKBACK } from './estimate.ts';
import { LocalTime } from './local-time.ts';
import { HOUR, MINUTE } from './micros.ts';
import type { Observation } from './report.ts';
import { smoothedLine } from './smoothed-line.ts';
import { runToEnd } from './steps.ts';
import { ALWAYS_OPEN } from './timetable.ts';

const NEW_YORK = new LocalTime('America/New_York');
const model = newVenueModel(NEW_YORK);
const TOMORROW = at('2027-01-01T00:00Z');
const DAYTIME = timetableOf(['07:00-22:00']);

function lineOf(observations: readonly Observation[], now = TOMORROW, timetable = ALWAYS_OPEN) {
  const points = runToEnd(
    smoothedLine({
      date: on('2026-11-20'),
      now,
      observations,
      timetable,
      time: NEW_YORK,
      model,
    }),
  );
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
    const points = runToEnd(
      smoothedLine({
        date: on(date),
        now: TOMORROW,
        observations: [],
        timetable: ALWAYS_OPEN,
        time,
        model,
      }),
    );
    const { start } = time.day(on(date));
    expect(points.map(({ t }) => t)).toEqual(
      Array.from({ length: count }, (_, n) => start + n * 15 * MINUTE),
    );
    expect(points.every(({ value }) => value === null)).toBe(true);
  });

  it('has values within two hours of a report and no further', () => {
    const line = lineOf([seen('12:00', '6-10')]);
    const valued = [...line].filter(([, value]) => value !== null).map(([clock]) => clock);
    expect([valued[0], valued.at(-1), valued.length]).toEqual(['10:00', '14:00', 17]);
    expect(lineOf([seen('12:00:01', '6-10')]).get('10:00')).toBeNull();
    expect(lineOf([seen('11:59:59', '6-10')]).get('14:00')).toBeNull();
  });

  it('uses reports before and after a point', () => {
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

  it('uses reports from the evening before and the morning after', () => {
    const line = lineOf([
      { at: at('2026-11-19T23:30-05:00'), bucket: '1-5' },
      { at: at('2026-11-21T00:15-05:00'), bucket: '11-20' },
    ]);
    const valued = [...line].filter(([, value]) => value !== null).map(([clock]) => clock);
    expect([valued[0], valued.at(-1), valued.length]).toEqual(['00:00', '23:45', 14]);
    expect(valued).toContain('01:30');
    expect(valued).toContain('22:15');
  });

  it('ends at the estimate of the same time', () => {
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

  it('is null after now and ignores later reports', () => {
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

  it('is null while closed, from the closing instant until opening', () => {
    const line = lineOf([seen('07:10', '6-10'), seen('21:50', '6-10')], TOMORROW, DAYTIME);
    expect([line.get('06:45'), line.get('22:00')]).toEqual([null, null]);
    expect(line.get('07:00')).toBeGreaterThan(3);
    expect(line.get('21:45')).toBeGreaterThan(3);
  });

  it('ignores reports of another opening', () => {
    const split = timetableOf(['07:00-12:00', '13:00-22:00']);
    const lunch = [seen('13:05', '1-5'), seen('13:30', '1-5')];
    const both = lineOf([seen('11:50', '30+'), seen('11:55', '30+'), ...lunch], TOMORROW, split);
    expect(both.get('13:15')).toBe(lineOf(lunch, TOMORROW, split).get('13:15'));
  });
});
