import { describe, expect, it } from 'vitest';
import { at, CAFE, on, seededRandom, timetableOf, written } from './domain.fixture.ts';
import { LocalTime } from './local-time.ts';
import { HOUR, MINUTE } from './micros.ts';
import { hoursAt, nextOpening, openSpans } from './opening-hours.ts';
import { ALWAYS_OPEN, type Timetable } from './timetable.ts';

const NEW_YORK = new LocalTime('America/New_York');
const NEVER = timetableOf([]);

describe('openSpans', () => {
  it.each([
    ['an ordinary day', '2026-11-19', ['2026-11-19T07:00:00-05:00 2026-11-19T22:00:00-05:00']],
    ['a day that ends after midnight', '2026-11-20', ['2026-11-20T07:00:00-05:00 2026-11-21T00:00:00-05:00']],
    [
      'a day that begins with the night before',
      '2026-11-21',
      [
        '2026-11-21T00:00:00-05:00 2026-11-21T02:00:00-05:00',
        '2026-11-21T09:00:00-05:00 2026-11-22T00:00:00-05:00',
      ],
    ],
    [
      'a closed weekday after a long night',
      '2026-11-22',
      ['2026-11-22T00:00:00-05:00 2026-11-22T02:00:00-05:00'],
    ],
    ['an exception without openings', '2026-11-26', []],
    [
      'an exception with its own openings',
      '2026-11-27',
      [
        '2026-11-27T10:00:00-05:00 2026-11-27T12:00:00-05:00',
        '2026-11-27T14:00:00-05:00 2026-11-27T16:00:00-05:00',
      ],
    ],
  ])('returns %s', (_, date, spans) => {
    expect(written(openSpans(CAFE, NEW_YORK, NEW_YORK.day(on(date))), NEW_YORK)).toEqual(spans);
  });

  it('merges openings that meet at midnight or overlap', () => {
    const night = timetableOf([], {
      fri: ['07:00-24:00'],
      sat: ['00:00-03:00'],
      sun: ['20:00-04:00'],
      mon: ['02:00-05:00'],
    });
    const span = { start: at('2026-11-20T00:00-05:00'), end: at('2026-11-24T00:00-05:00') };
    expect(written(openSpans(night, NEW_YORK, span), NEW_YORK)).toEqual([
      '2026-11-20T07:00:00-05:00 2026-11-21T03:00:00-05:00',
      '2026-11-22T20:00:00-05:00 2026-11-23T05:00:00-05:00',
    ]);
  });

  it('keeps the later closing time if one opening is inside another', () => {
    const long = timetableOf([], { fri: ['20:00-19:00'], sat: ['08:00-10:00'] });
    const span = { start: at('2026-11-20T00:00-05:00'), end: at('2026-11-23T00:00-05:00') };
    expect(written(openSpans(long, NEW_YORK, span), NEW_YORK)).toEqual([
      '2026-11-20T20:00:00-05:00 2026-11-21T19:00:00-05:00',
    ]);
  });

  it('is one span for a venue that never closes, across both clock changes', () => {
    const year = { start: at('2026-01-01T00:00-05:00'), end: at('2027-01-01T00:00-05:00') };
    expect(openSpans(ALWAYS_OPEN, NEW_YORK, year)).toEqual([year]);
    expect(openSpans(NEVER, NEW_YORK, year)).toEqual([]);
    expect(openSpans(ALWAYS_OPEN, NEW_YORK, { start: 5, end: 5 })).toEqual([]);
  });

  it('makes a night opening an hour shorter or longer by a clock change', () => {
    const nights = timetableOf(['22:00-06:00']);
    const lengths = ['2026-03-07', '2026-03-08', '2026-10-31'].map((date) => {
      const start = NEW_YORK.wallClock(on(date), 18 * 60);
      return openSpans(nights, NEW_YORK, { start, end: start + 24 * HOUR }).map(
        (span) => (span.end - span.start) / HOUR,
      );
    });
    expect(lengths).toEqual([[7], [8], [9]]);
  });
});

