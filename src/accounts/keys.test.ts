import { describe, expect, it } from 'vitest';
import { isCounted, type Key } from '../service/store/account-store.ts';
import { keyNameOf, keyState } from './keys.ts';

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

describe('a key at 100', () => {
  it.each([
    ['neither revoked nor expiring', null, null, 'active', null],
    ['expiring a microsecond later', null, 101, 'active', null],
    ['expiring now', null, 100, 'expired', 100],
    ['expired', null, 99, 'expired', 99],
    ['revoked now', 100, null, 'revoked', 100],
    ['revoked, before it would have expired', 90, 95, 'revoked', 90],
    ['revoked, after it had expired', 95, 90, 'revoked', 90],
    ['revoked, and expiring later', 95, 200, 'revoked', 95],
  ])('%s', (_, revokedAt, expiresAt, state, end) => {
    const key = { revokedAt, expiresAt } as Key;
    expect(keyState(key, 100)).toBe(state);
    expect(isCounted(key, end ?? 100)).toBe(true);
    expect(isCounted(key, (end ?? 100) + 1)).toBe(end === null);
  });
});
