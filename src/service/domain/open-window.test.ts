import { describe, expect, it } from 'vitest';
import { CAFE, on, seededRandom, timetableOf, WEEKDAYS, written } from './domain.fixture.ts';
import { LocalTime } from './local-time.ts';
import { openHours, openSpans, openWindow } from './opening-hours.ts';
import { ALWAYS_OPEN } from './timetable.ts';

const NEW_YORK = new LocalTime('America/New_York');
const NEVER = timetableOf([]);
const ALL_NIGHT = Object.fromEntries(WEEKDAYS.map((day) => [day, ['19:00-02:00']]));

describe('openWindow', () => {
  it.each([
    [
      'an ordinary day of a week with late nights',
      '2026-11-17',
      '2026-11-17T07:00:00-05:00 2026-11-18T02:00:00-05:00',
      ['2026-11-17T22:00:00-05:00 2026-11-18T02:00:00-05:00'],
    ],
    ['a late night', '2026-11-20', '2026-11-20T07:00:00-05:00 2026-11-21T02:00:00-05:00', []],
    [
      'a late opening',
      '2026-11-21',
      '2026-11-21T07:00:00-05:00 2026-11-22T02:00:00-05:00',
      ['2026-11-21T07:00:00-05:00 2026-11-21T09:00:00-05:00'],
    ],
    [
      'the closed Sunday',
      '2026-11-22',
      '2026-11-22T07:00:00-05:00 2026-11-23T02:00:00-05:00',
      ['2026-11-22T07:00:00-05:00 2026-11-23T02:00:00-05:00'],
    ],
    [
      'a week with exceptions',
      '2026-11-27',
      '2026-11-27T07:00:00-05:00 2026-11-28T02:00:00-05:00',
      [
        '2026-11-27T07:00:00-05:00 2026-11-27T10:00:00-05:00',
        '2026-11-27T12:00:00-05:00 2026-11-27T14:00:00-05:00',
        '2026-11-27T16:00:00-05:00 2026-11-28T02:00:00-05:00',
      ],
    ],
  ])('of %s', (_, date, window, closed) => {
    const found = openWindow(CAFE, NEW_YORK, on(date));
    expect(written([found], NEW_YORK)).toEqual([window]);
    expect(written(found.closed, NEW_YORK)).toEqual(closed);
  });

  it('is open where the opening of the night before continues into it', () => {
    const early = timetableOf(['05:00-20:00'], { mon: ['20:00-07:00'], tue: ['09:00-20:00'] });
    expect(written(openWindow(early, NEW_YORK, on('2026-11-17')).closed, NEW_YORK)).toEqual([
      '2026-11-17T07:00:00-05:00 2026-11-17T09:00:00-05:00',
      '2026-11-17T20:00:00-05:00 2026-11-18T05:00:00-05:00',
    ]);
  });

  it('includes exceptions of the week', () => {
    const longDay = timetableOf(['09:00-17:00'], {}, { '2026-11-18': ['06:00-23:00'] });
    const edges = (date: string) => written([openWindow(longDay, NEW_YORK, on(date))], NEW_YORK);
    expect(edges('2026-11-16')).toEqual(['2026-11-16T06:00:00-05:00 2026-11-16T23:00:00-05:00']);
    expect(edges('2026-11-22')).toEqual(['2026-11-22T06:00:00-05:00 2026-11-22T23:00:00-05:00']);
    expect(edges('2026-11-23')).toEqual(['2026-11-23T09:00:00-05:00 2026-11-23T17:00:00-05:00']);
  });

  it.each(['2026-03-08', '2026-11-01', '2026-11-20'])(
    'is the whole day, closed throughout, in a week without openings (%s)',
    (date) => {
      const day = NEW_YORK.day(on(date));
      expect(openWindow(NEVER, NEW_YORK, on(date))).toEqual({ ...day, closed: [day] });
    },
  );

  it.each(['2026-03-08', '2026-11-01', '2026-11-20'])(
    'is the whole day for a venue that never closes (%s)',
    (date) => {
      expect(openWindow(ALWAYS_OPEN, NEW_YORK, on(date))).toEqual({ ...NEW_YORK.day(on(date)), closed: [] });
    },
  );

  it('keeps the wall-clock times on days with a clock change', () => {
    const hours = timetableOf(['01:30-23:00']);
    const edges = (time: LocalTime, date: string) => written([openWindow(hours, time, on(date))], time);
    expect(edges(NEW_YORK, '2026-03-08')).toEqual(['2026-03-08T01:30:00-05:00 2026-03-08T23:00:00-04:00']);
    expect(edges(NEW_YORK, '2026-11-01')).toEqual(['2026-11-01T01:30:00-04:00 2026-11-01T23:00:00-05:00']);
    expect(edges(new LocalTime('Australia/Lord_Howe'), '2026-04-05')).toEqual([
      '2026-04-05T01:30:00+11:00 2026-04-05T23:00:00+10:30',
    ]);
  });

  it('is empty, never reversed, if all openings are in the hour that the clock skips', () => {
    const night = timetableOf(['02:30-03:15']);
    const window = openWindow(night, NEW_YORK, on('2026-03-08'));
    expect(window.end).toBe(window.start);
    expect(window.closed).toEqual([]);
  });

  it('consists of its closed parts and the openings, for any timetable', () => {
    const random = seededRandom(3);
    const clock = () =>
      `${String(Math.floor(random() * 24)).padStart(2, '0')}:${random() < 0.5 ? '00' : '45'}`;
    const someDay = () => (random() < 0.25 ? [] : [`${clock()}-${clock()}`]);
    for (const zone of ['UTC', 'America/New_York', 'America/Santiago', 'Australia/Lord_Howe']) {
      const time = new LocalTime(zone);
      for (let round = 0; round < 40; round += 1) {
        const random7 = timetableOf([], Object.fromEntries(WEEKDAYS.map((day) => [day, someDay()])));
        const date = on('2026-01-01').add({ days: Math.floor(random() * 365) });
        const window = openWindow(random7, time, date);
        const parts = [...window.closed, ...openSpans(random7, time, window)].toSorted(
          (a, b) => a.start - b.start,
        );
        expect(parts.every(({ start, end }) => start < end)).toBe(true);
        expect([window.start, ...parts.map(({ end }) => end)]).toEqual([
          ...parts.map(({ start }) => start),
          window.end,
        ]);
      }
    }
  });
});

