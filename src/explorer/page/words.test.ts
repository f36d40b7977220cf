import { expect, it } from 'vitest';
import { clockWord, dayWord, withClockWords, withDateWords } from './words.ts';

it.each([
  ['12:00pm', 'noon'],
  ['12:00am', 'midnight'],
  ['1:00am', '1am'],
  ['11:00pm', '11pm'],
  ['12:35pm', '12:35pm'],
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
  ['2026-10-22T23:00', 'on Thursday'],
])('on a Friday, %s is %s', (time, expected) => {
  expect(dayWord(Date.parse(`${time}Z`), Date.parse('2026-10-16T04:10Z'))).toBe(expected);
});

it.each([
  ['Opens on 2027-01-11 at 8:00am', 'Opens on Mon 11 Jan at 8am'],
  ['Opens on 2028-01-11 at 8:00am', 'Opens on Tue 11 Jan 2028 at 8am'],
])('in December, %s is %s', (text, words) => {
  expect(withDateWords(text, Date.parse('2026-12-19T12:00Z'))).toBe(words);
});
