import type { SeriesPoint } from '../../src/domain/chart.ts';
import { MINUTE, type Micros } from '../../src/domain/micros.ts';
import { Errors, type Scores } from './errors.ts';
import { type Query, replay, type SmoothedDay } from './replay.ts';
import { CENTRED_RULES, RULES } from './rules.ts';
import type { Count, VenueRecord } from './venue-day.ts';

/** One row of the comparison. */
export interface Row {
  readonly name: string;
  /** Reports per hour. */
  readonly rate: number;
  readonly ours: Scores;
  readonly rules: readonly { readonly name: string; readonly scores: Scores }[];
  /** Mean absolute error of the smoothed line and of the centred rules, in people. */
  readonly line: {
    readonly ours: number;
    readonly rules: readonly { readonly name: string; readonly mae: number }[];
  };
}

/** Replays records of one kind of venue and rate (under several seeds) and accumulates all errors. */
export function measure(records: readonly [VenueRecord, ...VenueRecord[]]): Row {
  const ours = new Errors();
  const rules = RULES.map(() => new Errors());
  const line = new LineErrors();
  for (const record of records) {
    const evaluated: Query[] = [];
    const past: number[][] = RULES.map(() => []);
    for (const found of replay(record)) {
      if ('line' in found) line.add(found);
      else if (found.evaluated) evaluated.push(found);
      else addErrors(found, past);
    }
    const ranges = past.map(rangeOf);
    for (const { count, reports, shown } of evaluated) {
      if (shown === null) throw new Error('a query with a fresh report has an estimate');
      ours.add(count.people, shown.value, shown.low, shown.high);
      for (const [index, rule] of RULES.entries()) {
        const value = rule.value(reports, count.at);
        const [low, high] = ranges[index] as readonly [number, number];
        rules[index]?.add(count.people, value, Math.max(0, value + low), Math.max(0, value + high));
      }
    }
  }
  const [{ name, rate }] = records;
  return {
    name,
    rate,
    ours: ours.scores,
    rules: RULES.map((rule, index) => ({ name: rule.name, scores: (rules[index] as Errors).scores })),
    line: line.scores,
  };
}

function addErrors({ count, reports }: Query, past: readonly number[][]): void {
  for (const [index, rule] of RULES.entries())
    past[index]?.push(count.people - rule.value(reports, count.at));
}

/** The central 80 % interval of a rule's past errors. */
function rangeOf(errors: readonly number[]): readonly [number, number] {
  const sorted = errors.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return [at(0.1), at(0.9)];
}

/** Errors of smoothed lines, interpolated where both neighbouring points have a value. */
class LineErrors {
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

  get scores(): Row['line'] {
    return {
      ours: this.#ours / this.#queries,
      rules: CENTRED_RULES.map(({ name }, index) => ({
        name,
        mae: (this.#rules[index] as number) / this.#queries,
      })),
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
