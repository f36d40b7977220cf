import { peopleAt, STATE_COUNT, STATE_POSITIONS, STATE_SPACING } from './square-root-scale.ts';

/** The probability of each state, that is of each queue length, by its index on the square-root scale. */
export type Distribution = Float64Array;

/** Scales the probabilities to a total of 1, in place. */
export function normalise(distribution: Distribution): void {
  let total = 0;
  for (let index = 0; index < STATE_COUNT; index += 1) total += distribution[index] as number;
  for (let index = 0; index < STATE_COUNT; index += 1) {
    distribution[index] = (distribution[index] as number) / total;
  }
}

/** Adds a weighted distribution to another, in place. */
export function addWeighted(sum: Distribution, distribution: Distribution, weight: number): void {
  for (let index = 0; index < STATE_COUNT; index += 1) {
    sum[index] = (sum[index] as number) + weight * (distribution[index] as number);
  }
}

/** The quantile of a normalised distribution, in people; 0.5 is the median. */
export function quantile(distribution: Distribution, probability: number): number {
  let below = 0;
  for (let index = 0; index < STATE_COUNT; index += 1) {
    const here = distribution[index] as number;
    // A state covers half a spacing on either side.
    if (below + here >= probability) {
      return peopleAt(
        (STATE_POSITIONS[index] as number) + STATE_SPACING * ((probability - below) / here - 0.5),
      );
    }
    below += here;
  }
  return peopleAt(STATE_POSITIONS[STATE_COUNT - 1] as number);
}

/** The distribution raised to a power, normalised: narrower above 1, wider below. */
export function tempered(distribution: Distribution, inverseTemperature: number): Distribution {
  const powered = distribution.map((probability) => probability ** inverseTemperature);
  normalise(powered);
  return powered;
}
