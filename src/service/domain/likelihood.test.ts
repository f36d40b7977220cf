import { describe, expect, it } from 'vitest';
import { BUCKET_VALUE, BUCKETS } from './bucket.ts';
import { reportLikelihoods } from './likelihood.ts';

describe('reportLikelihoods', () => {
  it.each([0, 0.4, 3, 12, 33, 70])('adds up to 1 over the buckets with %d people in the queue', (people) => {
    expect(reportLikelihoods(people).reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 6);
  });

  it.each(BUCKETS)('is largest for the true bucket at the value of %s', (bucket) => {
    const likelihoods = reportLikelihoods(BUCKET_VALUE[bucket]);
    expect(likelihoods.indexOf(Math.max(...likelihoods))).toBe(BUCKETS.indexOf(bucket));
  });

  it('leaves every bucket its share of outliers', () => {
    for (const people of [0, 8, 70])
      expect(Math.min(...reportLikelihoods(people))).toBeGreaterThanOrEqual(0.03 / BUCKETS.length - 1e-9);
  });
});