describe('hoursAt', () => {
  const open = (minutesUntilClose: number, closesAt: string, closingSoon = false) => ({
    isOpen: true,
    closingSoon,
    minutesUntilClose,
    closesAt,
    opensAt: null,
  });
  const closed = (opensAt: string, closesAt: string) => ({
    isOpen: false,
    closingSoon: false,
    minutesUntilClose: 0,
    closesAt,
    opensAt,
  });

  it.each([
    ['before opening', '2026-11-19T06:59:59.999999-05:00', closed('7:00am', '10:00pm')],
    ['at opening', '2026-11-19T07:00-05:00', open(900, '10:00pm')],
    ['31 minutes before closing', '2026-11-19T21:29-05:00', open(31, '10:00pm')],
    ['30 minutes and a bit before closing', '2026-11-19T21:29:59.999999-05:00', open(31, '10:00pm')],
    ['30 minutes before closing', '2026-11-19T21:30-05:00', open(30, '10:00pm', true)],
    ['in the last second', '2026-11-19T21:59:59.5-05:00', open(1, '10:00pm', true)],
    ['at closing; tomorrow closes after midnight', '2026-11-19T22:00-05:00', closed('7:00am', '2:00am')],
    ['late on Friday', '2026-11-20T23:30-05:00', open(150, '2:00am')],
    ['after midnight, still open', '2026-11-21T01:45-05:00', open(15, '2:00am', true)],
    ['Saturday morning', '2026-11-21T02:00-05:00', closed('9:00am', '2:00am')],
    ['Sunday, closed all day', '2026-11-22T12:00-05:00', closed('7:00am', '10:00pm')],
    ['a day closed by exception', '2026-11-26T12:00-05:00', closed('10:00am', '12:00pm')],
    ['between the openings of a day', '2026-11-27T12:30-05:00', closed('2:00pm', '4:00pm')],
  ])('%s', (_, now, hours) => {
    expect(hoursAt(CAFE, NEW_YORK, at(now))).toEqual(hours);
  });

  it('counts elapsed minutes on nights with a clock change', () => {
    const nights = timetableOf(['22:00-06:00']);
    expect(hoursAt(nights, NEW_YORK, at('2026-03-08T00:00-05:00'))).toEqual(open(300, '6:00am'));
    expect(hoursAt(nights, NEW_YORK, at('2026-11-01T00:00-04:00'))).toEqual(open(420, '6:00am'));
    expect(hoursAt(nights, NEW_YORK, at('2026-11-01T01:30-05:00'))).toEqual(open(270, '6:00am'));
  });

  it('counts to midnight if there is no closing, which is never soon', () => {
    expect(hoursAt(ALWAYS_OPEN, NEW_YORK, at('2026-11-20T12:00-05:00'))).toEqual(open(720, '12:00am'));
    expect(hoursAt(ALWAYS_OPEN, NEW_YORK, at('2026-11-20T23:50-05:00'))).toEqual(open(10, '12:00am'));
    expect(hoursAt(ALWAYS_OPEN, NEW_YORK, at('2026-11-20T00:00-05:00'))).toEqual(open(1440, '12:00am'));
    expect(hoursAt(ALWAYS_OPEN, NEW_YORK, at('2026-11-01T00:00-04:00'))).toEqual(open(1500, '12:00am'));
  });

  it('finds the closing of adjacent openings within eight days and not beyond', () => {
    const shutOn = (date: string) => timetableOf(['00:00-24:00'], {}, { [date]: [] });
    const now = at('2026-11-20T12:00-05:00');
    expect(hoursAt(shutOn('2026-11-28'), NEW_YORK, now)).toEqual(open((7 * 24 + 12) * 60, '12:00am'));
    expect(hoursAt(shutOn('2026-11-21'), NEW_YORK, at('2026-11-20T23:50-05:00'))).toEqual(
      open(10, '12:00am', true),
    );
    expect(hoursAt(shutOn('2026-11-29'), NEW_YORK, now)).toEqual(open(720, '12:00am'));
  });

  it('has a time while closed, even if nothing is scheduled', () => {
    const now = at('2026-11-20T12:00-05:00');
    const only = (date: string) => timetableOf([], {}, { [date]: ['08:15-17:45'] });
    expect(hoursAt(NEVER, NEW_YORK, now)).toEqual(closed('12:00am', '12:00am'));
    expect(hoursAt(only('2028-02-29'), NEW_YORK, now)).toEqual(closed('8:15am', '5:45pm'));
    expect(hoursAt(only('2026-11-10'), NEW_YORK, now)).toEqual(closed('8:15am', '5:45pm'));
    expect(hoursAt(only('2026-11-01'), NEW_YORK, now)).toEqual(closed('12:00am', '12:00am'));
    const night = timetableOf([], {}, { '2026-11-05': ['22:00-02:00'] });
    expect(hoursAt(night, NEW_YORK, at('2026-11-20T01:00-05:00'))).toEqual(closed('10:00pm', '2:00am'));
    expect(hoursAt(night, NEW_YORK, at('2026-11-20T02:00-05:00'))).toEqual(closed('12:00am', '12:00am'));
  });

  it('returns midnight as the closing time if the next opening never ends', () => {
    const closedToday = timetableOf(['00:00-24:00'], {}, { '2026-11-20': [] });
    expect(hoursAt(closedToday, NEW_YORK, at('2026-11-20T12:00-05:00'))).toEqual(
      closed('12:00am', '12:00am'),
    );
  });

  it('returns a closing time that agrees with the minutes until closing, in every zone', () => {
    const random = seededRandom(11);
    for (const zone of ['UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Australia/Lord_Howe']) {
      const time = new LocalTime(zone);
      for (let round = 0; round < 100; round += 1) {
        const now = at('2026-01-01T00:00Z') + Math.floor(random() * 525_600) * MINUTE;
        const hours = hoursAt(CAFE, time, now);
        const opening = nextOpening(CAFE, time, now);
        expect(hours.isOpen).toBe(opening?.start === now);
        expect(hours.isOpen).toBe(hours.minutesUntilClose > 0);
        expect(hours.isOpen).toBe(hours.opensAt === null);
        if (hours.isOpen) expect(time.clock(now + hours.minutesUntilClose * MINUTE)).toBe(hours.closesAt);
      }
    }
  });
});

