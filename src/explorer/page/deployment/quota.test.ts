import { describe, expect, it } from 'vitest';
import { quotaOf, RESERVE, retryAfterOf, secondsAfterFailure, secondsUntilRefresh } from './quota.ts';

describe('the quota', () => {
  it('is read from the headers of a response', () => {
    const headers = new Headers({
      RateLimit: '"daily";r=962;t=41234',
      'RateLimit-Policy': '"daily";q=1000;w=86400',
    });
    expect(quotaOf(headers)).toEqual({ remaining: 962, reset: 41_234, limit: 1000 });
  });

  it('is unknown without them', () => {
    expect(quotaOf(new Headers())).toBe(null);
  });
});

describe('the time until the next refresh', () => {
  it.each([
    ['a minute at least', { remaining: 1000, reset: 3600 }, 1, 60],
    [
      'long enough for half of the remaining quota to last for the day',
      { remaining: 1000, reset: 86_400 },
      1,
      173,
    ],
    ['longer with less quota remaining', { remaining: 100, reset: 36_000 }, 1, 720],
    ['longer when a refresh takes more requests', { remaining: 1000, reset: 86_400 }, 3, 519],
    ['two minutes without a quota', null, 3, 120],
    ['after the reset once the reserve is reached', { remaining: RESERVE, reset: 36_000 }, 1, 36_060],
  ])('is %s', (_, quota, cost, seconds) => {
    expect(secondsUntilRefresh(quota === null ? null : { ...quota, limit: 1000 }, cost)).toBe(seconds);
  });

  it('never spends more than half of the remaining quota', () => {
    for (let remaining = RESERVE + 1; remaining <= 5000; remaining += 37) {
      const seconds = secondsUntilRefresh({ remaining, reset: 86_400, limit: 1000 }, 1);
      expect(86_400 / seconds).toBeLessThanOrEqual(remaining / 2);
    }
  });

  it('doubles with each consecutive failure, up to ten minutes, and is at least Retry-After', () => {
    expect([1, 2, 3, 9, 99].map((failures) => secondsAfterFailure(failures, null))).toEqual([
      15, 30, 60, 600, 600,
    ]);
    expect(secondsAfterFailure(1, 40_000)).toBe(40_000);
  });
});

it.each([
  ['3600', 3600],
  ['Sat, 21 Nov 2026 12:00:30 GMT', null],
])('Retry-After: %s means %s seconds', (text, seconds) => {
  expect(retryAfterOf(new Headers({ 'Retry-After': text }))).toBe(seconds);
});
