import { extremes } from '../facts/numbers.ts';

/** How many reports must be known before a value far from all of them fails; with fewer, an estimator may lean on a default. */
const enough = 20;

/** Whether so many values are known that an estimate can be compared with them. */
export function areEnough(values: readonly number[]): boolean {
  return values.length >= enough;
}

/**
 * Between which numbers of people an estimate may lie, given everything ever reported. The range is generous. A bucket covers
 * several numbers, and the highest may have no upper end; people report long queues more than short ones; an estimator may
 * lean on what is usual.
 */
export function plausibleRange(values: readonly number[]): readonly [low: number, high: number] {
  const [least, most] = extremes(values);
  return [Math.max(0, least / 2 - 10), most * 2 + 10];
}
