import { BUCKETS } from './bucket.ts';
import { type Distribution, LENGTH_COUNT, quantile } from './length-scale.ts';
import { BUCKET_EDGES } from './likelihood.ts';

/**
 * How far predictions were off on past days, by the bucket of their median: a histogram of where the length, as known at the end
 * of the day, lay within the distribution predicted for it (the probability integral transform). It is flat for predictions
 * that are right; where it is high in the middle, their ranges were too wide.
 */
export type Calibration = readonly Float64Array[];

/** Each bin starts with the weight of one report (the rule of succession). */
const BINS = 30;

export const FLAT_CALIBRATION: Calibration = BUCKETS.map(() => new Float64Array(BINS));

/** Adds what was predicted and what is known now, in place. */
export function addPrediction(calibration: Calibration, predicted: Distribution, known: Distribution): void {
  const histogram = histogramFor(calibration, predicted);
  let below = 0;
  for (let length = 0; length < LENGTH_COUNT; length += 1) {
    const from = below;
    below += predicted[length] as number;
    addEvenly(histogram, from, below, known[length] as number);
  }
}

/** The probability that a prediction has to be read at, to be right about a `share` of lengths below. */
export function calibrated(calibration: Calibration, predicted: Distribution, share: number): number {
  const histogram = histogramFor(calibration, predicted);
  const total = histogram.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (const [bin, count] of histogram.entries()) {
    const here = (count + 1) / (total + BINS);
    if (below + here >= share) return (bin + (share - below) / here) / BINS;
    below += here;
  }
  return 1;
}

function histogramFor(calibration: Calibration, predicted: Distribution): Float64Array {
  const median = quantile(predicted, 0.5);
  return calibration[BUCKET_EDGES.findLastIndex((edge) => edge <= median)] as Float64Array;
}

/** Spreads a weight over the bins between two probabilities; between equal ones, all of it is in one bin. */
function addEvenly(histogram: Float64Array, from: number, to: number, weight: number): void {
  const width = to - from;
  const last = Math.min(BINS - 1, Math.floor(to * BINS));
  for (let bin = Math.min(BINS - 1, Math.floor(from * BINS)); bin <= last; bin += 1) {
    const inside = Math.min(to, (bin + 1) / BINS) - Math.max(from, bin / BINS);
    const share = width > 0 ? Math.max(0, inside) / width : 1;
    histogram[bin] = (histogram[bin] as number) + weight * share;
  }
}
