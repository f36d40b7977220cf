/**
 * The scale of queue lengths, `sqrt(people + 1/2)`. People misjudge a long queue by more people than a short one; on this scale
 * the error is about the same everywhere (gap `estimate-formula`). It is divided into cells of equal width.
 */
function onScale(people: number): number {
  return Math.sqrt(people + 0.5);
}

/** The queue length of the last cell, in people. */
const LONGEST_QUEUE = 70;
export const LENGTH_COUNT = 44;

const EMPTY = onScale(0);
const SPACING = (onScale(LONGEST_QUEUE) - EMPTY) / (LENGTH_COUNT - 1);

/** People at a place between the cells: 0 in the middle of the first cell, 1 in the middle of the second. Never below 0. */
function peopleAt(place: number): number {
  return Math.max(0, (EMPTY + place * SPACING) ** 2 - 0.5);
}

/** The queue length in the middle of each cell, in people. */
export const LENGTHS: Readonly<Float64Array> = Float64Array.from({ length: LENGTH_COUNT }, (_, cell) =>
  peopleAt(cell),
);

/** The probability of each cell; the total is 1. */
export type Distribution = Float64Array;

/** The quantile of a distribution, in people; 0.5 is the median. */
export function quantile(distribution: Distribution, probability: number): number {
  let below = 0;
  for (let cell = 0; cell < LENGTH_COUNT; cell += 1) {
    const here = distribution[cell] as number;
    if (below + here >= probability) return peopleAt(cell + (probability - below) / here - 0.5);
    below += here;
  }
  return LONGEST_QUEUE;
}

/** Rounds people to one decimal, as estimates and smoothed lines show them. */
export function oneDecimal(people: number): number {
  return Math.round(people * 10) / 10;
}
