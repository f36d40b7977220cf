import { indexOf } from './likelihood.ts';
import { MINUTE, type Micros } from './micros.ts';
import type { Observation } from './report.ts';

/** One report as it is weighed. */
export interface WeightedReport {
  /** The bucket's place among the six. */
  readonly bucket: number;
  /** 0, or how many equal reports it follows closely; at most 4. */
  readonly repeats: number;
}

/** The reports of one minute. */
export interface SameMinuteGroup {
  /** Whole minutes since 1970-01-01T00:00Z. */
  readonly minute: number;
  readonly observations: readonly WeightedReport[];
}

/** What a report counts, by how many equal ones it follows closely. */
export const DUPLICATE_DISCOUNTS: readonly number[] = [1, 1 / 4, 1 / 9, 1 / 16, 1 / 25];

/** A report of the same bucket within this time of the one before may be the same person again. */
const REPEATED: Micros = MINUTE;

/**
 * Reports by the minute, ascending; `observations` ascend. The second, third, … of equal reports, each within a minute
 * of the one before, count as `DUPLICATE_DISCOUNTS` tells, the sixth and later ones nothing: however often one person repeats a report, it
 * counts for less than two.
 */
export function groupByMinute(observations: readonly Observation[]): readonly SameMinuteGroup[] {
  const occasions: { minute: number; observations: WeightedReport[] }[] = [];
  const runs: { at: Micros; length: number }[] = [];
  for (const { at, bucket: name } of observations) {
    const bucket = indexOf(name);
    const run = runs[bucket];
    const length = run !== undefined && at - run.at <= REPEATED ? run.length + 1 : 1;
    runs[bucket] = { at, length };
    if (length > DUPLICATE_DISCOUNTS.length) continue;
    const minute = Math.floor(at / MINUTE);
    const observation = { bucket, repeats: length - 1 };
    const last = occasions.at(-1);
    if (last?.minute === minute) last.observations.push(observation);
    else occasions.push({ minute, observations: [observation] });
  }
  return occasions;
}
