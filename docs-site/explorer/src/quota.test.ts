import { describe, expect, it } from 'vitest';
import { quotaOf, RESERVE, retryAfterOf, secondsAfterFailure, secondsUntilNextLook } from './quota.ts';

describe('the quota', () => {
  it('is read from the fields of an answer', () => {
    const headers = new Headers({
      RateLimit: '"daily";r=962;t=41234',
      'RateLimit-Policy': '"daily";q=1000;w=86400',
    });
    expect(quotaOf(headers)).toEqual({ left: 962, reset: 41_234, whole: 1000 });
  });

  it('is unknown where a deployment does not tell it', () => {
    expect(quotaOf(new Headers())).toBe(null);
    expect(quotaOf(new Headers({ RateLimit: 'plenty' }))).toBe(null);
  });
});

describe('the time until the next look', () => {
  it.each([
    ['a minute at the least', { left: 1000, reset: 3600 }, 1, 60],
    ['such that half of what is left lasts for the day', { left: 1000, reset: 86_400 }, 1, 173],
    ['longer with less left', { left: 100, reset: 36_000 }, 1, 720],
    ['longer when a look takes more requests', { left: 1000, reset: 86_400 }, 3, 519],
    ['two minutes where no quota is told', null, 3, 120],
    ['never once the reserve is reached', { left: RESERVE, reset: 36_000 }, 1, null],
  ])('is %s', (_, quota, cost, seconds) => {
    expect(secondsUntilNextLook(quota === null ? null : { ...quota, whole: 1000 }, cost)).toBe(seconds);
  });

  it('never spends more than half of what is left', () => {
    for (let left = RESERVE + 1; left <= 5000; left += 37) {
      const seconds =
        secondsUntilNextLook({ left, reset: 86_400, whole: null }, 1) ?? Number.POSITIVE_INFINITY;
      expect(86_400 / seconds).toBeLessThanOrEqual(left / 2);
    }
  });

  it('doubles with each failure in a row, up to ten minutes, and is at least what is asked for', () => {
    expect([1, 2, 3, 9, 99].map((failures) => secondsAfterFailure(failures, null))).toEqual([
      15, 30, 60, 600, 600,
    ]);
    expect(secondsAfterFailure(1, 40_000)).toBe(40_000);
  });
});

it.each([
  ['3600', 3600],
  ['Sat, 21 Nov 2026 12:00:30 GMT', 30],
  ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ['soon', null],
])('Retry-After: %s means %s seconds', (text, seconds) => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(retryAfterOf(new Headers({ 'Retry-After': text }), now)).toBe(seconds);
});
