import { describe, expect, it } from 'vitest';
import { ALWAYS_OPEN, parseTimetable, TimetableError } from './timetable.ts';

const SHUT = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };

describe('parseTimetable', () => {
  it('parses weekdays, Monday first, and exceptions', () => {
    const { weekly, exceptions } = parseTimetable({
      weekly: { ...SHUT, sun: ['10:00-18:00'], mon: ['07:00-22:00'], fri: ['12:00-14:00', '07:00-11:00'] },
      exceptions: { '2026-12-25': [], '2026-12-31': ['10:00-01:00'] },
    });
    expect(weekly).toHaveLength(7);
    expect(weekly[0]).toEqual([{ opens: 420, closes: 1320 }]);
    expect(weekly[1]).toEqual([]);
    expect(weekly[4]).toEqual([
      { opens: 420, closes: 660 },
      { opens: 720, closes: 840 },
    ]);
    expect(weekly[6]).toEqual([{ opens: 600, closes: 1080 }]);
    expect([...exceptions]).toEqual([
      ['2026-12-25', []],
      ['2026-12-31', [{ opens: 600, closes: 1500 }]],
    ]);
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
    const { weekly, exceptions } = parseTimetable({
      weekly: { ...SHUT, tue: ['12:00-18:00', '18:00-02:00'] },
    });
    expect(weekly[1]).toHaveLength(2);
    expect(exceptions.size).toBe(0);
  });

  const opening = (text: unknown) => ({ weekly: { ...SHUT, fri: [text] } });
  const { sun: _, ...sixDays } = SHUT;
  it.each([
    ['nothing', undefined, 'timetable is missing'],
    ['a list', [], 'timetable is not a JSON object'],
    ['null', null, 'timetable is not a JSON object'],
    ['no week', {}, 'weekly is missing'],
    [
      'a misspelled member',
      { weekly: SHUT, exception: {} },
      'timetable has no member "exception"; it has "weekly" and "exceptions"',
    ],
    ['a missing weekday', { weekly: sixDays }, 'weekly.sun is missing; write []'],
    [
      'an unknown weekday',
      { weekly: { ...SHUT, Friday: [] } },
      'weekly has no member "Friday"; it has mon, tue',
    ],
    ['text for a list', { weekly: { ...SHUT, mon: '07:00-22:00' } }, 'weekly.mon is not a list'],
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
    ['null exceptions', { weekly: SHUT, exceptions: null }, 'exceptions is not a JSON object'],
  ])('rejects %s and says where', (_name, json, message) => {
    expect(() => parseTimetable(json)).toThrow(TimetableError);
    expect(() => parseTimetable(json)).toThrow(message);
  });

  it('has a constant for venues that never close', () => {
    expect(ALWAYS_OPEN.weekly).toHaveLength(7);
    expect(ALWAYS_OPEN.weekly.every((day) => day[0]?.opens === 0 && day[0].closes === 1440)).toBe(true);
  });
});
