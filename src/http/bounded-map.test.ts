import { describe, expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

describe('a bounded map', () => {
  const held = (map: BoundedMap<number, number>, count: number) =>
    Array.from({ length: count }, (_, n) => n).filter((n) => map.get(n) !== undefined);

  it('keeps what is used, reading and writing alike, and forgets the rest', () => {
    const map = new BoundedMap<number, number>(10);
    map.set(0, 0);
    map.set(1, 0);
    for (let n = 2; n < 100; n += 1) {
      map.set(n, n);
      expect(map.get(0)).toBe(0);
    }
    map.set(0, 99);
    expect(map.get(0)).toBe(99);
    expect(map.get(1)).toBeUndefined();
  });

  it.each([2, 3, 10, 11])('of %i never holds more, and always the half used last', (limit) => {
    const map = new BoundedMap<number, number>(limit);
    for (let n = 0; n < 100; n += 1) map.set(n, n);
    // From the newest down, as reading an old one counts as using it.
    const newest = Array.from({ length: Math.floor(limit / 2) }, (_, n) => 99 - n);
    expect(newest.map((n) => map.get(n))).toEqual(newest);
    expect(held(map, 100).length).toBeLessThanOrEqual(limit);
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
