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

/** The likelihood that somebody reports a bucket (its index in `BUCKETS`) when `people` are in the queue. */
export function reportLikelihood(bucket: number, people: number): number {
  const deviation = SPREAD * Math.hypot(1, people);
  const below = (edge: number) => normalCdf((edge - people) / deviation);
  const judged = below(BUCKET_EDGES[bucket + 1] as number) - below(BUCKET_EDGES[bucket] as number);
  return (1 - OUTLIER_RATE) * Math.max(0, judged) + OUTLIER_RATE / BUCKETS.length;
}
