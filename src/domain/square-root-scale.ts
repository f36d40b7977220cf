/**
 * The scale on which headcounts are blended: `sqrt(people + 1/2)`. People miscount a long line
 * by more than a short one; on this scale the error is about the same everywhere (gap `estimate-formula`).
 */
export function onScale(people: number): number {
  return Math.sqrt(people + 0.5);
}

/** Back from the scale to people, never below 0. */
export function peopleAt(scaled: number): number {
  return Math.max(0, Math.max(0, scaled) ** 2 - 0.5);
}

/** The longest line that is told from a longer one, in people. */
const LONGEST = 70;

/** How many lengths of the line are told apart. */
export const STATE_COUNT = 44;

/** Distance between two neighbouring lengths on the scale. */
export const STATE_SPACING = (onScale(LONGEST) - onScale(0)) / (STATE_COUNT - 1);

/** The lengths on the scale, from nobody up, evenly spaced. */
export const STATE_POSITIONS: Readonly<Float64Array> = Float64Array.from(
  { length: STATE_COUNT },
  (_, index) => onScale(0) + index * STATE_SPACING,
);

/** People to one decimal, as estimates and smoothed lines show them. */
export function oneDecimal(people: number): number {
  return Math.round(people * 10) / 10;
}
