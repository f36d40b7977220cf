import { expect, it } from 'vitest';
import { parseTimetable } from '../../service/domain/timetable.ts';
import { hoursFile, parseWeek } from './week.ts';

const CLOSED = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };

it.each([
  ['mon 11:00-14:00', { mon: ['11:00-14:00'] }],
  [
    'Tue-Wed 9:00 – 14:00 17:00-20:00, sun 18:00-02:00',
    {
      tue: ['09:00-14:00', '17:00-20:00'],
      wed: ['09:00-14:00', '17:00-20:00'],
      sun: ['18:00-02:00'],
    },
  ],
  ['mon 11-14 9-10:30, sat 18 - 24', { mon: ['11:00-14:00', '09:00-10:30'], sat: ['18:00-24:00'] }],
  ['mon, friday 11:00-14:00; sat closed', { mon: ['11:00-14:00'], fri: ['11:00-14:00'] }],
  ['sat-mon 10:00-12:00', { sat: ['10:00-12:00'], sun: ['10:00-12:00'], mon: ['10:00-12:00'] }],
  [
    'always',
    Object.fromEntries(
      ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, ['00:00-24:00']]),
    ),
  ],
])('reads the opening hours %s, and days without openings are closed', (text, week) => {
  expect(parseWeek(text)).toEqual({ ...CLOSED, ...week });
  expect(JSON.parse(hoursFile(parseWeek(text)))).toEqual({ weekly: { ...CLOSED, ...week }, exceptions: {} });
  expect(() => parseTimetable(JSON.parse(hoursFile(parseWeek(text))))).not.toThrow();
});

it.each([
  ['', 'write openings after the days: days and openings such as "mon-fri 11:00-14:00'],
  ['mon-fri', 'write openings after the days'],
  ['11:00-14:00', 'begin with days, not with "11:00-14:00"'],
  ['mon-foo 11:00-14:00', 'begin with days, not with "mon-foo"'],
  ['mon 11-25', 'weekly.mon[0]: "11:00-25:00" is not an opening; write "HH:MM-HH:MM"'],
  ['mon 11', 'weekly.mon[0]: "11" is not an opening'],
  ['mon 11:00-2pm', 'weekly.mon[0]: "11:00-2pm" is not an opening'],
  ['mon 11:00-14:00, mon 13:00-15:00', 'weekly.mon: "11:00-14:00" and "13:00-15:00" overlap'],
])('says what is wrong with the opening hours "%s", and what is allowed', (text, message) => {
  expect(() => parseWeek(text)).toThrow(message);
});
