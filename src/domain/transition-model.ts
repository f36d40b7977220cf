import type { Distribution } from './distribution.ts';
import type { SeasonalPrior } from './seasonal-prior.ts';
import { STATE_COUNT, STATE_POSITIONS, STATE_SPACING } from './square-root-scale.ts';

/** How quickly the queue changes: it reverts to the seasonal prior with a time constant, or diffuses at a fixed rate. */
export type Rate =
  | { readonly kind: 'reverts'; readonly minutes: number }
  /** Half the variance gained per minute, on the square-root scale. */
  | { readonly kind: 'diffuses'; readonly diffusion: number };

/**
 * Factor on the rate between a state and the one below. On the scale, one person is a larger step in a short queue than in a
 * long one, so short queues move faster.
 */
const MOBILITY = STATE_POSITIONS.map((z) => 2.5 / (z - STATE_SPACING / 2));

/**
 * The transition model of the hidden Markov model: a birth-death process that moves one state at a time, in detailed
 * balance with the seasonal prior, so that without reports the distribution converges to that prior.
 *
 * A step is one implicit Euler step: it keeps the total and is stable for any number of minutes.
 */
export class TransitionModel {
  /** Rates per minute from each state to the one above and the one below. */
  readonly #up = new Float64Array(STATE_COUNT);
  readonly #down = new Float64Array(STATE_COUNT);
  /** Steps by their number of minutes, computed when first needed with the current rates. */
  readonly #forward: Step[] = [];
  readonly #backward: Step[] = [];
  #version = 0;

  /** Sets the rates: a venue's rate of change, and the prior in effect. */
  set(rate: Rate, prior: SeasonalPrior): void {
    const diffusion = rate.kind === 'reverts' ? prior.variance / rate.minutes : rate.diffusion;
    const perMinute = diffusion / STATE_SPACING ** 2;
    this.#couple((index) => perMinute * (MOBILITY[index] as number), prior.slope);
  }

  /** Sets the rates to plain diffusion that adds `variance(index)` per minute, on the scale. */
  blur(variance: (index: number) => number): void {
    this.#couple((index) => variance(index - 0.5) / 2 / STATE_SPACING ** 2, UNIFORM);
  }

  /** Moves a distribution forward by whole minutes, in place. */
  forward(distribution: Distribution, minutes: number): void {
    this.#forward[minutes] ??= new Step();
    const step = this.#forward[minutes];
    if (step.version !== this.#version) step.setForward(minutes, this.#up, this.#down, this.#version);
    step.apply(distribution);
  }

  /** Moves a backward message (the likelihood of later reports by state) back by whole minutes, in place: the transpose of `forward`. */
  backward(likelihood: Float64Array, minutes: number): void {
    this.#backward[minutes] ??= new Step();
    const step = this.#backward[minutes];
    if (step.version !== this.#version) step.setBackward(minutes, this.#up, this.#down, this.#version);
    step.apply(likelihood);
  }

  /** Couples each state to the one below by `rate`; `slope` is the square root of their ratio in equilibrium. */
  #couple(rate: (index: number) => number, slope: ArrayLike<number>): void {
    for (let index = 1; index < STATE_COUNT; index += 1) {
      const coupling = rate(index);
      this.#up[index - 1] = coupling * (slope[index] as number);
      this.#down[index] = coupling / (slope[index] as number);
    }
    this.#version += 1;
  }
}

/** One implicit step: a tridiagonal system, factorised once and solved for each vector (Thomas algorithm). */
class Step {
  /** Version of the rates it was factorised for; 0 for none. */
  version = 0;
  readonly #lower = new Float64Array(STATE_COUNT);
  readonly #upper = new Float64Array(STATE_COUNT);
  readonly #inverse = new Float64Array(STATE_COUNT);

  setForward(minutes: number, up: Float64Array, down: Float64Array, version: number): void {
    for (let index = 0; index < STATE_COUNT; index += 1) {
      this.#lower[index] = index === 0 ? 0 : minutes * (up[index - 1] as number);
      this.#upper[index] = index + 1 === STATE_COUNT ? 0 : minutes * (down[index + 1] as number);
    }
    this.#factorise(minutes, up, down, version);
  }

  /** The same matrix, transposed. */
  setBackward(minutes: number, up: Float64Array, down: Float64Array, version: number): void {
    for (let index = 0; index < STATE_COUNT; index += 1) {
      this.#lower[index] = minutes * (down[index] as number);
      this.#upper[index] = minutes * (up[index] as number);
    }
    this.#factorise(minutes, up, down, version);
  }

  #factorise(minutes: number, up: Float64Array, down: Float64Array, version: number): void {
    const [lower, upper, inverse] = [this.#lower, this.#upper, this.#inverse];
    let above = 0;
    for (let index = 0; index < STATE_COUNT; index += 1) {
      const leaving = minutes * ((up[index] as number) + (down[index] as number));
      const pivot = 1 / (1 + leaving - (lower[index] as number) * above);
      inverse[index] = pivot;
      above = (upper[index] as number) * pivot;
      upper[index] = above;
    }
    this.version = version;
  }

  /** Solves the system for `values`, in place. */
  apply(values: Float64Array): void {
    const [lower, upper, inverse] = [this.#lower, this.#upper, this.#inverse];
    let before = 0;
    for (let index = 0; index < STATE_COUNT; index += 1) {
      before = ((values[index] as number) + (lower[index] as number) * before) * (inverse[index] as number);
      values[index] = before;
    }
    for (let index = STATE_COUNT - 2; index >= 0; index -= 1) {
      before = (values[index] as number) + (upper[index] as number) * before;
      values[index] = before;
    }
  }
}

const UNIFORM = new Float64Array(STATE_COUNT).fill(1);
