import { BUCKETS } from './bucket.ts';

/** The share of reports that are outliers (pranks, slips, another queue): any bucket, whatever the queue. */
const OUTLIER_RATE = 0.03;
/** How far people misjudge a queue: one standard deviation, as a share of its length; at least this share of one person. */
const SPREAD = 0.25;

/** The judgments, in people, at which one bucket ends and the next begins. */
export const BUCKET_EDGES = [
  Number.NEGATIVE_INFINITY,
  0.5,
  5.5,
  10.5,
  20.5,
  30.5,
  Number.POSITIVE_INFINITY,
] as const;

/** For each bucket, the likelihood that somebody reports it when `people` are in the queue. */
export function reportLikelihoods(people: number): readonly number[] {
  const deviation = SPREAD * Math.hypot(1, people);
  const below = BUCKET_EDGES.map((edge) => normalCdf((edge - people) / deviation));
  return BUCKETS.map((_, bucket) => {
    const judged = (below[bucket + 1] as number) - (below[bucket] as number);
    return (1 - OUTLIER_RATE) * Math.max(0, judged) + OUTLIER_RATE / BUCKETS.length;
  });
}

/** The cumulative distribution of the standard normal, to seven digits (Abramowitz and Stegun 26.2.17). */
export function normalCdf(x: number): number {
  if (!Number.isFinite(x)) return x > 0 ? 1 : 0;
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}
