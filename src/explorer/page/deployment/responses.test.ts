import { expect, it } from 'vitest';
import { chartOf, windowOf } from '../chart/day.fixture.ts';
import { isOpenAllDay } from './responses.ts';

it.each([
  ['a whole day', windowOf('2026-10-16T00:00', '2026-10-17T00:00'), true],
  [
    'a whole day, partly closed',
    windowOf('2026-10-16T00:00', '2026-10-17T00:00', ['2026-10-16T03:00', '2026-10-16T04:00']),
    false,
  ],
  ['a day', windowOf('2026-10-16T07:00', '2026-10-17T00:00'), false],
  ['nothing', null, false],
])('is open all day with a window of %s: %s', (_, window, expected) => {
  expect(isOpenAllDay(chartOf({ date: '2026-10-16', window }))).toBe(expected);
});
