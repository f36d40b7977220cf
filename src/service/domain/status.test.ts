import { describe, expect, it } from 'vitest';
import type { Bucket } from './bucket.ts';
import { at, newVenueModel, timetableOf } from './domain.fixture.ts';
import { LocalTime } from './local-time.ts';
import type { Observation } from './report.ts';
import { currentStatus } from './status.ts';
import type { Timetable } from './timetable.ts';

const TIME = new LocalTime('America/New_York');
const model = newVenueModel(TIME);
const LUNCH_AND_DINNER = timetableOf(['11:00-14:00', '15:00-01:00']);

const seen = (clock: string, bucket: Bucket): Observation => ({
  at: at(`2026-11-20T${clock}-05:00`),
  bucket,
});

function statusAt(
  clock: string,
  observations: readonly Observation[],
  timetable: Timetable = LUNCH_AND_DINNER,
) {
  const now = at(`2026-11-20T${clock}-05:00`);
  return currentStatus({
    now,
    observations,
    lastReport: observations.at(-1)?.at ?? null,
    timetable,
    time: TIME,
    model,
  });
}

const NO_ESTIMATE = { hasEstimate: false, low: 0, high: 0, value: 0, reportCount: 0 };

describe('currentStatus', () => {
  it('estimates while open', () => {
    const observations = [seen('12:10', '6-10'), seen('12:20', '6-10'), seen('12:25', '6-10')];
    const status = statusAt('12:30', observations);
    expect(status).toMatchObject({ hasEstimate: true, message: null, reportCount: 3 });
    expect(Math.abs(status.value - 8)).toBeLessThan(1);
    expect(status.low).toBeLessThan(8);
    expect(status.high).toBeGreaterThan(8);
    expect(status.lastUpdated).toBe(at('2026-11-20T12:25-05:00'));
    expect(status.hours).toMatchObject({ isOpen: true, minutesUntilClose: 90, closesAt: '2:00pm' });
  });

  it('has no estimate while closed, but still has the time of the last report', () => {
    const status = statusAt('14:00', [seen('13:59', '6-10')]);
    expect(status).toMatchObject({ ...NO_ESTIMATE, message: 'Closed now. Opens at 3:00pm.' });
    expect(status.lastUpdated).toBe(at('2026-11-20T13:59-05:00'));
  });

  it('has no estimate from reports that are too old', () => {
    const status = statusAt('18:00', [seen('15:59:59', '6-10')]);
    expect(status).toMatchObject({ ...NO_ESTIMATE, message: 'No recent reports.' });
    expect(statusAt('18:00', [seen('16:00', '6-10')])).toMatchObject({ hasEstimate: true, reportCount: 1 });
  });

  it('starts over with each opening', () => {
    const before = [seen('13:55', '30+'), seen('14:59:59', '30+')];
    expect(statusAt('15:05', before)).toMatchObject(NO_ESTIMATE);
    expect(statusAt('15:05', [...before, seen('15:00', '1-5')])).toEqual(
      statusAt('15:05', [seen('15:00', '1-5')]),
    );
  });

  it('keeps counting across midnight while open, and stops at closing', () => {
    const evening = [seen('23:40', '6-10'), seen('23:50', '6-10'), seen('23:55', '6-10')];
    const later = (text: string) =>
      currentStatus({
        now: at(text),
        observations: evening,
        lastReport: evening[2]?.at ?? null,
        timetable: LUNCH_AND_DINNER,
        time: TIME,
        model,
      });
    expect(later('2026-11-21T00:29:59-05:00')).toMatchObject({ reportCount: 3, message: null });
    expect(later('2026-11-21T00:30-05:00').message).toBe('Closes in 30 min, at 1:00am.');
    expect(later('2026-11-21T01:00-05:00')).toMatchObject({
      ...NO_ESTIMATE,
      message: 'Closed now. Opens at 11:00am.',
    });
  });

  it.each([
    ['12:30:45.5', '2026-11-20T12:30-05:00'],
    ['12:30', '2026-11-20T12:30-05:00'],
    ['03:00:59', '2026-11-20T03:00-05:00'],
  ])('was last updated at the start of the minute in an empty store, at %s', (clock, minute) => {
    const status = statusAt(clock, []);
    expect(status).toMatchObject(NO_ESTIMATE);
    expect(status.lastUpdated).toBe(at(minute));
  });
});
