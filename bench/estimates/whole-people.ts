import { calibrated } from '../../src/service/domain/calibration.ts';
import type { Estimate } from '../../src/service/domain/estimate.ts';
import type { FittedModel } from '../../src/service/domain/fitted-model.ts';
import { type Distribution, quantile } from '../../src/service/domain/length-scale.ts';
import { Errors } from './errors.ts';

/** What ranges in whole people do to the coverage of a row; all shares are means over its queries. */
export interface WholePeopleScores {
  /** The probability that the calibrated predictions themselves give to the shown ranges. */
  readonly expected: number;
  /** The coverage of the central 80 % of the calibrated predictions, if bounds did not have to be whole people. */
  readonly unrounded: number;
  /** The share of ranges of one number, and of two. */
  readonly single: number;
  readonly double: number;
  /** The share of predictions in which one number alone has more than 88 %. */
  readonly nearlyCertain: number;
  /** The shortest ranges in whole people with 80 % of the prediction. */
  readonly shortest: RangeScores;
  /** The shown ranges, one person shorter at the less likely end; ranges of one number stay as they are. */
  readonly narrower: RangeScores;
}

/** See `Scores`. */
export interface RangeScores {
  readonly coverage: number;
  readonly interval: number;
}

/** Reads a prediction at this many evenly spaced shares. */
const READINGS = 200;
const NEARLY_CERTAIN = 0.88;
const WITHIN = 0.8;

/** A calibrated prediction as `READINGS` equally likely lengths, ascending, rounded to whole people as the bounds of a range are. */
export function readingsOf(
  lengths: Distribution,
  { calibration }: Pick<FittedModel, 'calibration'>,
): Uint8Array {
  return Uint8Array.from({ length: READINGS }, (_, index) =>
    Math.round(quantile(lengths, calibrated(calibration, lengths, (index + 0.5) / READINGS))),
  );
}

/** Accumulates how often shown ranges, and others of the same predictions, contain the truth. */
export class WholePeople {
  #queries = 0;
  readonly #sums = { expected: 0, unrounded: 0, single: 0, double: 0, nearlyCertain: 0 };
  readonly #shortest = new Errors();
  readonly #narrower = new Errors();

  add(
    truth: number,
    { value, low, high }: Pick<Estimate, 'value' | 'low' | 'high'>,
    readings: Uint8Array,
  ): void {
    const share = (from: number, to: number) =>
      readings.reduce((sum, people) => sum + (from <= people && people <= to ? 1 : 0), 0) / readings.length;
    const sums = this.#sums;
    this.#queries += 1;
    sums.expected += share(low, high);
    sums.unrounded += centralShare(readings, truth);
    sums.single += high === low ? 1 : 0;
    sums.double += high === low + 1 ? 1 : 0;
    const [first, last] = shortestOf(readings, NEARLY_CERTAIN);
    sums.nearlyCertain += first === last ? 1 : 0;
    this.#shortest.add(truth, value, ...shortestOf(readings, WITHIN));
    const isLowLikelier = share(low, low) > share(high, high);
    const [up, down] = low === high ? [0, 0] : isLowLikelier ? [0, 1] : [1, 0];
    this.#narrower.add(truth, value, low + up, high - down);
  }

  get scores(): WholePeopleScores {
    const { expected, unrounded, single, double, nearlyCertain } = this.#sums;
    const mean = (sum: number) => sum / this.#queries;
    const ranges = ({ scores: { coverage, interval } }: Errors) => ({ coverage, interval });
    return {
      expected: mean(expected),
      unrounded: mean(unrounded),
      single: mean(single),
      double: mean(double),
      nearlyCertain: mean(nearlyCertain),
      shortest: ranges(this.#shortest),
      narrower: ranges(this.#narrower),
    };
  }
}

/**
 * How much of a whole number lies within the central 80 % of a prediction (a randomized probability integral transform): an end of
 * the interval usually divides the probability of a number. 0 for a number without any reading.
 */
function centralShare(readings: Uint8Array, truth: number): number {
  const first = readings.indexOf(truth);
  if (first < 0) return 0;
  const after = readings.lastIndexOf(truth) + 1;
  const [from, to] = [readings.length * ((1 - WITHIN) / 2), readings.length * ((1 + WITHIN) / 2)];
  return Math.max(0, Math.min(after, to) - Math.max(first, from)) / (after - first);
}

/** The shortest range with at least a share of the readings; of equally short ones, the lowest. */
function shortestOf(readings: Uint8Array, share: number): readonly [number, number] {
  const held = Math.ceil(share * readings.length);
  let best: readonly [number, number] = [readings[0] as number, readings.at(-1) as number];
  for (let first = 0; first + held <= readings.length; first += 1) {
    const [low, high] = [readings[first] as number, readings[first + held - 1] as number];
    if (high - low < best[1] - best[0]) best = [low, high];
  }
  return best;
}
