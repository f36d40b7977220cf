import type { Bucket } from './bucket.ts';
import { MINUTE, type Micros } from './micros.ts';
import type { Sighting } from './report.ts';
import { oneDecimal, onScale, peopleAt, weightAt } from './square-root-scale.ts';

/** How many people are in line, and how sure that is. */
export interface Estimate {
  /** People, one decimal; inside what the reports behind it say. */
  readonly value: number;
  /** Whole people; `low <= value <= high`, meant to hold the truth at least four times out of five. */
  readonly low: number;
  readonly high: number;
  /** Reports behind it. */
  readonly count: number;
  /** Time of the newest of them. */
  readonly newest: Micros;
}

/** Reports up to this old count, exactly this old included (gap `report-count-window`). */
export const ESTIMATE_WINDOW: Micros = 120 * MINUTE;

const HALF_LIFE: Micros = 20 * MINUTE;
/** How far from the middle a report may pull, on the square-root scale: 8 people pass as at most 19. */
const PULL_LIMIT = 1.5;
/** Variances on the square-root scale: of one person's count, and of a line nobody has looked at for long. */
const COUNT_VARIANCE = 0.15;
const DRIFT_VARIANCE = 0.8;
const DRIFT_TIME: Micros = 60 * MINUTE;
/** Standard deviations on each side that hold four fifths of a normal distribution. */
const FOUR_FIFTHS = 1.28;

/** Half of each bucket's width in people: how far its value may lie from the count that was meant. */
const HALF_WIDTH: Readonly<Record<Bucket, number>> = {
  '0': 0.3,
  '1-5': 2,
  '6-10': 2,
  '11-20': 4.5,
  '20-30': 5,
  '30+': 6,
};

/**
 * The recency-weighted estimate from the reports of the last 120 minutes, in any order; null
 * without any (gap `estimate-formula`).
 *
 * The value is the weighted mean on the square-root scale, where a report loses half its
 * weight every 20 minutes and one far from the weighted median is moved closer to it, so that
 * a prank cannot drag the rest. The range allows for how much the reports differ, how wide
 * their buckets are, and how much the line may have changed since the newest of them.
 */
export function estimate(sightings: readonly Sighting[], now: Micros): Estimate | null {
  const recent = sightings.filter(({ at }) => now - ESTIMATE_WINDOW <= at && at <= now);
  if (recent.length === 0) return null;
  const newest = recent.reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
  // Weighed from the newest: the mean is the same, and the weights stay far from zero.
  const reports = recent
    .map(({ at, bucket }) => ({ z: onScale(bucket), weight: weightAt(newest - at, HALF_LIFE), bucket }))
    .toSorted((a, b) => a.z - b.z);

  const middle = weightedMedian(reports);
  const pulling = reports.map(({ z, weight, bucket }) => ({
    z: Math.min(Math.max(z, middle - PULL_LIMIT), middle + PULL_LIMIT),
    weight,
    bucket,
  }));
  const total = sum(pulling, ({ weight }) => weight);
  const mean = sum(pulling, ({ z, weight }) => z * weight) / total;
  const spread = sum(pulling, ({ z, weight }) => (z - mean) ** 2 * weight) / total;
  const single = sum(pulling, ({ weight, bucket }) => varianceOf(bucket) * weight) / total;
  const effectiveCount = total ** 2 / sum(pulling, ({ weight }) => weight ** 2);
  const drift = DRIFT_VARIANCE * (1 - Math.exp(-(now - newest) / DRIFT_TIME));
  const margin = FOUR_FIFTHS * Math.sqrt((spread + single) / effectiveCount + drift);

  const value = oneDecimal(peopleAt(mean));
  return {
    value,
    low: Math.min(Math.floor(peopleAt(mean - margin)), Math.floor(value)),
    high: Math.max(Math.ceil(peopleAt(mean + margin)), Math.ceil(value)),
    count: recent.length,
    newest,
  };
}

interface Weighted {
  readonly z: number;
  readonly weight: number;
}

/** Of reports in ascending order; between two where the weights on both sides are equal. */
function weightedMedian(reports: readonly Weighted[]): number {
  const half = sum(reports, ({ weight }) => weight) / 2;
  let below = 0;
  for (const [index, { z, weight }] of reports.entries()) {
    below += weight;
    if (below > half) return z;
    if (below === half) return (z + (reports[index + 1]?.z ?? z)) / 2;
  }
  return reports.at(-1)?.z ?? 0;
}

/** Of one report on the square-root scale: its counting error and a count anywhere in its bucket. */
function varianceOf(bucket: Bucket): number {
  return COUNT_VARIANCE + (HALF_WIDTH[bucket] / (2 * Math.sqrt(3) * onScale(bucket))) ** 2;
}

function sum<T>(items: readonly T[], term: (item: T) => number): number {
  return items.reduce((total, item) => total + term(item), 0);
}
