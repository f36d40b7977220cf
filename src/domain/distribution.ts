import { LENGTHS, peopleAt, SCALED, SPACING } from './square-root-scale.ts';

/** How likely each length of the line is, by its index on the scale. */
export type Belief = Float64Array;

/** Makes the parts add up to 1, in place. */
export function normalise(belief: Belief): void {
  let total = 0;
  for (let index = 0; index < LENGTHS; index += 1) total += belief[index] as number;
  for (let index = 0; index < LENGTHS; index += 1) belief[index] = (belief[index] as number) / total;
}

/** The number of people that `share` of a normalised belief lies below; 0.5 gives its median. */
export function quantile(belief: Belief, share: number): number {
  let below = 0;
  for (let index = 0; index < LENGTHS; index += 1) {
    const here = belief[index] as number;
    // Every length stands for its surroundings, half a spacing either way.
    if (below + here >= share) {
      return peopleAt((SCALED[index] as number) + SPACING * ((share - below) / here - 0.5));
    }
    below += here;
  }
  return peopleAt(SCALED[LENGTHS - 1] as number);
}

/** The belief made surer (`power` above 1) or less sure (below 1); normalised. */
export function sharpened(belief: Belief, power: number): Belief {
  const sharper = belief.map((part) => part ** power);
  normalise(sharper);
  return sharper;
}
