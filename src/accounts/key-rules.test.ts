import { describe, expect, it } from 'vitest';
import { keyNameOf } from './key-rules.ts';

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
