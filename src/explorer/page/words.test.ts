import { expect, it } from 'vitest';
import { clockWord, dayWord, withClockWords } from './words.ts';

it.each([
  ['12:00pm', 'noon'],
  ['12:00am', 'midnight'],
  ['1:00am', '1am'],
  ['11:00pm', '11pm'],
  ['12:35pm', '12:35pm'],
  ['17:00', '17:00'],
])('the time %s is %s', (text, expected) => {
  expect([clockWord(text), withClockWords(`Opens on Monday at ${text}!`)]).toEqual([
    expected,
    `Opens on Monday at ${expected}!`,
  ]);
});

it.each([
  ['2026-10-16T23:00', 'today'],
  ['2026-10-17T00:00', 'tomorrow'],
  ['2026-10-18T00:00', 'on Sunday'],
])('on a Friday, %s is %s', (time, expected) => {
  expect(dayWord(Date.parse(`${time}Z`), Date.parse('2026-10-16T04:10Z'))).toBe(expected);
});
