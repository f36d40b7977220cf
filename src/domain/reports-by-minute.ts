import { BUCKETS } from './bucket.ts';
import { MINUTE, type Micros } from './micros.ts';
import type { Observation } from './report.ts';

/** The reports of one minute. */
export interface ReportsOfMinute {
  /** Whole minutes since 1970-01-01T00:00Z. */
  readonly minute: number;
  /** Their buckets, as indexes in `BUCKETS`. */
  readonly buckets: readonly number[];
}

/**
 * Groups reports by minute, ascending; `observations` ascend in time. A report within a minute of an equal one is dropped: it
 * may come from the same person.
 */
export function reportsByMinute(observations: readonly Observation[]): readonly ReportsOfMinute[] {
  const groups: { minute: number; buckets: number[] }[] = [];
  const latest: Micros[] = BUCKETS.map(() => Number.NEGATIVE_INFINITY);
  for (const { at, bucket: label } of observations) {
    const bucket = BUCKETS.indexOf(label);
    const isRepeated = at - (latest[bucket] as Micros) <= MINUTE;
    latest[bucket] = at;
    if (isRepeated) continue;
    const minute = Math.floor(at / MINUTE);
    const group = groups.at(-1);
    if (group?.minute === minute) group.buckets.push(bucket);
    else groups.push({ minute, buckets: [bucket] });
  }
  return groups;
}
