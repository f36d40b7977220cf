import { describe, expect, it } from 'vitest';
import type { Bucket } from './bucket.ts';
import { PlainAverage } from './plain-average.ts';

describe('a plain average', () => {
  it.each<[string, readonly [Bucket, number][], number | null, number]>([
    ['nothing', [], null, 0],
    ['one report of nobody', [['0', 1]], 0, 1],
    [
      'every report equally, not every bucket',
      [
        ['0', 3],
        ['1-5', 1],
      ],
      0.75,
      4,
    ],
    [
      'thirds to two decimals',
      [
        ['1-5', 1],
        ['6-10', 2],
      ],
      6.33,
      3,
    ],
    [
      'halves of the second decimal upwards',
      [
        ['0', 199],
        ['1-5', 1],
      ],
      0.02,
      200,
    ],
    ['a bucket count of zero', [['30+', 0]], null, 0],
  ])('counts %s', (_, bucketCounts, value, count) => {
    const average = new PlainAverage();
    for (const [bucket, reports] of bucketCounts) average.add({ bucket, count: reports });
    expect(average.value).toBe(value);
    expect(average.count).toBe(count);
  });
});
