import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codePoints } from './code-points.ts';

it('generates every kind of character, and no half of one', () => {
  const seen = fc.sample(fc.string({ unit: codePoints, minLength: 100, maxLength: 100 }), 100).join('');
  expect(seen.isWellFormed()).toBe(true);
  for (const kind of [/[\0-\x7f]/, /[\x80-\ud7ff]/, /[\u{10000}-\u{10ffff}]/u]) expect(seen).toMatch(kind);
});

it.each(['\0', 'a', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'])(
  'fast-check can compose texts of %j',
  (character) => {
    expect(codePoints.canShrinkWithoutContext(character)).toBe(true);
  },
);

it.each(['', 'ab', 1])('fast-check composes no text of %j', (value) => {
  expect(codePoints.canShrinkWithoutContext(value)).toBe(false);
});