describe('nextOpening', () => {
  const opens = (timetable: Timetable, now: string) => {
    const opening = nextOpening(timetable, NEW_YORK, at(now));
    return opening === null ? null : NEW_YORK.timestamp(opening.start);
  };
  const daily = (first: string, days: number, hours: readonly string[]) =>
    Object.fromEntries(
      Array.from({ length: days }, (_, day) => [on(first).add({ days: day }).toString(), hours]),
    );

  it('is found beyond three weeks of exceptions', () => {
    const holidays = timetableOf(['08:00-16:00'], {}, daily('2026-12-19', 23, []));
    expect(opens(holidays, '2026-12-18T17:00-05:00')).toBe('2027-01-11T08:00:00-05:00');
    const thursdays = timetableOf([], { thu: ['08:00-16:00'] }, daily('2026-12-19', 23, []));
    expect(opens(thursdays, '2026-12-18T17:00-05:00')).toBe('2027-01-14T08:00:00-05:00');
  });

  it('is found beyond ranges, yearly dates, leap days and seasons', () => {
    const closed = { openings: [], comment: 'Closed for the holidays' };
    const range = timetableOf(['08:00-16:00'], {}, { '2026-12-19/2027-01-10': closed });
    expect(opens(range, '2026-12-18T17:00-05:00')).toBe('2027-01-11T08:00:00-05:00');
    const yearly = timetableOf(['08:00-16:00'], {}, { '12-01/11-28': closed });
    expect(opens(yearly, '2026-12-01T00:00-05:00')).toBe('2027-11-29T08:00:00-05:00');
    const weekly = Object.fromEntries(
      ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, '10:00-12:00']),
    );
    const fair = timetableOf([], {}, {}, { '11-01/11-19': { weekly } });
    expect(opens(fair, '2026-11-20T12:00-05:00')).toBe('2027-11-01T10:00:00-04:00');
    const leapDays = timetableOf([], {}, { '02-29': ['10:00-12:00'] });
    expect(opens(leapDays, '2096-03-01T12:00-05:00')).toBe('2104-02-29T10:00:00-05:00');
    const after = timetableOf(
      ['08:00-16:00'],
      {},
      {},
      { '2026-12-01/9999-12-31': { weekly: { ...weekly, mon: [] } } },
    );
    expect(opens(after, '2026-12-06T13:00-05:00')).toBe('2026-12-08T10:00:00-05:00');
  });

  it('is found if the clock skips the opening of a week', () => {
    const nights = timetableOf([], { sun: ['02:30-03:00'] });
    expect(opens(nights, '2026-03-01T03:00-05:00')).toBe('2026-03-15T02:30:00-04:00');
  });

  it('is searched for up to ten years, and not without end', () => {
    const only = (date: string) => timetableOf([], {}, { [date]: ['08:15-17:45'] });
    expect(opens(only('2036-11-20'), '2026-11-20T12:00-05:00')).toBe('2036-11-20T08:15:00-05:00');
    expect(opens(only('9999-12-31'), '2026-11-20T12:00-05:00')).toBeNull();
    expect(opens(NEVER, '2026-11-20T12:00-05:00')).toBeNull();
  });
});
