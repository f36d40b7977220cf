import { peopleAt, STATE_COUNT, STATE_POSITIONS, STATE_SPACING } from './square-root-scale.ts';

/** How likely each length of the line is, by its index on the scale. */
export type Distribution = Float64Array;

/** Makes the parts add up to 1, in place. */
export function normalise(belief: Distribution): void {
  let total = 0;
  for (let index = 0; index < STATE_COUNT; index += 1) total += belief[index] as number;
  for (let index = 0; index < STATE_COUNT; index += 1) belief[index] = (belief[index] as number) / total;
}

/** The number of people that `share` of a normalised belief lies below; 0.5 gives its median. */
export function quantile(belief: Distribution, share: number): number {
  let below = 0;
  for (let index = 0; index < STATE_COUNT; index += 1) {
    const here = belief[index] as number;
    // Every length stands for its surroundings, half a spacing either way.
    if (below + here >= share) {
      return peopleAt((STATE_POSITIONS[index] as number) + STATE_SPACING * ((share - below) / here - 0.5));
    }
    below += here;
  }
  return peopleAt(STATE_POSITIONS[STATE_COUNT - 1] as number);
}

/** The belief made surer (`power` above 1) or less sure (below 1); normalised. */
export function tempered(belief: Distribution, power: number): Distribution {
  const sharper = belief.map((part) => part ** power);
  normalise(sharper);
  return sharper;
}
