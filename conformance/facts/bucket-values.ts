import type { ReportGroup } from './consensus.ts';
import { countsOf, sum } from './numbers.ts';
import type { KeyOf } from './report-key.ts';
import type { ChartResponse } from './responses.ts';

/** The number that stands for a report, learned from scatter. */
export interface BucketValues {
  /** How often each value occurs for a bucket. */
  readonly seen: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** The value of nearly all reports of a bucket; undefined if they differ or there are none. */
  readonly typical: (bucket: string) => number | undefined;
  /** The values that every chart shows at a group's time, if there are as many as reports. */
  readonly shown: (group: ReportGroup) => readonly number[] | undefined;
  /** The values of a group's reports: those that charts show, or else the value of each bucket, if all its reports have the same one. */
  readonly of: (group: ReportGroup) => readonly number[] | undefined;
}

/** The share of a bucket's values that shows what is usual for it. */
export const nearlyAll = 0.8;

/** Matches scatter items with reports by time, if all reports of that time have the same bucket. */
export function learnBucketValues(
  charts: readonly ChartResponse[],
  consensus: ReadonlyMap<number, ReportGroup>,
  keyOf: KeyOf,
): BucketValues {
  const valuesSeen = new Map<string, number[]>();
  const scattered = new Map<number, readonly number[] | undefined>();
  for (const chart of charts) {
    for (const [key, points] of Map.groupBy(chart.scatter, ({ t }) => keyOf(t))) {
      const values = points.map(({ value }) => value);
      const group = consensus.get(key);
      const known = scattered.has(key) ? scattered.get(key) : values;
      scattered.set(key, known !== undefined && areSame(known, values) ? values : undefined);
      const [bucket] = group?.buckets ?? [];
      if (group === undefined || bucket === undefined || new Set(group.buckets).size > 1) continue;
      const list = valuesSeen.get(bucket) ?? [];
      valuesSeen.set(bucket, list);
      for (const value of values) list.push(value);
    }
  }
  const seen = new Map([...valuesSeen].map(([bucket, values]) => [bucket, countsOf(values)]));
  const typical = (bucket: string) => {
    const counts = [...(seen.get(bucket) ?? [])].sort((a, b) => b[1] - a[1]);
    const total = sum(counts.map(([, count]) => count));
    const [most] = counts;
    return most !== undefined && most[1] >= nearlyAll * total ? most[0] : undefined;
  };
  const shown = (group: ReportGroup) => {
    const values = scattered.get(group.key);
    return values?.length === group.count ? values : undefined;
  };
  const only = (bucket: string) => {
    const [value, ...others] = seen.get(bucket)?.keys() ?? [];
    return others.length === 0 ? value : undefined;
  };
  const of = (group: ReportGroup) => shown(group) ?? ofBuckets(group, only);
  return { seen, typical, shown, of };
}

/** The values of a group's reports by their buckets; undefined if they are not all known. */
export function ofBuckets(
  { buckets, count }: ReportGroup,
  valueIn: (bucket: string) => number | undefined,
): readonly number[] | undefined {
  const values = buckets.flatMap((bucket) => valueIn(bucket) ?? []);
  return values.length === count && values.length === buckets.length ? values : undefined;
}

function areSame(one: readonly number[], other: readonly number[]): boolean {
  return one === other || one.toSorted().join() === other.toSorted().join();
}
