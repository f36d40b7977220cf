import { describe, expect, it } from 'vitest';
import { RateLimits, type Refusal, refusalFields } from './rate-limit.ts';

const POLICIES = { tries: { count: 5, seconds: 10 }, total: { count: 8, seconds: 10 } };

/** Limits whose clock stands still until the test moves it, in seconds. */
function limitsUnderTest() {
  const clock = { now: 1000 };
  const limits = new RateLimits(POLICIES, () => clock.now);
  const wait = (who: string, weight = 1) => limits.admit({ tries: who }, weight)?.wait ?? 0;
  const admitted = (who: string, tries: number) =>
    Array.from({ length: tries }, () => wait(who)).filter((seconds) => seconds === 0).length;
  return { clock, limits, wait, admitted };
}

describe('the limit of a network', () => {
  it('admits its count at once, and then as much as time has paid off', () => {
    const { clock, admitted } = limitsUnderTest();
    expect(admitted('192.0.2.1', 100)).toBe(5);
    clock.now += 4;
    expect(admitted('192.0.2.1', 100)).toBe(2);
    clock.now += 1e6;
    expect(admitted('192.0.2.1', 100)).toBe(5);
  });

  it('is no other network’s', () => {
    const { admitted } = limitsUnderTest();
    expect(admitted('192.0.2.1', 100)).toBe(5);
    expect(admitted('192.0.2.2', 100)).toBe(5);
  });

  it('says when to come back, and is right', () => {
    const { clock, limits, admitted } = limitsUnderTest();
    admitted('192.0.2.1', 100);
    clock.now += 0.5;
    const refusal = limits.admit({ tries: '192.0.2.1' });
    expect(refusal).toEqual({ name: 'tries', count: 5, seconds: 10, wait: 2 });
    clock.now += 2;
    expect(limits.admit({ tries: '192.0.2.1' })).toBe(null);
    expect(refusalFields(refusal as Refusal)).toEqual({
      'RateLimit-Policy': '"tries";q=5;w=10',
      RateLimit: '"tries";r=0;t=2',
      'Retry-After': '2',
    });
  });

  it('counts by weight', () => {
    const { wait } = limitsUnderTest();
    expect([wait('a', 3), wait('a', 3), wait('a', 2)]).toEqual([0, 2, 0]);
  });

  it('counts nothing that is given back, now or later', () => {
    const { clock, limits, admitted } = limitsUnderTest();
    expect(admitted('a', 5)).toBe(5);
    limits.giveBack({ tries: 'a' });
    limits.giveBack({ tries: 'b' });
    expect([admitted('a', 100), admitted('b', 100)]).toEqual([1, 5]);
    clock.now += 1e6;
    limits.giveBack({ tries: 'a' });
    expect(admitted('a', 100)).toBe(5);
  });

  it('counts by several policies, or by none if one refuses', () => {
    const { limits } = limitsUnderTest();
    const both = (who: string, count: number) =>
      Array.from({ length: count }, () => limits.admit({ tries: who, total: '' })?.name ?? null);
    expect(both('a', 6)).toEqual([null, null, null, null, null, 'tries']);
    expect(both('b', 5)).toEqual([null, null, null, 'total', 'total']);
    expect(Array.from({ length: 3 }, () => limits.admit({ tries: 'b' })?.name)).toEqual([
      undefined,
      undefined,
      'tries',
    ]);
  });

  it('remembers a bounded number of networks', () => {
    const { limits } = limitsUnderTest();
    for (let n = 0; n < 30_000; n += 1) limits.admit({ tries: `2001:db8:0:${n.toString(16)}::/64` });
    expect(limits.remembered('tries')).toBe(10_000);
  });
});
