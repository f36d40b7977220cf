import { describe, expect, it } from 'vitest';
import { chartOf, windowOf } from '../chart/day.fixture.ts';
import { hasExpectedLists, isOpenAllDay } from './responses.ts';

describe('a response', () => {
  it.each([
    ['/api/v1/chart', { scatter: [], line: [{ t: '2026-10-16T12:00:00-07:00', value: 3 }] }, true],
    ['/api/v1/chart', { scatter: [] }, false],
    ['/api/v1/chart', { scatter: [], line: [null] }, false],
    ['/api/v1/chart', { scatter: [], line: 'none' }, false],
    ['/api/v1/patterns', {}, false],
    ['/api/v1/reports', null, false],
    ['/api/v1/reports', { results: [] }, true],
    ['/api/v1/highlights', [], false],
    ['/api/v1/status', {}, true],
  ] as const)('of %s with %j has the lists of the contract: %s', (path, body, expected) => {
    expect(hasExpectedLists(path, body)).toBe(expected);
  });
});

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
