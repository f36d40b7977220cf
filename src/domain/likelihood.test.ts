import { describe, expect, it } from 'vitest';
import { BUCKET_VALUE, BUCKETS } from './bucket.ts';
import { inlierLikelihoods, OUTLIER_RATE, reportLikelihoods } from './likelihood.ts';
import { onScale, STATE_COUNT, STATE_SPACING } from './square-root-scale.ts';

const indexAt = (people: number): number => Math.round((onScale(people) - onScale(0)) / STATE_SPACING);

describe('reportLikelihoods', () => {
  it.each([0.15, 0.25, 0.4])('add up to 1 over the buckets in every state, with a spread of %d', (spread) => {
    for (const likely of [inlierLikelihoods(spread), reportLikelihoods(spread)]) {
      for (let index = 0; index < STATE_COUNT; index += 1) {
        expect(likely.reduce((sum, part) => sum + (part[index] as number), 0)).toBeCloseTo(1, 6);
      }
    }
  });

  it.each(BUCKETS.filter((bucket) => bucket !== '30+'))(
    'are largest for the true bucket in the middle of %s',
    (bucket) => {
      const here = reportLikelihoods(0.25).map((part) => part[indexAt(BUCKET_VALUE[bucket])] as number);
      expect(here.indexOf(Math.max(...here))).toBe(BUCKETS.indexOf(bucket));
    },
  );

  it('leave every bucket its share of outliers', () => {
    for (const part of reportLikelihoods(0.25)) {
      expect(Math.min(...part)).toBeGreaterThanOrEqual(OUTLIER_RATE / 6 - 1e-12);
    }
  });
});
