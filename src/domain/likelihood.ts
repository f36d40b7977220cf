import { BUCKETS } from './bucket.ts';
import { peopleAt, STATE_COUNT, STATE_POSITIONS } from './square-root-scale.ts';

/** The share of reports that are outliers (pranks, slips, another queue): any bucket, whatever the queue. */
export const OUTLIER_RATE = 0.03;

/** People underestimate a queue by this share on average. */
const BIAS = 0.03;

/** The standard deviation of a judgement of a very short queue, in people. */
const LEAST_DEVIATION = 0.35;

/** The judgements, in people, at which one bucket ends and the next begins. */
const EDGES = [Number.NEGATIVE_INFINITY, 0.5, 5.5, 10.5, 20.5, 30.5, Number.POSITIVE_INFINITY] as const;

/**
 * For each bucket, the likelihood of a report of it in each state, outliers aside, when people misjudge the
 * queue by `spread` (one standard deviation, as a share of the true length).
 */
export function inlierLikelihoods(spread: number): readonly Float64Array[] {
  return BUCKETS.map((_, bucket) =>
    Float64Array.from({ length: STATE_COUNT }, (_, state) => {
      const people = peopleAt(STATE_POSITIONS[state] as number);
      const mean = people * (1 - BIAS);
      const deviation = Math.hypot(LEAST_DEVIATION, spread * people);
      const below = (edge: number) => normalCdf((edge - mean) / deviation);
      return Math.max(0, below(EDGES[bucket + 1] as number) - below(EDGES[bucket] as number));
    }),
  );
}

/** The same for all reports, outliers included. */
export function reportLikelihoods(spread: number): readonly Float64Array[] {
  return inlierLikelihoods(spread).map((inlier) =>
    inlier.map((likelihood) => (1 - OUTLIER_RATE) * likelihood + OUTLIER_RATE / BUCKETS.length),
  );
}

/** The cumulative distribution of the standard normal, to seven digits (Abramowitz and Stegun 26.2.17). */
function normalCdf(x: number): number {
  if (!Number.isFinite(x)) return x > 0 ? 1 : 0;
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}
