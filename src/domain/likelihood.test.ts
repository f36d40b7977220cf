import { describe, expect, it } from 'vitest';
import { BUCKET_VALUE, BUCKETS } from './bucket.ts';
import { guesses, honestGuesses, indexOf, NONSENSE } from './likelihood.ts';
import { LENGTHS, onScale, SPACING } from './square-root-scale.ts';

const indexAt = (people: number): number => Math.round((onScale(people) - onScale(0)) / SPACING);

describe('guesses', () => {
  it.each([0.15, 0.25, 0.4])('fall into some bucket at every length, with a spread of %d', (spread) => {
    for (const likely of [honestGuesses(spread), guesses(spread)]) {
      for (let index = 0; index < LENGTHS; index += 1) {
        expect(likely.reduce((sum, part) => sum + (part[index] as number), 0)).toBeCloseTo(1, 6);
      }
    }
  });

  it.each(BUCKETS.filter((bucket) => bucket !== '30+'))(
    'are most often right at the middle of %s',
    (bucket) => {
      const here = guesses(0.25).map((part) => part[indexAt(BUCKET_VALUE[bucket])] as number);
      expect(here.indexOf(Math.max(...here))).toBe(indexOf(bucket));
    },
  );

  it('leave every bucket its share of nonsense', () => {
    for (const part of guesses(0.25)) {
      expect(Math.min(...part)).toBeGreaterThanOrEqual(NONSENSE / 6 - 1e-12);
    }
  });
});
