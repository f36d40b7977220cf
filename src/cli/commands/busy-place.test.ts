import { describe, expect, it } from 'vitest';
import { LocalTime } from '../../service/domain/local-time.ts';
import { HOUR, type Micros, microsOf } from '../../service/domain/micros.ts';
import { CITY_ZONES } from '../simulation/city-zones.ts';
import { CAFE_TIMETABLE } from '../simulation/venue.ts';
import { busyPlace } from './busy-place.ts';

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
});
