/** Limits of the bands of shown values; the last band is open. */
export const BAND_LIMITS = [0.5, 3, 6, 15, 30] as const;
/** The first band with a line of three people or more. */
const FIRST_LONG_BAND = 2;

/** The queries whose shown value is in one band. */
export interface BandScores {
  readonly queries: number;
  /** Sums over the queries, so that bands of several rows add up. */
  readonly absolute: number;
  readonly covered: number;
  readonly width: number;
}

/** The accuracy of an estimator over the benchmark's queries. */
export interface Scores {
  readonly queries: number;
  /** Mean absolute error, in people. */
  readonly mae: number;
  /** The share of queries with the truth in the range, and the range's mean width in people. */
  readonly coverage: number;
  readonly width: number;
  /** The mean interval score of an 80 % range, in people; lower is better. */
  readonly interval: number;
  /** By shown value: 0 to under 0.5, 0.5 to under 3, and so on. */
  readonly bands: readonly BandScores[];
}

/** The sums of all queries in these bands. */
export function addedUp(bands: readonly BandScores[]): BandScores {
  const sum = (of: keyof BandScores) => bands.reduce((total, band) => total + band[of], 0);
  return { queries: sum('queries'), absolute: sum('absolute'), covered: sum('covered'), width: sum('width') };
}

/** Where three people or more are shown. */
export function whereLong({ bands }: Scores): BandScores {
  return addedUp(bands.slice(FIRST_LONG_BAND));
}

/** The interval score's penalty per person outside an 80 % range. */
const PENALTY = 2 / (1 - 0.8);

/** Accumulates the errors of one estimator. */
export class Errors {
  #interval = 0;
  readonly #bands = Array.from({ length: BAND_LIMITS.length + 1 }, () => ({
    queries: 0,
    absolute: 0,
    covered: 0,
    width: 0,
  }));

  add(truth: number, value: number, low: number, high: number): void {
    const found = BAND_LIMITS.findIndex((limit) => value < limit);
    const band = this.#bands.at(found) as { -readonly [Sum in keyof BandScores]: number };
    band.queries += 1;
    band.absolute += Math.abs(value - truth);
    band.covered += low <= truth && truth <= high ? 1 : 0;
    band.width += high - low;
    this.#interval += high - low + PENALTY * (Math.max(0, low - truth) + Math.max(0, truth - high));
  }

  get scores(): Scores {
    const { queries, absolute, covered, width } = addedUp(this.#bands);
    return {
      queries,
      mae: absolute / queries,
      coverage: covered / queries,
      width: width / queries,
      interval: this.#interval / queries,
      bands: this.#bands,
    };
  }
}
