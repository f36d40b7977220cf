import { describe, expect, it } from 'vitest';
import { RateLimit, refusalFields } from './rate-limit.ts';

const POLICY = { name: 'tries', count: 5, seconds: 10 };

/** A limit whose clock stands still until the test moves it, in seconds. */
function limitUnderTest() {
  const clock = { now: 1000 };
  const limit = new RateLimit(POLICY, () => clock.now);
  const admitted = (network: string, tries: number) =>
    Array.from({ length: tries }, () => limit.admit(network)).filter((wait) => wait === 0).length;
  return { clock, limit, admitted };
}

describe('the limit of a network', () => {
  it('admits its count at once, and then as much as time has paid off', () => {
    const { clock, admitted } = limitUnderTest();
    expect(admitted('192.0.2.1', 100)).toBe(5);
    clock.now += 4;
    expect(admitted('192.0.2.1', 100)).toBe(2);
    clock.now += 1e6;
    expect(admitted('192.0.2.1', 100)).toBe(5);
  });

  it('is no other network’s', () => {
    const { admitted } = limitUnderTest();
    expect(admitted('192.0.2.1', 100)).toBe(5);
    expect(admitted('192.0.2.2', 100)).toBe(5);
  });

  it('says when to come back, and is right', () => {
    const { clock, limit, admitted } = limitUnderTest();
    admitted('192.0.2.1', 100);
    clock.now += 0.5;
    const wait = limit.admit('192.0.2.1');
    expect(wait).toBe(2);
    clock.now += wait;
    expect(limit.admit('192.0.2.1')).toBe(0);
    expect(refusalFields(POLICY, wait)).toEqual({
      'RateLimit-Policy': '"tries";q=5;w=10',
      RateLimit: '"tries";r=0;t=2',
      'Retry-After': '2',
    });
  });

  it('counts by weight', () => {
    const { limit } = limitUnderTest();
    expect([limit.admit('a', 3), limit.admit('a', 3), limit.admit('a', 2)]).toEqual([0, 2, 0]);
  });

  it('counts nothing that is given back, now or later', () => {
    const { clock, limit, admitted } = limitUnderTest();
    expect(admitted('a', 5)).toBe(5);
    limit.giveBack('a');
    limit.giveBack('b');
    expect([admitted('a', 100), admitted('b', 100)]).toEqual([1, 5]);
    clock.now += 1e6;
    limit.giveBack('a');
    expect(admitted('a', 100)).toBe(5);
  });

  it('remembers a bounded number of networks', () => {
    const { limit } = limitUnderTest();
    for (let n = 0; n < 30_000; n += 1) limit.admit(`2001:db8:0:${n.toString(16)}::/64`);
    expect(limit.size).toBe(10_000);
  });
});