describe('openHours', () => {
  it.each([
    ['a plain week', timetableOf(['07:00-22:00']), 7, 21],
    ['a last hour that has only begun', timetableOf(['07:30-22:15']), 7, 22],
    [
      'the earliest and latest of different days',
      timetableOf(['09:00-17:00'], { sun: ['11:00-20:00'] }),
      9,
      19,
    ],
    ['until midnight', timetableOf(['07:00-24:00']), 7, 23],
    ['until after midnight', CAFE, 7, 1],
    ['a close at one sharp', timetableOf(['07:00-01:00']), 7, 0],
    ['around the clock', ALWAYS_OPEN, 0, 23],
    ['around the clock from seven to seven', timetableOf(['07:00-07:00']), 0, 23],
    [
      'one day around the clock, others into the night',
      timetableOf(['07:00-02:00'], { mon: ['00:00-24:00'] }),
      0,
      23,
    ],
    ['all hours but a quarter', timetableOf(['07:45-07:30']), 0, 23],
    ['all hours but one', timetableOf(['07:00-06:00']), 7, 5],
    ['a single minute', timetableOf([], { wed: ['13:00-13:01'] }), 13, 13],
    ['nothing', NEVER, 0, 23],
    [
      'the earliest and latest of all seasons',
      timetableOf(['09:00-17:00'], {}, {}, { '06-20/09-10': { weekly: ALL_NIGHT } }),
      9,
      1,
    ],
    ['exceptions alone, which do not count', timetableOf([], {}, { '2026-11-20': ['08:00-09:00'] }), 0, 23],
  ])('of %s', (_, week, first, last) => {
    expect(openHours(week, on('2026-10-16'))).toEqual({ first, last });
  });

  it.each([
    ['2026-10-15', 9, 16],
    ['2026-10-16', 9, 22],
    // Until the night that belongs to it is over.
    ['2026-10-17', 9, 22],
    ['2026-10-18', 9, 16],
  ])(
    'on %s have those of an exception on October 16 only if it is of that day or the day before',
    (today, first, last) => {
      const week = timetableOf(['09:00-17:00'], {}, { '2026-10-16': ['11:00-23:00'] });
      expect(openHours(week, on(today))).toEqual({ first, last });
    },
  );
});
