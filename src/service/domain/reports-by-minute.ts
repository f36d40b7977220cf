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

/** Within this time of an equal report, a report may come from the same person. */
const REPEAT: Micros = MINUTE;
/** Equal reports that follow one another longer than this come from several people. */
const LONGEST_RUN: Micros = 5 * MINUTE;

/**
 * Groups reports by minute, ascending; `observations` ascend in time. Of a run of equal reports, each within a minute of the one
 * before, one counts in five minutes.
 */
export function reportsByMinute(observations: readonly Observation[]): readonly ReportsOfMinute[] {
  const groups: { minute: number; buckets: number[] }[] = [];
  const seen: Micros[] = BUCKETS.map(() => Number.NEGATIVE_INFINITY);
  const counted = seen.slice();
  for (const { at, bucket: label } of observations) {
    const bucket = BUCKETS.indexOf(label);
    const isRepeated =
      at - (seen[bucket] as Micros) <= REPEAT && at - (counted[bucket] as Micros) <= LONGEST_RUN;
    seen[bucket] = at;
    if (isRepeated) continue;
    counted[bucket] = at;
    const minute = Math.floor(at / MINUTE);
    const group = groups.at(-1);
    if (group?.minute === minute) group.buckets.push(bucket);
    else groups.push({ minute, buckets: [bucket] });
  }
  return groups;
}
