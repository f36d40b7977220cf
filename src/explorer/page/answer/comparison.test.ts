import { describe, expect, it } from 'vitest';
import { wallTimeOf } from '../local-time.ts';
import { comparison, parseEstimateRange, rangeWords } from './comparison.ts';

const FRIDAY_NOON = wallTimeOf('2026-10-16T12:35:00-07:00');

describe('a comparison with what is usual', () => {
  it.each([
    [22, '12-33', 9, 'Busier than usual'],
    [22, '12-33', 14, 'Probably busier than usual'],
    [22, '12-33', 18, 'About as usual'],
    [22, '12-33', 22.4, 'About as usual'],
    [22, '12-33', 33, 'Probably quieter than usual'],
    [22, '12-33', 34, 'Quieter than usual'],
    [5, '1-13', 13.4, 'Probably quieter than usual'],
    [5, '1-13', 13.6, 'Quieter than usual'],
    // Outside of a narrow range, but nobody would care.
    [3, '3-3', 3.4, 'About as usual'],
    [3, '3-3', 4, 'About as usual'],
    [40, '39-41', 38, 'About as usual'],
    [3, '2-4', 5.2, 'Quieter than usual'],
    [0, '0-1', 2, 'Quieter than usual'],
    [0, '0-0', 0.4, 'About as usual'],
    [4, '3-5', 0, 'Busier than usual'],
    // Without a range, nothing is firm.
    [22, 'a lot', 9, 'Probably busier than usual'],
    [22, null, 21, 'About as usual'],
  ])('%d people, %s, and usually %d: %s', (value, display, usual, headline) => {
    const estimated = { value, range: parseEstimateRange(display), isOld: false };
    expect(comparison(FRIDAY_NOON, estimated, { value: usual, reports: 5 }).headline).toBe(headline);
  });

  it('is not firm if the newest report is old', () => {
    const estimated = { value: 5, range: { low: 1, high: 13 }, isOld: true };
    expect(comparison(FRIDAY_NOON, estimated, { value: 20, reports: 5 }).headline).toBe(
      'Probably quieter than usual',
    );
  });

  it('says so without enough reports', () => {
    expect(comparison(FRIDAY_NOON, { value: 9, range: null, isOld: false }, null)).toEqual({
      headline: 'Too few earlier reports',
      detail: 'to say what is usual now',
    });
  });

  it.each([
    ['2026-10-16T12:35:00', 9.4, 'Friday noon: usually about 9'],
    ['2026-10-16T15:00:00', 1.2, 'Friday 3pm: usually about 1'],
    ['2026-10-17T00:20:00', 0.4, 'Saturday midnight: usually hardly anybody'],
  ])('names the moment: %s', (time, usual, detail) => {
    const estimated = { value: 9, range: null, isOld: false };
    expect(comparison(wallTimeOf(`${time}-07:00`), estimated, { value: usual, reports: 5 }).detail).toBe(
      detail,
    );
  });
});

it.each([
  ['12-33', 22, 'probably between 12 and 33'],
  ['3-3', 3, 'probably 3'],
  ['0-0', 0, 'probably nobody'],
  ['0-1', 0, 'probably nobody, at most 1'],
  ['0-4', 1, 'probably at most 4'],
  ['No estimate', 2, null],
  [null, 2, null],
])('the range %s of an estimate of %d is %s', (display, count, text) => {
  const range = parseEstimateRange(display);
  expect(range && rangeWords(range, count)).toBe(text);
});
