import { describe, expect, it } from 'vitest';
import { BUCKET_VALUE, BUCKETS } from './bucket.ts';
import { reportLikelihood } from './likelihood.ts';

const likelihoodsAt = (people: number) => BUCKETS.map((_, bucket) => reportLikelihood(bucket, people));

describe('reportLikelihood', () => {
  it.each([0, 0.4, 3, 12, 33, 70])('adds up to 1 over the buckets with %d people in the queue', (people) => {
    expect(likelihoodsAt(people).reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 6);
  });

  it.each(BUCKETS)('is largest for the true bucket at the value of %s', (bucket) => {
    const likelihoods = likelihoodsAt(BUCKET_VALUE[bucket]);
    expect(likelihoods.indexOf(Math.max(...likelihoods))).toBe(BUCKETS.indexOf(bucket));
  });

  it('leaves every bucket its share of outliers', () => {
    for (const people of [0, 8, 70])
      expect(Math.min(...likelihoodsAt(people))).toBeGreaterThanOrEqual(0.03 / BUCKETS.length - 1e-9);
  });
});
