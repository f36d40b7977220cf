import { describe, expect, it } from 'vitest';
import { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, type Micros, microsOf } from '../../service/domain/micros.ts';
import { EMPTY_MODEL_STATE, fitModel, learn } from '../../service/domain/model-state.ts';
import { openSpans } from '../../service/domain/opening-hours.ts';
import { currentStatus } from '../../service/domain/status.ts';
import { CITY_ZONES } from '../simulation/city-zones.ts';
import { CAFE_TIMETABLE, DEMO_CAFE } from '../simulation/venue.ts';
import { BUSY, busyPlace, type Place } from './busy-place.ts';
import { simulateReports } from './simulate.ts';

const at = (text: string): Micros => microsOf(Temporal.Instant.from(text));
const around = (from: string, count: number, step: number) =>
  Array.from({ length: count }, (_, i) => at(from) + i * step * HOUR);

describe('CITY_ZONES', () => {
  it.each(['2026-01-14', '2026-07-15'])('has a place where it is noon in each hour of %s', (date) => {
    for (const now of around(`${date}T00:00Z`, 24, 1)) {
      expect(CITY_ZONES.map((zone) => new LocalTime(zone).hour(now))).toContain(12);
    }
  });
});

describe('busyPlace', () => {
  it('avoids a day on which the venue is closed where it is another date', () => {
    const now = at('2026-12-25T02:00Z');
    expect(new LocalTime(busyPlace(CAFE_TIMETABLE, now)?.timeZone ?? '').date(now).toString()).toBe(
      '2026-12-24',
    );
    const later = at('2027-01-01T23:00Z');
    expect(new LocalTime(busyPlace(CAFE_TIMETABLE, later)?.timeZone ?? '').date(later).toString()).toBe(
      '2027-01-02',
    );
  });

  it('finds none while the venue is closed everywhere', () => {
    expect(busyPlace(CAFE_TIMETABLE, at('2026-12-25T13:00Z'))).toBeNull();
  });

  it.each([
    ['on Saturday afternoon where it is late', '2026-11-28T15:13Z'],
    ['at Christmas', '2026-12-25T13:05Z'],
    ['at the clock change in America', '2026-03-08T10:20Z'],
    ['at the clock change in Europe', '2026-10-25T01:30Z'],
  ])('has a busy hour with what the model has learned from nine weeks, too: %s', (_when, clock) => {
    const status = learnedStatus(at(clock));
    expect(status).toMatchObject({ hasEstimate: true, hours: { isOpen: true } });
    expect(status.value).toBeGreaterThanOrEqual(BUSY);
  });
});

/** The gate reads eleven pages of 200 reports within its default budget of requests. A demo that runs for a week adds about 200. */
it('makes a feed that the gate reads to its end, whenever the demo starts', () => {
  const { timetable } = DEMO_CAFE;
  const counts = around('2026-11-23T00:30Z', 4, 45).map((now) => {
    const { timeZone, seed } = busyPlace(timetable, now) as Place;
    const time = new LocalTime(timeZone);
    const span = { start: time.startOfDay(time.date(now).subtract({ weeks: 9 })), end: now };
    return simulateReports({ seed, venue: DEMO_CAFE, timetable, time, owner: null, span }).length;
  });
  expect(Math.max(...counts)).toBeLessThan(2000);
});

/** What the page of a new demo shows first. */
function learnedStatus(now: Micros) {
  const { timetable } = DEMO_CAFE;
  const { timeZone, seed } = busyPlace(timetable, now) as Place;
  const time = new LocalTime(timeZone);
  const today = time.date(now);
  const span = { start: time.startOfDay(today.subtract({ weeks: 9 })), end: now + 1 };
  const observations = simulateReports({ seed, venue: DEMO_CAFE, timetable, time, owner: null, span }).map(
    ({ createdAt, bucket }) => ({ at: createdAt, bucket }),
  );
  const state = Array.from({ length: 63 }, (_, days) => time.day(today.subtract({ days: 63 - days }))).reduce(
    (known, day) => {
      const ofDay = observations.filter(({ at }) => at >= day.start && at < day.end);
      return ofDay.length === 0
        ? known
        : learn(known, { openings: openSpans(timetable, time, day), observations: ofDay }, time);
    },
    EMPTY_MODEL_STATE,
  );
  const model = fitModel(state, time);
  const lastReport = observations.at(-1)?.at ?? null;
  return currentStatus({ now, observations, lastReport, timetable, time, model });
}
