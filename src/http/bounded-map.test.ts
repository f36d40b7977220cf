import { describe, expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

describe('a bounded map', () => {
  it('forgets what was used longest ago, reading and writing alike', () => {
    const map = new BoundedMap<string, number>(3);
    for (const [index, name] of ['a', 'b', 'c'].entries()) map.set(name, index);
    map.get('a');
    map.set('b', 9);
    map.set('d', 3);
    expect(['a', 'b', 'c', 'd'].map((name) => map.get(name))).toEqual([0, 9, undefined, 3]);
  });

  it('never holds more than its limit', () => {
    const map = new BoundedMap<number, number>(10);
    for (let n = 0; n < 1000; n += 1) map.set(n, n);
    const held = Array.from({ length: 1000 }, (_, n) => map.get(n)).filter((value) => value !== undefined);
    expect(held).toEqual([990, 991, 992, 993, 994, 995, 996, 997, 998, 999]);
  });

  it('forgets one entry, or all, when told to', () => {
    const map = new BoundedMap<string, number>(3);
    map.set('a', 1);
    map.set('b', 2);
    map.delete('a');
    expect([map.get('a'), map.get('b')]).toEqual([undefined, 2]);
    map.clear();
    expect(map.get('b')).toBeUndefined();
  });
});
