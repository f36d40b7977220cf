import { BUCKETS } from '../../src/domain/bucket.ts';
import { HOUR, MINUTE, type Micros, SECOND, type Span } from '../../src/domain/micros.ts';
import type { Observation } from '../../src/domain/report.ts';
import type { Random } from '../../src/simulation/random.ts';
import { bucketOf } from './venue-day.ts';

/** The people who report. Shares are fractions of 1. */
export interface Reporters {
  /** The standard deviation of a judgement, as a share of the truth. */
  readonly spread: number;
  /** The mean error of a judgement, as a share of the truth. */
  readonly bias: number;
  /** The share of reports with a random bucket. */
  readonly outlierRate: number;
  /** The mean number of pranks per opening: bursts of four to eight reports of one wrong bucket within three minutes. */
  readonly prankBursts: number;
}

/** Judgements with a spread of 22 % and 3 % low, and 3 % outliers, as in studies of crowd counting. */
export const TYPICAL_REPORTERS: Reporters = { spread: 0.22, bias: -0.03, outlierRate: 0.03, prankBursts: 0 };

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
  for (
    let at = span.start + random.exponential(rate) * HOUR;
    at < span.end;
    at += random.exponential(rate) * HOUR
  ) {
    const judgement = truth(at) * (1 + reporters.bias) * (1 + random.normal(0, reporters.spread));
    const bucket = random.chance(reporters.outlierRate)
      ? random.pick(BUCKETS)
      : bucketOf(Math.round(judgement));
    reports.push({ at: whole(at), bucket });
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
