import { describe, expect, it } from 'vitest';
import { HOUR } from '../domain/micros.ts';
import type { Key } from '../store/account-store.ts';
import {
  EXPIRIES,
  earlierExpiries,
  expiryOf,
  keyNameOf,
  MOST_QUOTA,
  OVERLAPS,
  overlapOf,
  reasonOf,
  wantedQuotaOf,
} from './key-rules.ts';

const NOW = 1_780_000_000_000_000;

describe('the name of a key', () => {
  it.each([
    ['bot', 'bot'],
    ['  a \t\n  b  ', 'a b'],
    ['Zu\u0308rich', 'Z\u00fcrich'],
    ['\u{1f35c} lunch', '\u{1f35c} lunch'],
    ['<b>&"\'', '<b>&"\''],
    ['x'.repeat(40), 'x'.repeat(40)],
    ['\u{1f35c}'.repeat(40), '\u{1f35c}'.repeat(40)],
  ])('%j is stored as %j', (typed, name) => {
    expect(keyNameOf(typed)).toBe(name);
  });

  it.each([
    ['nothing', ''],
    ['spaces', ' \u00a0\u2003\n'],
    ['41 characters', 'x'.repeat(41)],
    ['a megabyte', 'x'.repeat(1_000_000)],
    ['an escape character', 'a\u001b[2J'],
    ['U+0000', 'a\0'],
    ['a right-to-left override', 'a\u202eb'],
    ['a zero-width space', 'a\u200bb'],
    ['a lone surrogate', 'a\ud800'],
  ])('cannot be %s', (_, typed) => {
    expect(() => keyNameOf(typed)).toThrow(expect.objectContaining({ name: 'AccountError', field: 'name' }));
  });
});

describe('a reason', () => {
  it.each([
    ['a screen in the hall', 'a screen in the hall'],
    [' one\r\ntwo\rthree\t3 \n', 'one\ntwo\nthree 3'],
    ['x'.repeat(1000), 'x'.repeat(1000)],
  ])('%j is stored as %j', (typed, reason) => {
    expect(reasonOf(typed)).toBe(reason);
  });

  it.each([
    ['nothing', ' \n\n'],
    ['1,001 characters', 'x'.repeat(1001)],
    ['an escape character', 'a\u001b[2J'],
    ['a right-to-left override', 'a\u202eb'],
  ])('cannot be %s', (_, typed) => {
    expect(() => reasonOf(typed)).toThrow(expect.objectContaining({ name: 'AccountError', field: 'reason' }));
  });
});

describe('a choice', () => {
  it.each([
    ['never', null],
    ['30-days', NOW + 30 * 24 * HOUR],
    ['90-days', NOW + 90 * 24 * HOUR],
    ['1-year', NOW + 365 * 24 * HOUR],
  ])('of an expiry, %s, gives %s', (choice, expected) => {
    expect(Object.keys(EXPIRIES)).toContain(choice);
    expect(expiryOf(choice, NOW)).toBe(expected);
  });

  it.each([
    [null, ['30-days', '90-days', '1-year']],
    [NOW + 365 * 24 * HOUR + 1, ['30-days', '90-days', '1-year']],
    [NOW + 365 * 24 * HOUR, ['30-days', '90-days']],
    [NOW + 30 * 24 * HOUR, []],
    [NOW + HOUR, []],
  ])('of an expiry for a key that ends at %d is an earlier one: %j', (present, expected) => {
    expect(earlierExpiries(present, NOW)).toEqual(expected);
  });

  it.each([
    ['none', 0],
    ['1-hour', HOUR],
    ['1-day', 24 * HOUR],
    ['7-days', 7 * 24 * HOUR],
  ])('of an overlap, %s, gives %s', (choice, expected) => {
    expect(Object.keys(OVERLAPS)).toContain(choice);
    expect(overlapOf(choice)).toBe(expected);
  });

  it.each(['', '2-days', '__proto__', 'constructor', 'toString', 'NEVER', '0'])('%j is none', (choice) => {
    expect(() => expiryOf(choice, NOW)).toThrow(expect.objectContaining({ field: 'expires' }));
    expect(() => overlapOf(choice)).toThrow(expect.objectContaining({ field: 'overlap' }));
  });
});

describe('a quota that an owner asks for', () => {
  const key = { quota: 1000 } as Key;

  it.each([1001, 5000, MOST_QUOTA])('can be %i', (quota) => {
    expect(wantedQuotaOf(quota, key)).toBe(quota);
  });

  it.each([1000, 999, 0, -1, 1000.5, Number.NaN, Number.POSITIVE_INFINITY, MOST_QUOTA + 1])(
    'cannot be %d',
    (quota) => {
      expect(() => wantedQuotaOf(quota, key)).toThrow(
        expect.objectContaining({
          field: 'quota',
          message: 'Ask for a whole number of requests a day from 1,001 to 1,000,000.',
        }),
      );
    },
  );
});
