import { BUCKET_VALUE } from '../../src/service/domain/bucket.ts';
import { MINUTE, type Micros } from '../../src/service/domain/micros.ts';
import type { Observation } from '../../src/service/domain/report.ts';

/** A fixed rule: the length of the queue from reports (ascending, none after `now`, the newest at most an hour old). */
export interface FixedRule {
  readonly name: string;
  value(reports: readonly Observation[], now: Micros): number;
}

const people = ({ bucket }: Observation) => BUCKET_VALUE[bucket];

function weighted(reports: readonly Observation[], weight: (report: Observation) => number): number {
  let [total, weights] = [0, 0];
  for (const report of reports) {
    total += weight(report) * people(report);
    weights += weight(report);
  }
  return total / weights;
}

const halfLife = (minutes: number): FixedRule => ({
  name: `half-life ${minutes} min`,
  value: (reports, now) => weighted(reports, ({ at }) => 2 ** ((at - now) / (minutes * MINUTE))),
});

/** The rules that people try first. */
export const RULES: readonly FixedRule[] = [
  { name: 'last report', value: (reports) => people(reports.at(-1) as Observation) },
  {
    name: 'mean of 60 min',
    value: (reports, now) => weighted(reports, ({ at }) => (at >= now - 60 * MINUTE ? 1 : 0)),
  },
  ...[5, 10, 20, 40, 80].map(halfLife),
  {
    name: 'EWMA 0.3',
    value: (reports) =>
      reports.reduce(
        (mean, report) => mean + 0.3 * (people(report) - mean),
        people(reports[0] as Observation),
      ),
  },
];

/**
 * Rules for a smoothed line: averages of the reports within an hour on either side, with weights that halve at an interval in
 * minutes.
 */
export const CENTRED_RULES: readonly FixedRule[] = [5, 10, 15, 20, 40].map((minutes) => ({
  name: `${minutes} min on either side`,
  value: (reports, now) =>
    weighted(
      reports.filter(({ at }) => Math.abs(at - now) <= 60 * MINUTE),
      ({ at }) => 2 ** (-Math.abs(at - now) / (minutes * MINUTE)),
    ),
}));
