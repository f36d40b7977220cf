import { BUCKETS } from './bucket.ts';
import { normalCdf } from './normal.ts';

/** The share of reports that are outliers (pranks, slips, another queue): any bucket, whatever the queue. */
const OUTLIER_RATE = 0.03;
/** How far people misjudge a queue: one standard deviation, as a share of its length; at least this share of one person. */
const SPREAD = 0.25;

/** The judgments, in people, at which one bucket ends and the next begins. */
export const BUCKET_EDGES = [
  Number.NEGATIVE_INFINITY,
  ...[0.5, 5.5, 10.5, 20.5, 30.5],
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
