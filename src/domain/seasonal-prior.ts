import { BUCKETS } from './bucket.ts';
import { inlierLikelihoods } from './likelihood.ts';
import { peopleAt, STATE_COUNT, STATE_POSITIONS } from './square-root-scale.ts';

/** Half hours of a day, and numbers a weekday's table has: one per half hour and bucket. */
const HALF_HOURS = 48;
export const TABLE_SIZE = HALF_HOURS * BUCKETS.length;

/** How often each bucket was reported, by half hour of the local day; one table per weekday, Monday first. */
export type SeasonalCounts = readonly Float64Array[];

/** What the line is usually like at one time of the week. */
export interface SeasonalPrior {
  /** How likely each length is; normalised. */
  readonly belief: Float64Array;
  /** Square root of how much likelier each length is than the one below it; the first is unused. */
  readonly slope: Float64Array;
  /** On the scale, squared. */
  readonly variance: number;
  /** Reports it rests on around that time of the week, older ones counting less. */
  readonly reports: number;
}

/** Reports that stand in for what is not known: of a weekday at an hour, of any day at that hour, of the venue. */
const WEEKDAY_PSEUDO_COUNT = 5;
const HOUR_PSEUDO_COUNT = 3;
const VENUE_PSEUDO_COUNT = 2;
/** What lines are like anywhere, by bucket. */
const ANYWHERE = [0.25, 0.3, 0.2, 0.15, 0.07, 0.03] as const;
/** No length is ever impossible. */
const LEAST_LIKELY = 1e-4;

/** What a report of each bucket says about a line of which nothing else is known. */
const SHAPES = inlierLikelihoods(0.2).map((likely, bucket) => {
  const people = (index: number) => peopleAt(STATE_POSITIONS[index] as number);
  // Lines thin out quickly beyond thirty people.
  const shape = likely.map((part, index) =>
    bucket === BUCKETS.length - 1 && people(index) > 33 ? part * Math.exp((33 - people(index)) / 8) : part,
  );
  const total = shape.reduce((sum, part) => sum + part, 0);
  return shape.map((part) => part / total);
});

/**
 * What is usual at each time of the week, from the reports of earlier days: how often each bucket was
 * reported around that time, drawn towards the same hour of all days where a weekday has few reports.
 */
export class SeasonalPriors {
  readonly #shares: readonly Float64Array[];
  readonly #reports: Float64Array;
  readonly #known = new Map<number, SeasonalPrior>();

  constructor(tables: SeasonalCounts) {
    const all = new Float64Array(TABLE_SIZE);
    for (const table of tables)
      for (let at = 0; at < TABLE_SIZE; at += 1) all[at] = (all[at] as number) + (table[at] as number);
    const venue = sharesOf(sumOfDay(all), ANYWHERE, VENUE_PSEUDO_COUNT);
    const hour = sharesOf(smoothed(all), repeated(venue), HOUR_PSEUDO_COUNT);
    this.#shares = tables.map((table) => sharesOf(smoothed(table), hour, WEEKDAY_PSEUDO_COUNT));
    this.#reports = totals(smoothed(all));
  }

  /** At a minute (0 to 1439) of a local weekday (0 for Monday), between the middles of half hours. */
  at(weekday: number, minute: number): SeasonalPrior {
    const key = weekday * 24 * 60 + minute;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const place = minute / 30 - 0.5;
    const before = Math.floor(place);
    const share = place - before;
    const belief = new Float64Array(STATE_COUNT).fill(LEAST_LIKELY);
    for (const [bucket, shape] of SHAPES.entries()) {
      const weight =
        (1 - share) * this.#shareOf(weekday, before, bucket) +
        share * this.#shareOf(weekday, before + 1, bucket);
      for (let index = 0; index < STATE_COUNT; index += 1) {
        belief[index] = (belief[index] as number) + weight * (shape[index] as number);
      }
    }
    const usual = { ...shapeOf(belief), reports: this.#reports[Math.floor(minute / 30)] as number };
    this.#known.set(key, usual);
    return usual;
  }

  #shareOf(weekday: number, halfHour: number, bucket: number): number {
    const days = Math.floor(halfHour / HALF_HOURS);
    const table = this.#shares[(weekday + days + 7) % 7] as Float64Array;
    return table[(halfHour - days * HALF_HOURS) * BUCKETS.length + bucket] as number;
  }
}

function shapeOf(belief: Float64Array): Omit<SeasonalPrior, 'reports'> {
  const total = belief.reduce((sum, part) => sum + part, 0);
  const slope = new Float64Array(STATE_COUNT);
  let mean = 0;
  let square = 0;
  for (let index = 0; index < STATE_COUNT; index += 1) {
    belief[index] = (belief[index] as number) / total;
    const z = STATE_POSITIONS[index] as number;
    mean += (belief[index] as number) * z;
    square += (belief[index] as number) * z * z;
    if (index > 0) slope[index] = Math.sqrt((belief[index] as number) / (belief[index - 1] as number));
  }
  return { belief, slope, variance: square - mean * mean };
}

/** Each half hour with a quarter of its neighbours' reports and half of its own. */
function smoothed(table: Float64Array): Float64Array {
  const step = BUCKETS.length;
  return table.map((own, at) => {
    const before = table[(at + TABLE_SIZE - step) % TABLE_SIZE] as number;
    const after = table[(at + step) % TABLE_SIZE] as number;
    return own / 2 + (before + after) / 4;
  });
}

/** Shares of the buckets in every row of six, drawn towards `towards` as by `doubt` reports. */
function sharesOf(table: Float64Array, towards: ArrayLike<number>, doubt: number): Float64Array {
  const sums = totals(table);
  return table.map(
    (count, at) =>
      (count + doubt * (towards[at] as number)) / ((sums[Math.floor(at / BUCKETS.length)] as number) + doubt),
  );
}

function totals(table: Float64Array): Float64Array {
  const sums = new Float64Array(table.length / BUCKETS.length);
  for (const [at, count] of table.entries()) {
    const row = Math.floor(at / BUCKETS.length);
    sums[row] = (sums[row] as number) + count;
  }
  return sums;
}

function sumOfDay(table: Float64Array): Float64Array {
  return Float64Array.from(BUCKETS, (_, bucket) => {
    let sum = 0;
    for (let at = bucket; at < TABLE_SIZE; at += BUCKETS.length) sum += table[at] as number;
    return sum;
  });
}

function repeated(row: Float64Array): Float64Array {
  return Float64Array.from({ length: TABLE_SIZE }, (_, at) => row[at % row.length] as number);
}
