import type { ReportGroup } from '../facts/consensus.ts';
import type { Facts } from '../facts/facts.ts';
import { intervalOf, numericLabels } from './chart-scatter.ts';

/**
 * The values of a group's reports as scatter shows them; undefined if they are not all known. If scatter shows values outside
 * their buckets, it is wrong, so nothing can be compared with its values.
 */
export function valuesOf(facts: Facts, group: ReportGroup): readonly number[] | undefined {
  return isScatterSound(facts) ? facts.values.of(group) : undefined;
}

const sound = new WeakMap<Facts, boolean>();

/** Whether the usual value of each bucket is in the bucket. */
function isScatterSound(facts: Facts): boolean {
  const known = sound.get(facts);
  if (known !== undefined) return known;
  const labels = numericLabels(facts);
  const isSound = [...facts.values.seen.keys()].every((bucket) => {
    const [value, interval] = [facts.values.typical(bucket), intervalOf(facts, bucket, labels)];
    return value === undefined || interval === undefined || (value >= interval[0] && value <= interval[1]);
  });
  sound.set(facts, isSound);
  return isSound;
}
