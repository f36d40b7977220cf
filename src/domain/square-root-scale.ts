/**
 * The scale on which headcounts are blended: `sqrt(people + 1/2)`. People misjudge a long queue by more
 * people than a short one; on this scale the error is about the same everywhere (gap `estimate-formula`).
 */
export function onScale(people: number): number {
  return Math.sqrt(people + 0.5);
}

/** Converts a position on the scale back to people; never below 0. */
export function peopleAt(scaled: number): number {
  return Math.max(0, Math.max(0, scaled) ** 2 - 0.5);
}

/** The queue length of the last state, in people. */
const LONGEST_QUEUE = 70;

/** How many hidden states, that is queue lengths, the model has. */
export const STATE_COUNT = 44;

/** The distance between neighbouring states on the scale. */
export const STATE_SPACING = (onScale(LONGEST_QUEUE) - onScale(0)) / (STATE_COUNT - 1);

/** The states' positions on the scale: evenly spaced, from an empty queue up. */
export const STATE_POSITIONS: Readonly<Float64Array> = Float64Array.from(
  { length: STATE_COUNT },
  (_, index) => onScale(0) + index * STATE_SPACING,
);

/** Rounds people to one decimal, as estimates and smoothed lines show them. */
export function oneDecimal(people: number): number {
  return Math.round(people * 10) / 10;
}
