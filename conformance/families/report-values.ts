import { nearlyAll, ofBuckets } from '../facts/bucket-values.ts';
import type { ReportGroup } from '../facts/consensus.ts';
import type { Facts } from '../facts/facts.ts';
import { extremes, sum } from '../facts/numbers.ts';
import { once } from '../facts/once.ts';
import { intervalOf } from './chart/scatter.ts';

/**
 * Returns the values of a group's reports, or undefined if they are not all known: as scatter shows them, since reports of a bucket
 * may have different values; else the value of the bucket, if it has only one. If scatter shows values outside their buckets, it is
 * wrong, so nothing can be compared with its values.
 */
export function valuesIn(facts: Facts): (group: ReportGroup) => readonly number[] | undefined {
  if (!isScatterSound(facts)) return () => undefined;
  const single = valuesOfBuckets(facts);
  return (group) => {
    const shown = facts.values.shown(group);
    const isInside = (value: number) =>
      group.buckets.length === 0 || group.buckets.some((bucket) => isIn(facts, bucket, value));
    if (shown?.every(isInside)) return shown;
    return ofBuckets(group, (bucket) => single.get(bucket));
  };
}

/** The value of each bucket whose reports all have the same, apart from values outside the bucket. */
const valuesOfBuckets = once((facts: Facts): ReadonlyMap<string, number> => {
  const buckets = [...facts.values.seen].map(
    ([bucket, counts]) => [bucket, [...counts.keys()].filter((value) => isIn(facts, bucket, value))] as const,
  );
  return new Map(
    buckets.flatMap(([bucket, [value, ...others]]) =>
      value === undefined || others.length > 0 ? [] : [[bucket, value] as const],
    ),
  );
});

function isIn(facts: Facts, bucket: string, value: number): boolean {
  const interval = intervalOf(facts, bucket);
  return interval === undefined || (value >= interval[0] && value <= interval[1]);
}

/** Checks whether nearly all values of each bucket are in the bucket. */
const isScatterSound = once((facts: Facts): boolean =>
  [...facts.values.seen].every(([bucket, counts]) => {
    const inside = [...counts].filter(([value]) => isIn(facts, bucket, value));
    const countOf = (entries: readonly (readonly [number, number])[]) =>
      sum(entries.map(([, count]) => count));
    return countOf(inside) >= nearlyAll * countOf([...counts]);
  }),
);

/** The values of all reports, as far as they are known. */
export const allValues = once((facts: Facts): readonly number[] => {
  const valuesOf = valuesIn(facts);
  return facts.groups.flatMap((group) => (group.count > 0 ? (valuesOf(group) ?? []) : []));
});

/** How many reports must be known before a value far from all of them fails; with fewer, an estimator may lean on a default. */
const enough = 20;

/** Checks whether so many values are known that an estimate can be compared with them. */
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
