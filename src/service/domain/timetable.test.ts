import { describe, expect, it } from 'vitest';
import { TimetableError } from './calendar.ts';
import { on, seededRandom, timetableOf } from './domain.fixture.ts';
import { LocalTime } from './local-time.ts';
import { HOUR } from './micros.ts';
import { hoursAt, openSpans, openWindow } from './opening-hours.ts';
import { ALWAYS_OPEN, dayOn, openingsOn, parseTimetable, timetableWarning } from './timetable.ts';

const SHUT = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };

const FROM_TEN = { mon: ['10:00-16:00'], tue: ['10:00-16:00'], wed: [], thu: [], fri: [], sat: [], sun: [] };

describe('dayOn', () => {
  const timetable = timetableOf(
    ['08:00-20:00'],
    {},
    {
      '2026-12-24': ['08:00-12:00'],
      '2026-12-19/2027-01-10': { openings: 'closed', comment: 'Closed for the holidays' },
      '12-31': ['08:00-13:00'],
      '12-20/01-06': { openings: ['09:00-10:00'], comment: 'Quiet days!' },
      '02-29': { openings: [], comment: 'Closed on leap days' },
    },
    {
      '06-20/09-10': { weekly: FROM_TEN, comment: 'Summer hours' },
      '2028-02-01/2028-07-31': { weekly: FROM_TEN },
    },
  );
  const open = (opens: number, closes: number) => [{ opens: opens * 60, closes: closes * 60 }];

  it.each([
    ['a date inside its range', '2026-12-24', open(8, 12), null],
    ['the first date of a range', '2026-12-19', [], 'Closed for the holidays.'],
    ['a range over a yearly date', '2026-12-31', [], 'Closed for the holidays.'],
    ['the last date of a range', '2027-01-10', [], 'Closed for the holidays.'],
    ['the date after a range', '2027-01-11', open(8, 20), null],
    ['a yearly date inside its yearly range', '2027-12-31', open(8, 13), null],
    ['a yearly range before new year', '2027-12-20', open(9, 10), 'Quiet days!'],
    ['a yearly range after new year', '2028-01-06', open(9, 10), 'Quiet days!'],
    ['the date after a yearly range', '2028-01-07', open(8, 20), null],
    ['a leap day', '2028-02-29', [], 'Closed on leap days.'],
    ['the end of February in another year', '2027-02-28', open(8, 20), null],
    ['the first of March in another year', '2027-03-01', open(8, 20), null],
    ['a weekday of a yearly season', '2026-06-22', open(10, 16), 'Summer hours.'],
    ['another weekday of a yearly season', '2026-09-10', [], 'Summer hours.'],
    ['a season of one year over a yearly one', '2028-06-26', open(10, 16), null],
    ['an ordinary day', '2026-09-11', open(8, 20), null],
  ])('is %s', (_, date, openings, comment) => {
    expect(dayOn(timetable, on(date))).toEqual({ openings, comment });
  });

  it('has yearly ranges to and from a leap day', () => {
    const february = timetableOf(['08:00-20:00'], {}, { '02-15/02-29': [], '10-01/10-02': [] });
    const march = timetableOf(['08:00-20:00'], {}, { '02-29/03-02': [] });
    const isClosed = (one: typeof march, date: string) => openingsOn(one, on(date)).length === 0;
    expect(['2027-02-28', '2028-02-29', '2027-03-01'].map((date) => isClosed(february, date))).toEqual([
      true,
      true,
      false,
    ]);
    expect(['2027-02-28', '2028-02-29', '2027-03-01'].map((date) => isClosed(march, date))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('is the same in a range as in its dates one by one, at every hour and over clock changes', () => {
    const random = seededRandom(41);
    const hours = [[], ['01:30-03:30'], ['22:00-02:00'], ['00:00-24:00'], ['08:00-12:00', '13:00-02:30']];
    const pick = () => hours[Math.floor(random() * hours.length)] as string[];
    for (const zone of ['America/New_York', 'Australia/Lord_Howe', 'America/Santiago']) {
      const time = new LocalTime(zone);
      for (let round = 0; round < 25; round += 1) {
        const from = on('2026-01-01').add({ days: Math.floor(random() * 330) });
        const days = Array.from({ length: 1 + Math.floor(random() * 20) }, (_, day) =>
          from.add({ days: day }),
        );
        const to = days.at(-1) ?? from;
        const [usual, special] = [pick(), pick()];
        const single = Object.fromEntries(days.map((day) => [day.toString(), special]));
        const [range, yearly] = [`${from}/${to}`, `${from.toString().slice(5)}/${to.toString().slice(5)}`];
        const weekly = Object.fromEntries(Object.keys(SHUT).map((day) => [day, special]));
        const listed = timetableOf(usual, {}, single);
        const others = [
          timetableOf(usual, {}, { [range]: special }),
          timetableOf(usual, {}, { [yearly]: special }),
          timetableOf(usual, {}, {}, { [range]: { weekly } }),
        ];
        const span = {
          start: time.startOfDay(from.subtract({ days: 3 })),
          end: time.startOfDay(to.add({ days: 3 })),
        };
        const now = span.start + Math.floor((random() * (span.end - span.start)) / HOUR) * HOUR;
        const seen = (one: typeof listed) => [
          openSpans(one, time, span),
          openWindow(one, time, time.date(now)),
          hoursAt(one, time, now),
        ];
        for (const other of others) expect(seen(other)).toEqual(seen(listed));
      }
    }
  });
});

it('warns of ends at 23:59, and says where they are', () => {
  const late = { ...SHUT, sat: ['10:00-23:59'] };
  const timetable = parseTimetable({
    weekly: { ...late, fri: ['08:00-12:00', '13:00-23:59'], sun: ['23:59-24:00'] },
    exceptions: {
      '12-31': ['10:00-23:59'],
      '12-30': ['10:00-23:58'],
      '2026-12-01/2026-12-05': ['00:00-23:59'],
    },
    seasons: { '06-20/09-10': { weekly: late } },
  });
  expect(timetableWarning(timetable)).toBe(
    'the opening hours end at 23:59, a minute before midnight, in weekly.fri, weekly.sat, exceptions.12-31, ' +
      'exceptions.2026-12-01/2026-12-05, seasons.06-20/09-10.weekly.sat; write 24:00 for midnight',
  );
  expect(timetableWarning(ALWAYS_OPEN)).toBeNull();
});

describe('parseTimetable', () => {
  it('parses weekdays, Monday first, and exceptions', () => {
    const timetable = parseTimetable({
      weekly: { ...SHUT, sun: ['10:00-18:00'], mon: ['07:00-22:00'], fri: ['12:00-14:00', '07:00-11:00'] },
      exceptions: { '2026-12-25': [], '2026-12-31': ['10:00-01:00'] },
    });
    const { weekly } = timetable;
    expect(weekly).toHaveLength(7);
    expect(weekly[0]).toEqual([{ opens: 420, closes: 1320 }]);
    expect(weekly[1]).toEqual([]);
    expect(weekly[4]).toEqual([
      { opens: 420, closes: 660 },
      { opens: 720, closes: 840 },
    ]);
    expect(weekly[6]).toEqual([{ opens: 600, closes: 1080 }]);
    expect(openingsOn(timetable, on('2026-12-25'))).toEqual([]);
    expect(openingsOn(timetable, on('2026-12-31'))).toEqual([{ opens: 600, closes: 1500 }]);
  });

  it.each([
    ['00:00-24:00', 0, 1440],
    ['00:00-00:00', 0, 1440],
    ['07:00-07:00', 420, 1860],
    ['07:00-06:59', 420, 1859],
    ['07:00-24:00', 420, 1440],
    ['07:00-00:00', 420, 1440],
    ['23:59-24:00', 1439, 1440],
    ['00:00-00:01', 0, 1],
  ])('parses %s', (text, opens, closes) => {
    const { weekly } = parseTimetable({ weekly: { ...SHUT, wed: [text] } });
    expect(weekly[2]).toEqual([{ opens, closes }]);
  });

  it('accepts adjacent openings on a day, and a timetable without exceptions', () => {
    const { weekly } = parseTimetable({
      weekly: { ...SHUT, tue: ['12:00-18:00', '18:00-02:00'] },
    });
    expect(weekly[1]).toHaveLength(2);
  });

  it('parses "closed", and openings with commas between them, as lists', () => {
    const { weekly } = parseTimetable({
      weekly: { ...SHUT, mon: '07:00-11:00, 12:00-14:00,18:00-02:00', tue: 'closed' },
    });
    expect(weekly[0]).toEqual(
      parseTimetable({ weekly: { ...SHUT, mon: ['07:00-11:00', '12:00-14:00', '18:00-02:00'] } }).weekly[0],
    );
    expect(weekly[1]).toEqual([]);
  });

  const opening = (text: unknown) => ({ weekly: { ...SHUT, fri: [text] } });
  const { sun: _, ...sixDays } = SHUT;
  type Case = [string, unknown, string | RegExp];
  const NO_DATE = /^exceptions: ".*" is not a date; write "YYYY-MM-DD", "MM-DD" for every year, or a range/;
  const rejected = (key: string, message: string | RegExp): Case => [
    `the key ${key}`,
    { weekly: SHUT, exceptions: { [key]: [] } },
    message,
  ];
  const overlap = (one: string, other: string): Case => [
    `${one} beside ${other}`,
    { weekly: SHUT, exceptions: { [one]: [], [other]: [] } },
    `exceptions: "${other}" overlaps "${one}"; a date may be in only one of them`,
  ];
  const comment = (text: unknown): Case => [
    `the comment ${JSON.stringify(text)}`.slice(0, 40),
    { weekly: SHUT, exceptions: { '12-25': { openings: [], comment: text } } },
    'exceptions.12-25.comment is not one line of text; write 1 to 200 characters',
  ];
  it.each<Case>([
    ['nothing', undefined, 'timetable is missing'],
    ['a list', [], 'timetable is not an object; it has weekly, exceptions, seasons'],
    ['null', null, 'timetable is not an object; it has weekly, exceptions, seasons'],
    ['no week', {}, 'weekly is missing; it has mon, tue, wed, thu, fri, sat, sun'],
    [
      'a misspelled member',
      { weekly: SHUT, exception: {} },
      'timetable has no member "exception"; it has weekly, exceptions, seasons',
    ],
    ['a missing weekday', { weekly: sixDays }, 'weekly.sun is missing; write []'],
    [
      'an unknown weekday',
      { weekly: { ...SHUT, Friday: [] } },
      'weekly has no member "Friday"; it has mon, tue',
    ],
    [
      'a number for a list',
      { weekly: { ...SHUT, mon: 7 } },
      'weekly.mon is not a list; write ["HH:MM-HH:MM", …], or "closed"',
    ],
    ['nothing for a list', { weekly: { ...SHUT, mon: null } }, 'weekly.mon is not a list; write'],
    [
      'another text',
      { weekly: { ...SHUT, mon: 'Closed' } },
      'weekly.mon[0]: "Closed" is not an opening; write',
    ],
    [
      'a late hour',
      opening('25:00-26:00'),
      'weekly.fri[0]: "25:00-26:00" is not an opening; write "HH:MM-HH:MM"',
    ],
    ['24:00 as a start', opening('24:00-02:00'), 'weekly.fri[0]: "24:00-02:00"'],
    ['past 24:00', opening('10:00-24:30'), 'weekly.fri[0]: "10:00-24:30"'],
    ['one digit', opening('7:00-22:00'), 'weekly.fri[0]: "7:00-22:00"'],
    ['seconds', opening('07:00:00-22:00'), 'weekly.fri[0]'],
    ['a number', opening(7), 'weekly.fri[0]: 7 is not'],
    ['a second bad opening', { weekly: { ...SHUT, fri: ['07:00-08:00', 'noon'] } }, 'weekly.fri[1]: "noon"'],
    [
      'overlap',
      { weekly: { ...SHUT, fri: ['11:00-15:00', '07:00-12:00'] } },
      'weekly.fri: "07:00-12:00" and "11:00-15:00" overlap',
    ],
    [
      'overlap with a run past midnight',
      { weekly: { ...SHUT, fri: ['18:00-02:00', '23:00-24:00'] } },
      'weekly.fri: "18:00-02:00" and "23:00-24:00" overlap',
    ],
    [
      'an exception without a date',
      { weekly: SHUT, exceptions: { xmas: [] } },
      'exceptions: "xmas" is not a date; write "YYYY-MM-DD"',
    ],
    [
      'an invalid date',
      { weekly: SHUT, exceptions: { '2026-02-29': [] } },
      'exceptions: "2026-02-29" is not a date',
    ],
    [
      'a bad opening of an exception',
      { weekly: SHUT, exceptions: { '2026-12-31': ['x'] } },
      'exceptions.2026-12-31[0]: "x"',
    ],
    rejected('2026-12-24/01-02', 'exceptions: "2026-12-24/01-02" has one year; write both dates with a year'),
    rejected('2027-01-10/2026-12-19', 'exceptions: "2027-01-10/2026-12-19" ends before it starts; write'),
    rejected('2026-12-19/', NO_DATE),
    rejected('/2026-12-19', NO_DATE),
    rejected('2026-02-29/2026-03-01', 'exceptions: "2026-02-29" is not a date; write "YYYY-MM-DD", "MM-DD"'),
    rejected('02-30', NO_DATE),
    rejected('12-24/13-01', NO_DATE),
    rejected('12-1', NO_DATE),
    rejected('2026-12-19/2026-12-20/2026-12-21', NO_DATE),
    rejected('2026-12-19 / 2026-12-20', NO_DATE),
    overlap('2026-12-19/2027-01-10', '2027-01-10/2027-01-20'),
    overlap('2026-12-19/2027-01-10', '2026-12-25/2026-12-26'),
    overlap('12-24/01-02', '01-01/01-06'),
    overlap('12-24/01-02', '06-01/12-24'),
    [
      'overlapping seasons',
      { weekly: SHUT, seasons: { '06-01/07-31': { weekly: SHUT }, '07-31/08-31': { weekly: SHUT } } },
      'seasons: "07-31/08-31" overlaps "06-01/07-31"',
    ],
    [
      'a season without a week',
      { weekly: SHUT, seasons: { '06-01/07-31': [] } },
      'seasons.06-01/07-31 is not an object; it has weekly, comment',
    ],
    [
      'a weekday that a season lacks',
      { weekly: SHUT, seasons: { '06-01/07-31': { weekly: sixDays } } },
      'seasons.06-01/07-31.weekly.sun is missing; write []',
    ],
    [
      'a bad opening of a season',
      { weekly: SHUT, seasons: { '06-01/07-31': { weekly: { ...SHUT, mon: ['x'] } } } },
      'seasons.06-01/07-31.weekly.mon[0]: "x" is not an opening',
    ],
    [
      'an exception with a comment only',
      { weekly: SHUT, exceptions: { '12-25': { comment: 'x' } } },
      'exceptions.12-25.openings is missing; write ["HH:MM-HH:MM", …], or "closed"',
    ],
    [
      'a misspelled comment',
      { weekly: SHUT, exceptions: { '12-25': { openings: [], note: 'x' } } },
      'exceptions.12-25 has no member "note"; it has openings, comment',
    ],
    comment(''),
    comment('two\nlines'),
    comment('x'.repeat(201)),
    comment(7),
    comment(null),
    [
      'null exceptions',
      { weekly: SHUT, exceptions: null },
      'exceptions is not an object; its members are "YYYY-MM-DD"',
    ],
  ])('rejects %s and says where', (_name, json, message) => {
    expect(() => parseTimetable(json)).toThrow(TimetableError);
    expect(() => parseTimetable(json)).toThrow(message);
  });

  it('has a constant for venues that never close', () => {
    expect(ALWAYS_OPEN.weekly).toHaveLength(7);
    expect(ALWAYS_OPEN.weekly.every((day) => day[0]?.opens === 0 && day[0].closes === 1440)).toBe(true);
  });
});
