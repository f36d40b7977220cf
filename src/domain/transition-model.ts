import type { Belief } from './distribution.ts';
import type { Usual } from './seasonal-prior.ts';
import { LENGTHS, SCALED, SPACING } from './square-root-scale.ts';

/** How quickly a line moves: it goes back to what is usual within so many minutes, or wanders by so much a minute. */
export type Pace =
  | { readonly kind: 'returns'; readonly minutes: number }
  /** Half the variance gained a minute, on the scale. */
  | { readonly kind: 'wanders'; readonly spread: number };

/** Between a length and the one below it a line moves the more easily the shorter it is: one person more or less is a longer way there. */
const AGILITY = SCALED.map((z) => 2.5 / (z - SPACING / 2));

/**
 * How a belief spreads as time passes: people come and go one step of the scale at a time, at such
 * rates that in the long run every length is as likely as is usual at that time of the week
 * (a birth-death process in detailed balance). A step is one implicit Euler step, exact in
 * keeping the total and stable for any length of time.
 */
export class Motion {
  readonly #up = new Float64Array(LENGTHS);
  readonly #down = new Float64Array(LENGTHS);
  /** Steps of so many minutes, worked out when first needed under the present setting. */
  readonly #forward: Step[] = [];
  readonly #backward: Step[] = [];
  #setting = 0;

  /** From now on the line moves at this pace about this usual state. */
  set(pace: Pace, usual: Usual): void {
    const spread = pace.kind === 'returns' ? usual.variance / pace.minutes : pace.spread;
    const rate = spread / SPACING ** 2;
    this.#couple((index) => rate * (AGILITY[index] as number), usual.slope);
  }

  /** From now on a belief only blurs: what lies at `index` spreads by the variance told, on the scale, in a minute. */
  blur(variance: (index: number) => number): void {
    this.#couple((index) => variance(index - 0.5) / 2 / SPACING ** 2, EVEN);
  }

  /** Lets whole minutes pass for a belief, in place. */
  forward(belief: Belief, minutes: number): void {
    this.#forward[minutes] ??= new Step();
    const step = this.#forward[minutes];
    if (step.setting !== this.#setting) step.leadUp(minutes, this.#up, this.#down, this.#setting);
    step.take(belief);
  }

  /** Takes what later reports say of each length back by whole minutes, in place: the transpose of `forward`. */
  backward(likelihood: Float64Array, minutes: number): void {
    this.#backward[minutes] ??= new Step();
    const step = this.#backward[minutes];
    if (step.setting !== this.#setting) step.leadBack(minutes, this.#up, this.#down, this.#setting);
    step.take(likelihood);
  }

  /** Rates between each length and the one below, `rate` in both directions where they are equally likely. */
  #couple(rate: (index: number) => number, slope: ArrayLike<number>): void {
    for (let index = 1; index < LENGTHS; index += 1) {
      const pace = rate(index);
      this.#up[index - 1] = pace * (slope[index] as number);
      this.#down[index] = pace / (slope[index] as number);
    }
    this.#setting += 1;
  }
}

/** One step, as a tridiagonal system that is eliminated already (Thomas's algorithm). */
class Step {
  /** The setting of the motion that it was worked out for; none yet. */
  setting = 0;
  readonly #lower = new Float64Array(LENGTHS);
  readonly #upper = new Float64Array(LENGTHS);
  readonly #inverse = new Float64Array(LENGTHS);

  /** Forwards in time: what arrives from below left there upwards. */
  leadUp(minutes: number, up: Float64Array, down: Float64Array, setting: number): void {
    for (let index = 0; index < LENGTHS; index += 1) {
      this.#lower[index] = index === 0 ? 0 : minutes * (up[index - 1] as number);
      this.#upper[index] = index + 1 === LENGTHS ? 0 : minutes * (down[index + 1] as number);
    }
    this.#eliminate(minutes, up, down, setting);
  }

  /** Backwards: the same matrix, transposed. */
  leadBack(minutes: number, up: Float64Array, down: Float64Array, setting: number): void {
    for (let index = 0; index < LENGTHS; index += 1) {
      this.#lower[index] = minutes * (down[index] as number);
      this.#upper[index] = minutes * (up[index] as number);
    }
    this.#eliminate(minutes, up, down, setting);
  }

  #eliminate(minutes: number, up: Float64Array, down: Float64Array, setting: number): void {
    const [lower, upper, inverse] = [this.#lower, this.#upper, this.#inverse];
    let above = 0;
    for (let index = 0; index < LENGTHS; index += 1) {
      const leaving = minutes * ((up[index] as number) + (down[index] as number));
      const pivot = 1 / (1 + leaving - (lower[index] as number) * above);
      inverse[index] = pivot;
      above = (upper[index] as number) * pivot;
      upper[index] = above;
    }
    this.setting = setting;
  }

  take(values: Float64Array): void {
    const [lower, upper, inverse] = [this.#lower, this.#upper, this.#inverse];
    let before = 0;
    for (let index = 0; index < LENGTHS; index += 1) {
      before = ((values[index] as number) + (lower[index] as number) * before) * (inverse[index] as number);
      values[index] = before;
    }
    for (let index = LENGTHS - 2; index >= 0; index -= 1) {
      before = (values[index] as number) + (upper[index] as number) * before;
      values[index] = before;
    }
  }
}

const EVEN = new Float64Array(LENGTHS).fill(1);
