import type { SeriesPoint } from '../../src/service/domain/chart.ts';
import { MINUTE, type Micros } from '../../src/service/domain/micros.ts';
import type { SmoothedDay } from './replay.ts';
import { CENTRED_RULES } from './rules.ts';
import type { Count } from './simulated.ts';

/** Mean absolute error of the smoothed line and of the centered rules, in people. */
export interface LineScores {
  readonly ours: number;
  readonly rules: readonly number[];
}

/** Errors of smoothed lines, interpolated where both neighboring points have a value. */
export class LineErrors {
  #queries = 0;
  #ours = 0;
  readonly #rules = CENTRED_RULES.map(() => 0);

  add({ line, counts, reports }: SmoothedDay): void {
    for (const count of counts) {
      const value = interpolated(line, count);
      if (value === null) continue;
      const others = CENTRED_RULES.map((rule) => rule.value(reports, count.at));
      if (others.some((other) => Number.isNaN(other))) continue;
      this.#queries += 1;
      this.#ours += Math.abs(value - count.people);
      for (const [index, other] of others.entries()) {
        this.#rules[index] = (this.#rules[index] as number) + Math.abs(other - count.people);
      }
    }
  }

  get scores(): LineScores {
    return {
      ours: this.#ours / this.#queries,
      rules: this.#rules.map((sum) => sum / this.#queries),
    };
  }
}

const STEP: Micros = 15 * MINUTE;

function interpolated(line: readonly SeriesPoint[], { at }: Count): number | null {
  const first = line[0]?.t ?? at;
  const index = Math.floor((at - first) / STEP);
  const [left, right] = [line[index], line[index + 1]];
  if (left === undefined || right === undefined || left.value === null || right.value === null) return null;
  return left.value + ((right.value - left.value) * (at - left.t)) / STEP;
}
