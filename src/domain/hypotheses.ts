import { reportLikelihoods } from './likelihood.ts';
import { DUPLICATE_DISCOUNTS } from './same-minute-groups.ts';
import type { Rate } from './transition-model.ts';

/** One of the candidate models that are averaged: how fast the queue changes, and how far people misjudge it. */
export interface Hypothesis {
  readonly rate: Rate;
  /** By bucket: the likelihood of a report of it in each state. */
  readonly likelihoods: readonly Float64Array[];
  /** The same by bucket and `repeats`, raised to the duplicate's weight. */
  readonly discounted: readonly (readonly Float64Array[])[];
  /** The logarithm of the prior weight, up to a constant. */
  readonly logPrior: number;
}

const RATES: readonly Rate[] = [
  ...[5, 15, 45, 135].map((minutes) => ({ kind: 'reverts', minutes }) as const),
  ...[0.0005, 0.0015, 0.005].map((diffusion) => ({ kind: 'diffuses', diffusion }) as const),
];

/** How far people may misjudge a queue: one standard deviation, as a share of its length. */
const SPREADS = [
  { spread: 0.15, logPrior: Math.log(0.2) },
  { spread: 0.25, logPrior: 0 },
  { spread: 0.4, logPrior: Math.log(0.2) },
] as const;

/** All candidate models: every rate with every spread. */
export const HYPOTHESES: readonly Hypothesis[] = SPREADS.flatMap(({ spread, logPrior }) => {
  const likelihoods = reportLikelihoods(spread);
  const discounted = likelihoods.map((likelihood) =>
    DUPLICATE_DISCOUNTS.map((weight) => likelihood.map((part) => part ** weight)),
  );
  return RATES.map((rate) => ({ rate, likelihoods, discounted, logPrior }));
});
