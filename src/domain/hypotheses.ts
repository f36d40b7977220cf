import { guesses } from './likelihood.ts';
import { HEED } from './same-minute-groups.ts';
import type { Pace } from './transition-model.ts';

/** One way in which a venue's line may move and its people may guess. */
export interface Hypothesis {
  readonly pace: Pace;
  /** By bucket, how likely a report of it is at each length. */
  readonly guesses: readonly Float64Array[];
  /** By bucket and by how many equal reports it follows closely, what a report of it multiplies a belief by. */
  readonly heeded: readonly (readonly Float64Array[])[];
  /** How likely it is before anything is known of the venue, as a logarithm. */
  readonly prior: number;
}

const PACES: readonly Pace[] = [
  ...[5, 15, 45, 135].map((minutes) => ({ kind: 'returns', minutes }) as const),
  ...[0.0005, 0.0015, 0.005].map((spread) => ({ kind: 'wanders', spread }) as const),
];

/** Guesses lie off by these shares of the truth, with what a share has for it beforehand. */
const SPREADS = [
  { spread: 0.15, prior: Math.log(0.2) },
  { spread: 0.25, prior: 0 },
  { spread: 0.4, prior: Math.log(0.2) },
] as const;

/** Every hypothesis that a venue is held against. */
export const HYPOTHESES: readonly Hypothesis[] = SPREADS.flatMap(({ spread, prior }) => {
  const likely = guesses(spread);
  const heeded = likely.map((guess) => HEED.map((heed) => guess.map((part) => part ** heed)));
  return PACES.map((pace) => ({ pace, guesses: likely, heeded, prior }));
});
