import { describe, expect, it } from 'vitest';
import { isEmailAddress } from './email-address.ts';

describe('an e-mail address', () => {
  it.each([
    'ada@example.edu',
    'Ada.Byron+queue@CS.Example.EDU',
    "o'neil@uni-x.ac.uk",
    'jürgen@bücher.example',
    'ada@localhost',
    `${'a'.repeat(64)}@${'b'.repeat(185)}.edu`,
  ])('can be %s', (text) => {
    expect(isEmailAddress(text)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['no @', 'ada'],
    ['nothing before the @', '@example.edu'],
    ['nothing after the @', 'ada@'],
    ['two @', 'ada@x@example.edu'],
    ['a space', 'ada b@example.edu'],
    ['a line end', 'ada@example.edu\n'],
    ['an escape character', 'a\u001b[2Jda@example.edu'],
    ['a C1 character', 'a\u009bda@example.edu'],
    ['U+0000', 'a\0da@example.edu'],
    ['DEL', 'a\u007fda@example.edu'],
    ['a right-to-left override', 'a\u202eda@example.edu'],
    ['a zero-width space', 'a\u200bda@example.edu'],
    ['a lone surrogate', 'a\ud800da@example.edu'],
    ['5,000 characters', `${'a'.repeat(5000)}@example.edu`],
    ['65 characters before the @', `${'a'.repeat(65)}@example.edu`],
    ['255 characters', `a@${'b'.repeat(249)}.edu`],
  ])('cannot have %s', (_, text) => {
    expect(isEmailAddress(text)).toBe(false);
  });
});
