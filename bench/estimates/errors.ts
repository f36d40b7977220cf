/** The accuracy of an estimator over the benchmark's queries. */
export interface Scores {
  readonly queries: number;
  /** Mean absolute error and root mean square error, in people. */
  readonly mae: number;
  readonly rmse: number;
  /** The share of queries with the truth in the range, and the range's mean width in people. */
  readonly coverage: number;
  readonly width: number;
  /** The mean interval score of an 80 % range, in people; lower is better. */
  readonly interval: number;
}

/** The interval score's penalty per person outside an 80 % range. */
const PENALTY = 2 / (1 - 0.8);

/** Accumulates the errors of one estimator. */
export class Errors {
  #queries = 0;
  #absolute = 0;
  #square = 0;
  #covered = 0;
  #width = 0;
  #interval = 0;

  add(truth: number, value: number, low: number, high: number): void {
    this.#queries += 1;
    this.#absolute += Math.abs(value - truth);
    this.#square += (value - truth) ** 2;
    this.#covered += low <= truth && truth <= high ? 1 : 0;
    this.#width += high - low;
    this.#interval += high - low + PENALTY * (Math.max(0, low - truth) + Math.max(0, truth - high));
  }

  get scores(): Scores {
    const mean = (sum: number) => sum / this.#queries;
    return {
      queries: this.#queries,
      mae: mean(this.#absolute),
      rmse: Math.sqrt(mean(this.#square)),
      coverage: mean(this.#covered),
      width: mean(this.#width),
      interval: mean(this.#interval),
    };
  }
}
