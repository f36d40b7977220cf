import { expect, it } from 'vitest';
import { isHardToGuess } from './sign-code.ts';

it.each([
  ['K7WM4T', true],
  ['soup-24', true],
  ['k7 wm 4', false],
  ['SOUPIE', false],
  ['20261128', false],
])('a code of six characters with letters and digits is hard to guess: %s', (code, expected) => {
  expect(isHardToGuess(code)).toBe(expected);
});
