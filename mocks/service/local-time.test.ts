import { describe, expect, it } from 'vitest';
import { DEFAULT_CHOICES } from './choices.ts';
import {
  addDays,
  clockText,
  daysBetween,
  instantOf,
  isDate,
  localParts,
  stampText,
  weekdayOf,
} from './local-time.ts';

const ZONE = 'America/Los_Angeles';
const us = (text: string) => Temporal.Instant.from(text).epochMilliseconds * 1000;

describe('a timestamp', () => {
  it.each([
    ['2026-11-20T20:30:00Z', ZONE, {}, '2026-11-20T12:30:00-08:00'],
    ['2026-11-01T08:30:00Z', ZONE, {}, '2026-11-01T01:30:00-07:00'],
    ['2026-11-01T09:30:00Z', ZONE, {}, '2026-11-01T01:30:00-08:00'],
    ['2026-11-20T20:30:00.25Z', 'Asia/Kathmandu', {}, '2026-11-21T02:15:00.250000+05:45'],
    ['2026-11-20T20:30:00.25Z', 'UTC', { utc: 'Z', fractionDigits: 3 }, '2026-11-20T20:30:00.250Z'],
    ['1850-01-01T12:00:00Z', ZONE, {}, '1850-01-01T04:07:02-07:53'],
    ['2026-11-20T20:30:00Z', ZONE, { notation: 'basic' }, '20261120T123000-0800'],
  ] as const)('%s in %s, %o', (time, zone, options, text) => {
    expect(stampText(us(time), { zone, options: { ...DEFAULT_CHOICES, ...options } })).toBe(text);
  });
});

describe('an instant', () => {
  it.each([
    ['2026-11-01', 90, 'compatible', '2026-11-01T08:30:00Z'],
    ['2026-11-01', 90, 'later', '2026-11-01T09:30:00Z'],
    ['2026-10-31', 1530, 'later', '2026-11-01T09:30:00Z'],
    ['2026-03-08', 150, 'compatible', '2026-03-08T10:30:00Z'],
    ['2026-12-31', 1440, 'compatible', '2027-01-01T08:00:00Z'],
  ] as const)('of %s, minute %i, %s', (date, minute, repeated, time) => {
    expect(instantOf(date, minute, ZONE, repeated)).toBe(us(time));
  });

  it('has a local day, hour and clock time', () => {
    const time = us('2026-11-21T07:59:59Z');
    expect(localParts(time, ZONE)).toEqual({ date: '2026-11-20', hour: 23, minute: 1439, weekday: 4 });
    expect([clockText(time, ZONE), clockText(us('2026-11-20T20:05:00Z'), ZONE)]).toEqual([
      '11:59pm',
      '12:05pm',
    ]);
  });
});

it('counts days of the calendar', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
  expect(daysBetween('2025-12-31', '2026-01-02')).toBe(2);
  expect(['2026-11-20', '1969-12-31', '0001-01-01'].map(weekdayOf)).toEqual([4, 2, 0]);
  expect(['2026-02-28', '2026-02-30', '26-02-28', '2026-2-28', ''].map(isDate)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
