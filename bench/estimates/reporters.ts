import type { Random } from '../../src/cli/simulation/random.ts';
import { BUCKETS, type Bucket } from '../../src/service/domain/bucket.ts';
import { HOUR, MINUTE, type Micros, SECOND, type Span } from '../../src/service/domain/micros.ts';
import type { Observation } from '../../src/service/domain/report.ts';

/** The people who report. Shares are fractions of 1. */
export interface Reporters {
  /** The standard deviation of a judgment, as a share of the truth. */
  readonly spread: number;
  /** The mean error of a judgment, as a share of the truth. */
  readonly bias: number;
  /** The share of reports with a random bucket. */
  readonly outlierRate: number;
  /** The mean number of pranks per opening: bursts of four to eight reports of one wrong bucket within three minutes. */
  readonly prankBursts: number;
  /** The standard deviation of an error that all judgments of an opening share, as a share of the truth; 0 if absent. */
  readonly sharedBias?: number;
  /** The least and the most minutes between looking and reporting; none if absent. */
  readonly delay?: readonly [number, number];
  /** The length, in people, at which about half of those who would report do; the longer, the more. Absent: all do. */
  readonly halfReportAt?: number;
  /** The share of reports whose bucket is one too high or too low; 0 if absent. */
  readonly offByOne?: number;
}

/** Judgments with a spread of 22 % and 3 % low, and 3 % outliers, as in studies of crowd counting. */
export const TYPICAL_REPORTERS: Reporters = { spread: 0.22, bias: -0.03, outlierRate: 0.03, prankBursts: 0 };

/** Reporters who break a rule that the estimator could rely on, each in one way. */
export const REPORTER_KINDS: readonly { readonly name: string; readonly reporters: Reporters }[] = [
  { name: 'shared bias', reporters: { ...TYPICAL_REPORTERS, sharedBias: 0.15 } },
  { name: 'late', reporters: { ...TYPICAL_REPORTERS, delay: [5, 10] } },
  { name: 'only when long', reporters: { ...TYPICAL_REPORTERS, halfReportAt: 8 } },
  { name: 'off by one bucket', reporters: { ...TYPICAL_REPORTERS, offByOne: 0.2 } },
  { name: 'bursts of pranks', reporters: { ...TYPICAL_REPORTERS, prankBursts: 2 } },
];

/** Reports at random times of a span, `rate` per hour, ascending. `truth` gives the length of the queue. */
export function reportsOf(
  span: Span,
  truth: (at: Micros) => number,
  rate: number,
  reporters: Reporters,
  random: Random,
): Observation[] {
  const reports: Observation[] = [];
  const whole = (at: Micros) => Math.floor(at / SECOND) * SECOND;
  const { sharedBias = 0, delay, halfReportAt = 0, offByOne = 0 } = reporters;
  // A parameter that is not used draws nothing, so that the reports of other reporters stay the same.
  const shared = sharedBias > 0 ? 1 + random.normal(0, sharedBias) : 1;
  for (
    let at = span.start + random.exponential(rate) * HOUR;
    at < span.end;
    at += random.exponential(rate) * HOUR
  ) {
    const people = truth(at);
    if (halfReportAt > 0 && !random.chance((1 + people) / (1 + people + halfReportAt))) continue;
    const judgment = people * shared * (1 + reporters.bias) * (1 + random.normal(0, reporters.spread));
    const judged = random.chance(reporters.outlierRate)
      ? random.pick(BUCKETS)
      : bucketOf(Math.round(judgment));
    const bucket = offByOne > 0 && random.chance(offByOne) ? neighbour(judged, random) : judged;
    const reported = delay === undefined ? at : at + random.uniform(...delay) * MINUTE;
    if (reported < span.end) reports.push({ at: whole(reported), bucket });
  }
  const bursts = random.poisson(reporters.prankBursts);
  for (let burst = 0; burst < bursts; burst += 1) {
    const start = random.uniform(span.start, span.end - 5 * MINUTE);
    const bucket = random.pick(['0', '30+'] as const);
    const count = 4 + Math.floor(random.uniform(0, 5));
    for (let prank = 0; prank < count; prank += 1) {
      reports.push({ at: whole(start + random.uniform(0, 3 * MINUTE)), bucket });
    }
  }
  return reports.sort((a, b) => a.at - b.at);
}

function neighbour(bucket: Bucket, random: Random): Bucket {
  const index = BUCKETS.indexOf(bucket);
  return random.pick([BUCKETS[index - 1], BUCKETS[index + 1]].filter((other) => other !== undefined));
}

/** The bucket for a judgment. */
function bucketOf(people: number): Bucket {
  if (people < 0.5) return '0';
  if (people < 5.5) return '1-5';
  if (people < 10.5) return '6-10';
  if (people < 20.5) return '11-20';
  return people <= 30.5 ? '20-30' : '30+';
}
