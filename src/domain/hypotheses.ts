import { reportLikelihoods } from './likelihood.ts';
import { DUPLICATE_DISCOUNTS } from './same-minute-groups.ts';
import type { Rate } from './transition-model.ts';

/** One way in which a venue's line may move and its people may guess. */
export interface Hypothesis {
  readonly rate: Rate;
  /** By bucket, how likely a report of it is at each length. */
  readonly likelihoods: readonly Float64Array[];
  /** By bucket and by how many equal reports it follows closely, what a report of it multiplies a belief by. */
  readonly discounted: readonly (readonly Float64Array[])[];
  /** How likely it is before anything is known of the venue, as a logarithm. */
  readonly prior: number;
}

const RATES: readonly Rate[] = [
  ...[5, 15, 45, 135].map((minutes) => ({ kind: 'reverts', minutes }) as const),
  ...[0.0005, 0.0015, 0.005].map((diffusion) => ({ kind: 'diffuses', diffusion }) as const),
];

/** Guesses lie off by these shares of the truth, with what a share has for it beforehand. */
const SPREADS = [
  { spread: 0.15, prior: Math.log(0.2) },
  { spread: 0.25, prior: 0 },
  { spread: 0.4, prior: Math.log(0.2) },
] as const;

/** Every hypothesis that a venue is held against. */
export const HYPOTHESES: readonly Hypothesis[] = SPREADS.flatMap(({ spread, prior }) => {
  const likely = reportLikelihoods(spread);
  const discounted = likely.map((guess) =>
    DUPLICATE_DISCOUNTS.map((heed) => guess.map((part) => part ** heed)),
  );
  return RATES.map((rate) => ({ rate, likelihoods: likely, discounted, prior }));
});
