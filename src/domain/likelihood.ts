import { BUCKETS, type Bucket } from './bucket.ts';
import { peopleAt, STATE_COUNT, STATE_POSITIONS } from './square-root-scale.ts';

/** Share of the reports that say anything at all, whatever the line: pranks, slips, another line. */
export const OUTLIER_RATE = 0.03;

/** People guess a line this share too short, on average. */
const SHORTFALL = 0.03;

/** Standard deviation of a guess at a very short line, in people. */
const LEAST_SPREAD = 0.35;

/** Guesses from these on fall into the next bucket. */
const EDGES = [Number.NEGATIVE_INFINITY, 0.5, 5.5, 10.5, 20.5, 30.5, Number.POSITIVE_INFINITY] as const;

const INDEX: Readonly<Record<Bucket, number>> = {
  '0': 0,
  '1-5': 1,
  '6-10': 2,
  '11-20': 3,
  '20-30': 4,
  '30+': 5,
};

/** A bucket's place among the six, 0 for nobody. */
export function indexOf(bucket: Bucket): number {
  return INDEX[bucket];
}

/**
 * For each bucket, by its place, how likely an honest report of it is at each length of the line, when
 * reportLikelihoods lie `spread` (a share of the truth, one standard deviation) off.
 */
export function inlierLikelihoods(spread: number): readonly Float64Array[] {
  return BUCKETS.map((_, bucket) =>
    Float64Array.from({ length: STATE_COUNT }, (_, index) => {
      const people = peopleAt(STATE_POSITIONS[index] as number);
      const meant = people * (1 - SHORTFALL);
      const deviation = Math.hypot(LEAST_SPREAD, spread * people);
      const below = (edge: number) => normalBelow((edge - meant) / deviation);
      return Math.max(0, below(EDGES[bucket + 1] as number) - below(EDGES[bucket] as number));
    }),
  );
}

/** The same for all reports, nonsense among them. */
export function reportLikelihoods(spread: number): readonly Float64Array[] {
  return inlierLikelihoods(spread).map((honest) =>
    honest.map((likely) => (1 - OUTLIER_RATE) * likely + OUTLIER_RATE / BUCKETS.length),
  );
}

/** Share of a standard normal distribution below `x`, to seven digits (Abramowitz and Stegun 26.2.17). */
function normalBelow(x: number): number {
  if (!Number.isFinite(x)) return x > 0 ? 1 : 0;
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}
