import { describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';

/** Checks whether a deployment takes a request that comes at a time, in milliseconds; it remembers what it took. */
type Limiter = (now: number) => boolean;

/** At most so many within any second. */
function sliding(most: number): Limiter {
  const taken: number[] = [];
  return (now) => {
    if (taken.filter((time) => time > now - 1000).length >= most) return false;
    taken.push(now);
    return true;
  };
}

/** At most so many in each second of the clock. */
function perSecond(most: number): Limiter {
  const taken = new Map<number, number>();
  return (now) => {
    const second = Math.floor(now / 1000);
    const count = taken.get(second) ?? 0;
    if (count < most) taken.set(second, count + 1);
    return count < most;
  };
}

/** A bucket that holds so many, and is filled with so many each second. */
function bucket(size: number, rate: number): Limiter {
  let [tokens, last] = [size, 0];
  return (now) => {
    tokens = Math.min(size, tokens + ((now - last) / 1000) * rate);
    last = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** How many requests are rejected until so many are taken, which arrive after these milliseconds in turns. */
function rejectionsOf(
  takes: Limiter,
  requests: number,
  delays: readonly number[],
): { rejected: number; ms: number } {
  let [now, taken, rejected] = [100_000, 0, 0];
  const pace = new Pace(() => now);
  while (taken < requests) {
    now += pace.delay();
    pace.sent();
    now += delays[(taken + rejected) % delays.length] ?? 0;
    const isTaken = takes(now);
    pace.received(isTaken ? 200 : 429, isTaken ? {} : { 'retry-after': '1' });
    if (isTaken) taken += 1;
    else rejected += 1;
  }
  return { rejected, ms: now - 100_000 };
}

describe('a deployment that says Retry-After: 1', () => {
  it.each([
    ['ten in any second', () => sliding(10), 1],
    ['ten in each second of the clock', () => perSecond(10), 1],
    ['three in any second', () => sliding(3), 1],
    ['bursts of ten, and ten a second', () => bucket(10, 10), 1],
    ['bursts of twenty, and two a second', () => bucket(20, 2), 3],
  ])('and allows %s rejects few of sixty requests', (_title, limiter, most) => {
    for (const delays of [[1], [90], [2, 40, 1], [5, 30, 80, 1]]) {
      const { rejected, ms } = rejectionsOf(limiter(), 60, delays);
      expect(rejected).toBeLessThanOrEqual(most);
      expect(ms).toBeLessThan(60_000);
    }
  });
});

it('does not slow down a deployment that rejects nothing', () => {
  expect(rejectionsOf(() => true, 60, [5])).toEqual({ rejected: 0, ms: 300 });
});
