import { describe, expect, it } from 'vitest';
import {
  addDays,
  ageText,
  clock,
  dateOf,
  dayName,
  duration,
  hourName,
  isDate,
  longDayName,
  minutesOfClock,
  offsetName,
  offsetOf,
  venueTimeOf,
  wallTimeOf,
} from './local-time.ts';

describe('local times', () => {
  it('do not depend on the zone of the browser', () => {
    const time = wallTimeOf('2026-10-16T12:28:17-07:00');
    expect([dateOf(time), clock(time), dayName(time)]).toEqual(['2026-10-16', '12:28pm', 'Fri 16 Oct']);
  });

  it.each([
    ['2026-10-16T12:28:17-07:00', -7 * 3_600_000, 'UTC−7'],
    ['2026-10-16T12:28:17.250000-07:00', -7 * 3_600_000, 'UTC−7'],
    ['2026-10-16T12:28:17+05:30', 5.5 * 3_600_000, 'UTC+5:30'],
    ['2026-10-16T12:28:17+00:00', 0, 'UTC'],
  ])('%s has an offset of %d, %s', (timestamp, offset, name) => {
    expect([offsetOf(timestamp), offsetName(offsetOf(timestamp))]).toEqual([offset, name]);
  });
});

describe('clock times', () => {
  it.each([
    ['12:00am', 0],
    ['1:05am', 65],
    ['12:30pm', 750],
    ['11:59pm', 1439],
  ])('%s is %s minutes after midnight', (text, minutes) => {
    expect(minutesOfClock(text)).toBe(minutes);
  });

  it('name hours in the format of the API', () => {
    expect([0, 11, 12, 23, 24].map(hourName)).toEqual(['12am', '11am', '12pm', '11pm', '12am']);
  });
});

describe('dates', () => {
  it.each([
    ['2026-10-16', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['16.10.2026', false],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(isDate(text)).toBe(expected);
  });

  it('are added across months and years', () => {
    expect([addDays('2026-12-31', 1), addDays('2028-03-01', -1)]).toEqual(['2027-01-01', '2028-02-29']);
    expect(longDayName('2026-10-16')).toBe('Friday 16 October 2026');
  });
});

it.each([
  [0, '0 min'],
  [59 * 60_000, '59 min'],
  [60 * 60_000, '1 h'],
  [90 * 60_000, '1 h 30 min'],
  [72 * 3_600_000, '3 days'],
])('%d ms are shown as %s', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});

it.each([
  ['2026-11-01T01:59:30-07:00', '2026-11-01T01:00:00-08:00', 'just now'],
  ['2026-11-01T01:10:00-07:00', '2026-11-01T01:52:00-08:00', '1 h 42 min ago'],
  ['2027-03-14T01:58:00-08:00', '2027-03-14T03:05:00-07:00', '7 min ago'],
  ['2027-03-13T12:00:00-08:00', '2027-03-14T12:30:00-07:00', '23 h 30 min ago'],
  ['2026-10-31T12:00:00-07:00', '2026-11-01T11:30:00-08:00', 'on Sat 31 Oct at 12:00pm'],
])('%s is shown at %s as %s', (time, now, text) => {
  expect(ageText(venueTimeOf(time), venueTimeOf(now))).toBe(text);
});
