import { BUCKETS } from './bucket.ts';
import type { Calibration } from './calibration.ts';
import { type Distribution, LENGTH_COUNT, LENGTHS, quantile } from './length-scale.ts';
import { BELOW_LEVEL, LEVEL_COUNT, type Levels, USUAL_LEVELS } from './levels.ts';
import { BUCKET_EDGES, reportLikelihoods } from './likelihood.ts';

/** Half hours of a local day. */
const HALF_HOURS = 48;
/** The length of a weekday's table: one number per half hour and bucket. */
export const TABLE_SIZE = HALF_HOURS * BUCKETS.length;

/** How often each bucket was reported, by half hour of the local day; one table per weekday, Monday first. */
export type SeasonalCounts = readonly Float64Array[];

/** The weight, in reports, of each broader average that a sparse table is drawn towards. */
const PSEUDO_COUNT = 8;
/** The shares of the buckets at a venue without history. */
const ANY_VENUE = [0.25, 0.3, 0.2, 0.15, 0.07, 0.03] as const;
/** Beyond thirty people, lengths get rarer by this many people (the mean of an exponential distribution). */
const MEAN_BEYOND_THIRTY = 8;

/** By bucket: the distribution of the queue's length given one report of it and nothing else. */
const LENGTHS_GIVEN: readonly Distribution[] = BUCKETS.map((_, bucket) => {
  const [from, to] = [BUCKET_EDGES[bucket] as number, BUCKET_EDGES[bucket + 1] as number];
  const inside = LENGTHS.map((people) => {
    if (people < from || people >= to) return 0;
    return Number.isFinite(to) ? 1 : Math.exp((from - people) / MEAN_BEYOND_THIRTY);
  });
  const total = inside.reduce((sum, part) => sum + part, 0);
  return inside.map((part) => part / total);
});

/** What is usual at one time of the week, or at the venue at any time. */
export class SeasonalPrior {
  /** The reports behind it around that time of the day, older ones counting less. */
  readonly reports: number;
  /** By bucket: the likelihood of a report of it at each level. */
  readonly likelihoods: readonly Float64Array[];
  readonly #usual: Distribution = new Float64Array(LENGTH_COUNT);
  /** The probability up to the end of each length. */
  readonly #upTo = new Float64Array(LENGTH_COUNT);

  /** `shares` has each bucket's share of the reports; they add up to 1. */
  constructor(shares: readonly number[], reports: number) {
    this.reports = reports;
    for (let bucket = 0; bucket < BUCKETS.length; bucket += 1) {
      const [share, given] = [shares[bucket] as number, LENGTHS_GIVEN[bucket] as Distribution];
      for (let length = 0; length < LENGTH_COUNT; length += 1)
        this.#usual[length] = (this.#usual[length] as number) + share * (given[length] as number);
    }
    let sum = 0;
    for (let length = 0; length < LENGTH_COUNT; length += 1) {
      sum += this.#usual[length] as number;
      this.#upTo[length] = sum;
    }
    this.likelihoods = BUCKETS.map(() => new Float64Array(LEVEL_COUNT));
    for (let level = 0; level < LEVEL_COUNT; level += 1) {
      const middle = (BELOW_LEVEL[level] as number) + (USUAL_LEVELS[level] as number) / 2;
      const given = reportLikelihoods(this.quantile(middle));
      for (let bucket = 0; bucket < BUCKETS.length; bucket += 1)
        (this.likelihoods[bucket] as Float64Array)[level] = given[bucket] as number;
    }
  }

  /** The usual quantile, in people. */
  quantile(probability: number): number {
    return quantile(this.#usual, probability);
  }

  /** Adds the distribution of the queue's length that `levels` mean at this time to `sum`, with a weight. */
  addLengths(sum: Distribution, levels: Levels, weight: number): void {
    let level = 0;
    let belowLevel = 0;
    let before = 0;
    for (let length = 0; length < LENGTH_COUNT; length += 1) {
      const upTo = this.#upTo[length] as number;
      for (; level < LEVEL_COUNT - 1 && (BELOW_LEVEL[level + 1] as number) < upTo; level += 1) {
        belowLevel += levels[level] as number;
      }
      const share = (upTo - (BELOW_LEVEL[level] as number)) / (USUAL_LEVELS[level] as number);
      const probability = belowLevel + (levels[level] as number) * Math.min(1, share);
      sum[length] = (sum[length] as number) + weight * (probability - before);
      before = probability;
    }
  }
}

/**
 * The seasonal priors of a venue, from the reports of earlier days: the shares of the buckets reported around each time of the
 * week, drawn towards the same hour of all days where a weekday has few reports, and that towards the venue as a whole.
 */
export class SeasonalPriors {
  /** For a queue that does not follow the time of the week. */
  readonly anyTime: SeasonalPrior;
  readonly #shares: readonly Float64Array[];
  readonly #reports: Float64Array;
  readonly #priors = new Map<number, SeasonalPrior>();

