import { normalCdf } from './likelihood.ts';

/**
 * The hidden states of the model. A level says how long the queue is compared with what is usual at that time: it is a
 * quantile of the seasonal prior, on the scale of the standard normal distribution, where level 0 is the usual median. When a
 * rush usually begins, the same level means more people.
 */
export const LEVEL_COUNT = 32;
/** The levels reach from minus to plus this many standard deviations. */
const HIGHEST = 4;
const SPACING = (2 * HIGHEST) / LEVEL_COUNT;

/** The usual probability below each level, and after the last one 1. */
export const BELOW_LEVEL: Readonly<Float64Array> = Float64Array.from(
  { length: LEVEL_COUNT + 1 },
  (_, edge) => (edge === 0 ? 0 : edge === LEVEL_COUNT ? 1 : normalCdf(edge * SPACING - HIGHEST)),
);

/** The usual probability of each level. */
export const USUAL_LEVELS: Readonly<Float64Array> = Float64Array.from(
  { length: LEVEL_COUNT },
  (_, level) => (BELOW_LEVEL[level + 1] as number) - (BELOW_LEVEL[level] as number),
);

/** A probability, or a weight, for each level. */
export type Levels = Float64Array;

/** Scales to a total of 1, in place; returns the total before that. */
export function normalize(levels: Levels): number {
  let total = 0;
  for (let level = 0; level < LEVEL_COUNT; level += 1) total += levels[level] as number;
  for (let level = 0; level < LEVEL_COUNT; level += 1) levels[level] = (levels[level] as number) / total;
  return total;
}

/**
 * How levels change as time passes: they return to the usual within a time constant, and without reports they end at
 * `USUAL_LEVELS` (an Ornstein-Uhlenbeck process, as a birth-death chain). The process looks the same in either direction of time.
 */
export class Reversion {
  /** Steps of 1, 2, 4, … minutes, the longest at most a quarter of the time constant. */
  readonly #steps: readonly Step[];

  constructor(timeConstant: number) {
    const longest = Math.floor(Math.log2(timeConstant / 4));
    this.#steps = Array.from({ length: longest + 1 }, (_, power) => new Step(2 ** power / timeConstant));
  }

  /** Lets whole minutes pass, in place. */
  pass(levels: Levels, minutes: number): void {
    let left = minutes;
    for (let power = this.#steps.length - 1; power >= 0; power -= 1) {
      for (; left >= 2 ** power; left -= 2 ** power) this.#steps[power]?.apply(levels);
    }
  }
}

/** One implicit Euler step, stable for any length: a tridiagonal system, factorized once (Thomas algorithm). */
class Step {
  readonly #lower = new Float64Array(LEVEL_COUNT);
  readonly #upper = new Float64Array(LEVEL_COUNT);
  readonly #inverse = new Float64Array(LEVEL_COUNT);

  /** `length` is a share of the time constant. */
  constructor(length: number) {
    const rate = length / SPACING ** 2;
    // Rates from a level to the next one up and down, in detailed balance with the usual levels.
    const up = (level: number) => rate * Math.sqrt(usual(level + 1) / usual(level));
    const down = (level: number) => rate * Math.sqrt(usual(level - 1) / usual(level));
    let above = 0;
    for (let level = 0; level < LEVEL_COUNT; level += 1) {
      const lower = level === 0 ? 0 : up(level - 1);
      const upper = level === LEVEL_COUNT - 1 ? 0 : down(level + 1);
      const pivot = 1 / (1 + up(level) + down(level) - lower * above);
      above = upper * pivot;
      this.#lower[level] = lower;
      this.#upper[level] = above;
      this.#inverse[level] = pivot;
    }
  }

  apply(levels: Levels): void {
    const [lower, upper, inverse] = [this.#lower, this.#upper, this.#inverse];
    let before = 0;
    for (let level = 0; level < LEVEL_COUNT; level += 1) {
      before = ((levels[level] as number) + (lower[level] as number) * before) * (inverse[level] as number);
      levels[level] = before;
    }
    for (let level = LEVEL_COUNT - 2; level >= 0; level -= 1) {
      before = (levels[level] as number) + (upper[level] as number) * before;
      levels[level] = before;
    }
  }
}

/** 0 outside the levels, so that nothing moves there. */
function usual(level: number): number {
  return USUAL_LEVELS[level] ?? 0;
}
