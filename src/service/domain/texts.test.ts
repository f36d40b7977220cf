import { describe, expect, it } from 'vitest';
import { counted, cut, isEmailAddress, isLoopback, isWithin, printable, printableJson } from './texts.ts';

it.each([
  [0, 'report', undefined, '0 reports'],
  [1, 'report', undefined, '1 report'],
  [2, 'report', undefined, '2 reports'],
  [1, 'bad line was', 'bad lines were', '1 bad line was'],
  [2, 'bad line was', 'bad lines were', '2 bad lines were'],
] as const)('counts %i %s', (count, noun, nouns, text) => {
  expect(counted(count, noun, nouns)).toBe(text);
});

it.each([
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['🌞🌞🌞', 3, '🌞🌞🌞'],
  ['🌞🌞🌞🌞', 3, '🌞🌞…'],
  ['a🌞b🌞c', 3, 'a🌞…'],
  ['🌞'.repeat(1_000_000), 3, '🌞🌞…'],
])(
  'a text of too many characters is cut between two of them, and ends with an ellipsis (%#)',
  (text, most, expected) => {
    expect(cut(text, most)).toBe(expected);
    expect(isWithin(text, most)).toBe(text === expected);
    expect(isWithin(cut(text, most), most)).toBe(true);
  },
);

it.each([
  ['ada@example.edu', 'ada@example.edu'],
  ['Soup ☀ für 3 €', 'Soup ☀ für 3 €'],
  ['two\nlines', 'two\nlines'],
  ['\u001b[2Jgone\r', '\\u{1b}[2Jgone\\u{d}'],
  ['\u009b31m', '\\u{9b}31m'],
  ['\u202etxt.exe', '\\u{202e}txt.exe'],
  ['a\u2028b', 'a\\u{2028}b'],
  ['\ud800', '\\u{d800}'],
])('%j is shown as %j', (text, shown) => {
  expect(printable(text)).toBe(shown);
});

it('writes JSON without unprintable characters, and loses nothing', () => {
  const value = { email: 'a\u001b[2J\u009b\u202e\u2028\u{e0041}@example.edu\n', more: ['\ud800'] };
  const json = printableJson(value);
  expect(json).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
  expect(JSON.parse(json)).toEqual(value);
  expect(json.split('\n').length).toBe(6);
});

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

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1', true],
  ['127.255.255.254', true],
  ['::1', true],
  ['[::1]', true],
  ['', false],
  ['127', false],
  ['127.0.0.0.1', false],
  ['127.0.0.1.example.edu', false],
  ['128.0.0.1', false],
  ['0.0.0.0', false],
  ['::', false],
  ['localhost.example.edu', false],
])('%j is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
