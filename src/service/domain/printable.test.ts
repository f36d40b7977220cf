import { expect, it } from 'vitest';
import { printable, printableJson } from './printable.ts';

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
