import { describe, expect, it } from 'vitest';
import { CAFE_TIMETABLE, CAMPUS_CAFE } from './venue.ts';

describe('CAMPUS_CAFE', () => {
  it('has a rate for every hour of the week', () => {
    expect(CAMPUS_CAFE.arrivals.map((day) => day.length)).toEqual([24, 24, 24, 24, 24, 24, 24]);
    expect(CAMPUS_CAFE.arrivals.flat().every((rate) => rate > 0)).toBe(true);
  });

  it('is busiest at 8, 12 and 18 on workdays, and flatter at weekends', () => {
    const [monday = [], , , , , saturday = []] = CAMPUS_CAFE.arrivals;
    for (const rush of [8, 12, 18]) {
      expect(monday[rush]).toBeGreaterThan(monday[rush - 1] ?? 0);
      expect(monday[rush]).toBeGreaterThan(monday[rush + 1] ?? 0);
    }
    const spread = (day: readonly number[]) =>
      Math.max(...day.slice(10, 20)) / Math.min(...day.slice(10, 20));
    expect(spread(saturday)).toBeLessThan(spread(monday) / 1.5);
  });
});

describe('CAFE_TIMETABLE', () => {
  it('closes after midnight on Friday and Saturday', () => {
    const closes = CAFE_TIMETABLE.weekly.map(([opening]) => (opening?.closes ?? 0) / 60);
    expect(closes).toEqual([22, 22, 22, 22, 25, 25, 20]);
  });

  it('is closed on two days of each year from 2020 to 2035', () => {
    expect(CAFE_TIMETABLE.exceptions.size).toBe(32);
    expect(CAFE_TIMETABLE.exceptions.get('2020-01-01')).toEqual([]);
    expect(CAFE_TIMETABLE.exceptions.get('2035-12-25')).toEqual([]);
  });
});
