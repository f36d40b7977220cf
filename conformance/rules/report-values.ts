import type { ReportGroup } from '../facts/consensus.ts';
import type { Facts } from '../facts/facts.ts';
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

/** Whether the usual value of each bucket is in the bucket. */
const isScatterSound = once((facts: Facts): boolean =>
  [...facts.values.seen.keys()].every((bucket) => {
    const [value, interval] = [facts.values.typical(bucket), intervalOf(facts, bucket)];
    return value === undefined || interval === undefined || (value >= interval[0] && value <= interval[1]);
  }),
);
