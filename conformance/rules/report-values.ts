import { nearlyAll } from '../facts/bucket-values.ts';
import type { ReportGroup } from '../facts/consensus.ts';
import type { Facts } from '../facts/facts.ts';
import { sum } from '../facts/numbers.ts';
import { once } from '../facts/once.ts';
import { intervalOf } from './chart-scatter.ts';

/**
 * Returns the values of a group's reports as scatter shows them, or undefined if they are not all known. If scatter shows values
 * outside their buckets, it is wrong, so nothing can be compared with its values.
 */
export function valuesIn(facts: Facts): (group: ReportGroup) => readonly number[] | undefined {
  const isSound = isScatterSound(facts);
  return (group) => (isSound ? facts.values.of(group) : undefined);
}

/** Whether nearly all values of each bucket are in the bucket. */
const isScatterSound = once((facts: Facts): boolean =>
  [...facts.values.seen].every(([bucket, counts]) => {
    const interval = intervalOf(facts, bucket);
    if (interval === undefined) return true;
    const [low, high] = interval;
    const inside = [...counts].filter(([value]) => value >= low && value <= high);
    const countOf = (entries: readonly (readonly [number, number])[]) =>
      sum(entries.map(([, count]) => count));
    return countOf(inside) >= nearlyAll * countOf([...counts]);
  }),
);
