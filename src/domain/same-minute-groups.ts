import { BUCKETS } from './bucket.ts';
import { MINUTE, type Micros } from './micros.ts';
import type { Observation } from './report.ts';

/** A report as the model weighs it. */
export interface WeightedReport {
  /** The bucket's index in `BUCKETS`. */
  readonly bucket: number;
  /** How many equal reports it closely follows; at most 4. */
  readonly repeats: number;
}

/** The reports of one minute. */
export interface SameMinuteGroup {
  /** Whole minutes since 1970-01-01T00:00Z. */
  readonly minute: number;
  readonly reports: readonly WeightedReport[];
}

/** The weight of a report by `repeats`. */
export const DUPLICATE_DISCOUNTS: readonly number[] = [1, 1 / 4, 1 / 9, 1 / 16, 1 / 25];

/** Within this time of an equal report, a report may come from the same person. */
const DUPLICATE_WINDOW: Micros = MINUTE;

/**
 * Groups reports by minute, ascending; `observations` ascend in time. In a run of equal reports, each within a
 * minute of the one before, the second to fifth are discounted and the rest dropped, so one person who repeats a
 * report counts for less than two.
 */
export function groupByMinute(observations: readonly Observation[]): readonly SameMinuteGroup[] {
  const groups: { minute: number; reports: WeightedReport[] }[] = [];
  const runs: { at: Micros; length: number }[] = [];
  for (const { at, bucket: label } of observations) {
    const bucket = BUCKETS.indexOf(label);
    const run = runs[bucket];
    const length = run !== undefined && at - run.at <= DUPLICATE_WINDOW ? run.length + 1 : 1;
    runs[bucket] = { at, length };
    if (length > DUPLICATE_DISCOUNTS.length) continue;
    const minute = Math.floor(at / MINUTE);
    const report = { bucket, repeats: length - 1 };
    const latest = groups.at(-1);
    if (latest?.minute === minute) latest.reports.push(report);
    else groups.push({ minute, reports: [report] });
  }
  return groups;
}