  constructor(counts: SeasonalCounts) {
    const all = new Float64Array(TABLE_SIZE);
    for (const table of counts)
      for (const [at, count] of table.entries()) all[at] = (all[at] as number) + count;
    const total = Float64Array.from(BUCKETS, (_, bucket) =>
      all.reduce((sum, count, at) => (at % BUCKETS.length === bucket ? sum + count : sum), 0),
    );
    const venue = shrunkShares(total, ANY_VENUE);
    const hours = shrunkShares(smoothed(all), venue);
    this.#shares = counts.map((table) => shrunkShares(smoothed(table), hours));
    this.#reports = smoothed(all);
    this.anyTime = new SeasonalPrior([...venue], sumOf(total));
  }

  /** The prior at a minute (0 to 1439) of a local weekday (0 for Monday), interpolated between half hours. */
  at(weekday: number, minute: number): SeasonalPrior {
    const key = weekday * 24 * 60 + minute;
    const known = this.#priors.get(key);
    if (known !== undefined) return known;
    const position = minute / 30 - 0.5;
    const before = Math.floor(position);
    const share = position - before;
    const [earlier, later] = [this.#sharesOf(weekday, before), this.#sharesOf(weekday, before + 1)];
    const row = Math.floor(minute / 30) * BUCKETS.length;
    const prior = new SeasonalPrior(
      BUCKETS.map(
        (_, bucket) => (1 - share) * (earlier[bucket] as number) + share * (later[bucket] as number),
      ),
      sumOf(this.#reports.subarray(row, row + BUCKETS.length)),
    );
    this.#priors.set(key, prior);
    return prior;
  }

  /** `halfHour` may be up to one day outside the weekday. */
  #sharesOf(weekday: number, halfHour: number): Float64Array {
    const days = Math.floor(halfHour / HALF_HOURS);
    const row = (halfHour - days * HALF_HOURS) * BUCKETS.length;
    return (this.#shares[(weekday + days + 7) % 7] as Float64Array).subarray(row, row + BUCKETS.length);
  }
}

/** Smooths over neighboring half hours with weights 1/4, 1/2, 1/4. */
function smoothed(table: Float64Array): Float64Array {
  const step = BUCKETS.length;
  return table.map((own, at) => {
    const before = table[(at + TABLE_SIZE - step) % TABLE_SIZE] as number;
    const after = table[(at + step) % TABLE_SIZE] as number;
    return own / 2 + (before + after) / 4;
  });
}

/** The shares of the buckets in each row of six, drawn towards those of `target`: one row, or as many. */
function shrunkShares(table: Float64Array, target: ArrayLike<number>): Float64Array {
  const shares = new Float64Array(table.length);
  for (let row = 0; row < table.length; row += BUCKETS.length) {
    const total = sumOf(table.subarray(row, row + BUCKETS.length));
    for (let at = row; at < row + BUCKETS.length; at += 1) {
      const drawn = (table[at] as number) + PSEUDO_COUNT * (target[at % target.length] as number);
      shares[at] = drawn / (total + PSEUDO_COUNT);
    }
  }
  return shares;
}

function sumOf(numbers: Float64Array): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** What a queue returns to: the usual at that time of the week, or at the venue at any time. */
export type Usual = 'at this time' | 'at any time';

/** The parameters that a model state implies, ready for estimates. */
export interface FittedModel {
  /** What is usual at a minute since 1970-01-01T00:00Z. */
  readonly priorAt: (usual: Usual, minute: number) => SeasonalPrior;
  /** For each of `HYPOTHESES`. */
  readonly logEvidence: Float64Array;
  readonly calibration: Calibration;
}
