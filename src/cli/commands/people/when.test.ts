import { describe, expect, it } from 'vitest';
import { LocalTime } from '../../../service/domain/local-time.ts';
import { DAY, HOUR, MINUTE, microsOf } from '../../../service/domain/micros.ts';
import {
  durationText,
  futureExpiry,
  instantAt,
  parseDuration,
  parseExpiry,
  parseTime,
  parseWhen,
  sinceOf,
} from './when.ts';

const time = new LocalTime('America/Los_Angeles');
const at = (text: string) => microsOf(Temporal.Instant.from(text));
const NOW = at('2026-10-30T12:00:00-07:00');

describe('an expiry', () => {
  it.each([
    ['never', null],
    ['1d', at('2026-10-31T12:00:00-07:00')],
    // The clock changes on November 1st.
    ['30d', at('2026-11-29T11:00:00-08:00')],
    ['2026-10-30', at('2026-10-31T00:00:00-07:00')],
    ['2026-11-01', at('2026-11-02T00:00:00-08:00')],
    ['2028-02-29', at('2028-03-01T00:00:00-08:00')],
  ])('%s is a time', (text, expected) => {
    expect(futureExpiry(parseExpiry(text), NOW, time)).toBe(expected);
  });

  it.each([
    '',
    'soon',
    '0d',
    '-1d',
    '90',
    '1w',
    '2026-02-29',
    '2026-13-01',
    '26-10-30',
    '2026-10-30T12:00',
    '10000d',
    '2200-01-01',
    '+002027-06-30',
    '2027-06-30[UTC]',
  ])('cannot be %j', (text) => {
    expect(() => parseExpiry(text)).toThrow(/2027-06-30.*90d.*never/);
  });
});

it('an expiry cannot be a date that is over', () => {
  expect(() => futureExpiry(parseExpiry('2026-10-29'), NOW, time)).toThrow(/has passed.*keys revoke/);
});

it('a beginning is a date or days ago', () => {
  expect(sinceOf(parseWhen('7d'), NOW, time)).toBe(NOW - 168 * HOUR);
  expect(sinceOf(parseWhen('2026-10-29'), NOW, time)).toBe(at('2026-10-29T00:00:00-07:00'));
  expect(() => parseWhen('never')).toThrow(/2027-06-30.*90d/);
});

describe('a time', () => {
  it.each([
    ['2026-10-30T12:30', '2026-10-30T12:30-07:00'],
    ['2026-10-30 12:30', '2026-10-30T12:30-07:00'],
    ['2026-10-30T12:30:15.25', '2026-10-30T12:30:15.25-07:00'],
    ['2026-10-30T12:30Z', '2026-10-30T12:30Z'],
    ['2026-10-30T12:30:00+02:00', '2026-10-30T10:30Z'],
    // The clock shows it twice on November 1st, and never on March 8th.
    ['2026-11-01T01:30', '2026-11-01T01:30-07:00'],
    ['2026-03-08T02:30', '2026-03-08T03:30-07:00'],
  ])('is of the clock at the venue unless it has an offset: %s', (text, expected) => {
    expect(instantAt(parseTime(text), time)).toBe(at(expected));
  });

  it.each([
    '',
    'noon',
    '12:30',
    '2026-10-30',
    '2026-02-29T12:00',
    '2026-10-30T24:30',
    '2026-10-30T12:30[UTC]',
  ])('cannot be %j', (text) => {
    expect(() => parseTime(text)).toThrow(/at the venue such as 2026-11-20T12:30/);
  });
});

describe('a duration', () => {
  it.each([
    ['5m', 5 * MINUTE],
    ['90m', 90 * MINUTE],
    ['1h', HOUR],
    ['7d', 7 * DAY],
  ])('%s is read and written', (text, duration) => {
    expect([parseDuration(text), durationText(duration)]).toEqual([duration, text]);
  });

  it.each(['', '5', '0m', '-5m', '1.5h', '5s', '10000m'])('cannot be %j', (text) => {
    expect(() => parseDuration(text)).toThrow(/minutes, hours or days, such as 5m/);
  });
});
