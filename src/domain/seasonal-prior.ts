import { BUCKETS } from './bucket.ts';
import { inlierLikelihoods } from './likelihood.ts';
import { peopleAt, STATE_COUNT, STATE_POSITIONS } from './square-root-scale.ts';

const HALF_HOURS = 48;
/** The length of a weekday's table: one number per half hour and bucket. */
export const TABLE_SIZE = HALF_HOURS * BUCKETS.length;

/** How often each bucket was reported, by half hour of the local day; one table per weekday, Monday first. */
export type SeasonalCounts = readonly Float64Array[];

/** What to expect of the queue at one time of the week, before any report of the day. */
export interface SeasonalPrior {
  /** Normalised. */
  readonly distribution: Float64Array;
  /** For each state but the first, the square root of its probability over that of the state below. */
  readonly slope: Float64Array;
  /** On the square-root scale. */
  readonly variance: number;
  /** The reports behind it around that time of the week, older ones counting less. */
  readonly reports: number;
}

/** The weight, in reports, of each broader average that a sparse table is drawn towards. */
const WEEKDAY_PSEUDO_COUNT = 5;
const HOUR_PSEUDO_COUNT = 3;
const VENUE_PSEUDO_COUNT = 2;
/** The shares of the buckets at a venue without history. */
const ANY_VENUE = [0.25, 0.3, 0.2, 0.15, 0.07, 0.03] as const;
/** Keeps every state possible. */
const LEAST_PROBABILITY = 1e-4;

/** By bucket: the distribution of the queue given one report of it and nothing else. */
const BUCKET_DISTRIBUTIONS = inlierLikelihoods(0.2).map((likelihood, bucket) => {
  const people = (state: number) => peopleAt(STATE_POSITIONS[state] as number);
  // Queues get rarer quickly beyond thirty people.
  const tapered = likelihood.map((part, state) =>
    bucket === BUCKETS.length - 1 && people(state) > 33 ? part * Math.exp((33 - people(state)) / 8) : part,
  );
  const total = tapered.reduce((sum, part) => sum + part, 0);
  return tapered.map((part) => part / total);
});

/**
 * The seasonal prior at each time of the week, from the reports of earlier days: a mixture of the buckets
 * reported around that time, shrunk towards the same hour of all days where a weekday has few reports.
 */
export class SeasonalPriors {
  readonly #shares: readonly Float64Array[];
  readonly #reports: Float64Array;
  readonly #cache = new Map<number, SeasonalPrior>();

  constructor(counts: SeasonalCounts) {
    const all = new Float64Array(TABLE_SIZE);
    for (const table of counts)
      for (let at = 0; at < TABLE_SIZE; at += 1) all[at] = (all[at] as number) + (table[at] as number);
    const venue = shrunkShares(dayTotals(all), ANY_VENUE, VENUE_PSEUDO_COUNT);
    const hour = shrunkShares(smoothed(all), repeated(venue), HOUR_PSEUDO_COUNT);
    this.#shares = counts.map((table) => shrunkShares(smoothed(table), hour, WEEKDAY_PSEUDO_COUNT));
    this.#reports = rowTotals(smoothed(all));
  }

  /** The prior at a minute (0 to 1439) of a local weekday (0 for Monday), interpolated between half hours. */
  at(weekday: number, minute: number): SeasonalPrior {
    const key = weekday * 24 * 60 + minute;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const position = minute / 30 - 0.5;
    const before = Math.floor(position);
    const share = position - before;
    const distribution = new Float64Array(STATE_COUNT).fill(LEAST_PROBABILITY);
    for (const [bucket, given] of BUCKET_DISTRIBUTIONS.entries()) {
      const weight =
        (1 - share) * this.#shareOf(weekday, before, bucket) +
        share * this.#shareOf(weekday, before + 1, bucket);
      for (let state = 0; state < STATE_COUNT; state += 1) {
        distribution[state] = (distribution[state] as number) + weight * (given[state] as number);
      }
    }
    const reports = this.#reports[Math.floor(minute / 30)] as number;
    const prior = { ...withMoments(distribution), reports };
    this.#cache.set(key, prior);
    return prior;
  }

  /** `halfHour` may be up to one day outside the weekday. */
  #shareOf(weekday: number, halfHour: number, bucket: number): number {
    const days = Math.floor(halfHour / HALF_HOURS);
    const table = this.#shares[(weekday + days + 7) % 7] as Float64Array;
    return table[(halfHour - days * HALF_HOURS) * BUCKETS.length + bucket] as number;
  }
}

/** Normalises the distribution in place and derives the rest from it. */
function withMoments(distribution: Float64Array): Omit<SeasonalPrior, 'reports'> {
  const total = distribution.reduce((sum, part) => sum + part, 0);
  const slope = new Float64Array(STATE_COUNT);
  let mean = 0;
  let square = 0;
  for (let state = 0; state < STATE_COUNT; state += 1) {
    const probability = (distribution[state] as number) / total;
    distribution[state] = probability;
    const z = STATE_POSITIONS[state] as number;
    mean += probability * z;
    square += probability * z * z;
    if (state > 0) slope[state] = Math.sqrt(probability / (distribution[state - 1] as number));
  }
  return { distribution, slope, variance: square - mean * mean };
}

/** Smooths over neighbouring half hours with weights 1/4, 1/2, 1/4. */
function smoothed(table: Float64Array): Float64Array {
  const step = BUCKETS.length;
  return table.map((own, at) => {
    const before = table[(at + TABLE_SIZE - step) % TABLE_SIZE] as number;
    const after = table[(at + step) % TABLE_SIZE] as number;
    return own / 2 + (before + after) / 4;
  });
}

/** The shares of the buckets in each row of six, shrunk towards `target` by a pseudo-count of reports. */
function shrunkShares(table: Float64Array, target: ArrayLike<number>, pseudoCount: number): Float64Array {
  const sums = rowTotals(table);
  return table.map(
    (count, at) =>
      (count + pseudoCount * (target[at] as number)) /
      ((sums[Math.floor(at / BUCKETS.length)] as number) + pseudoCount),
  );
}

function rowTotals(table: Float64Array): Float64Array {
  const sums = new Float64Array(table.length / BUCKETS.length);
  for (const [at, count] of table.entries()) {
    const row = Math.floor(at / BUCKETS.length);
    sums[row] = (sums[row] as number) + count;
  }
  return sums;
}

/** Adds up all half hours: one row. */
function dayTotals(table: Float64Array): Float64Array {
  return Float64Array.from(BUCKETS, (_, bucket) => {
    let sum = 0;
    for (let at = bucket; at < TABLE_SIZE; at += BUCKETS.length) sum += table[at] as number;
    return sum;
  });
}

/** Repeats one row for every half hour. */
function repeated(row: Float64Array): Float64Array {
  return Float64Array.from({ length: TABLE_SIZE }, (_, at) => row[at % row.length] as number);
}
