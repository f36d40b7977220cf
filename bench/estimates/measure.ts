import type { SeriesPoint } from '../../src/domain/chart.ts';
import { MINUTE, type Micros } from '../../src/domain/micros.ts';
import { Errors, type Scores } from './errors.ts';
import { ratioError } from './ratio-error.ts';
import { type Query, replay, type SmoothedDay } from './replay.ts';
import type { PlannedRow } from './rows.ts';
import { CENTRED_RULES, RULES } from './rules.ts';
import type { Count } from './venue-day.ts';

/** One row of the comparison. */
export interface Row extends Pick<PlannedRow, 'group' | 'name' | 'rate'> {
  readonly ours: Scores;
  readonly rules: readonly { readonly name: string; readonly scores: Scores }[];
  /** The standard error of our error over the best rule's, by a jackknife over days. */
  readonly ratioError: number;
  /** Mean absolute error of the smoothed line and of the centred rules, in people. */
  readonly line: {
    readonly ours: number;
    readonly rules: readonly { readonly name: string; readonly mae: number }[];
  };
}

/** A query with what each of `RULES` says. */
interface Answered extends Query {
  readonly values: readonly number[];
}

/**
 * Replays the records of a row (under several seeds) and accumulates all errors. The range of a rule is the central 80 % of
 * its own errors in the days before the evaluation. The first days have none, so there it is that of its errors in the
 * row's other records: it knows in hindsight how wrong it is at such a venue, which our range doesn't.
 */
export function measure({ group, name, rate, records }: PlannedRow): Row {
  const ours = new Errors();
  const rules = RULES.map(() => new Errors());
  const line = new LineErrors();
  const days = new Map<string, number[]>();
  const replayed = records().map((record) => {
    const answered: Answered[] = [];
    for (const found of replay(record)) {
      if ('line' in found) line.add(found);
      else
        answered.push({ ...found, values: RULES.map((rule) => rule.value(found.reports, found.count.at)) });
    }
    return { time: record.time, answered };
  });
  for (const [number, { time, answered }] of replayed.entries()) {
    const known =
      group === 'first days'
        ? replayed.flatMap((other, index) => (index === number ? [] : other.answered))
        : answered.filter(({ evaluated }) => !evaluated);
    const ranges = RULES.map((_, rule) => rangeOf(known.map((query) => errorOf(query, rule))));
    for (const query of answered) {
      const { count, shown, values, evaluated } = query;
      if (!evaluated) continue;
      if (shown === null) throw new Error('a query with a fresh report has an estimate');
      ours.add(count.people, shown.value, shown.low, shown.high);
      for (const [index, value] of values.entries()) {
        const [low, high] = ranges[index] as readonly [number, number];
        rules[index]?.add(count.people, value, Math.max(0, value + low), Math.max(0, value + high));
      }
      const day = `${number} ${time.date(count.at)}`;
      const sums = days.get(day) ?? Array.from({ length: RULES.length + 1 }, () => 0);
      for (const [index, value] of [shown.value, ...values].entries())
        sums[index] = (sums[index] as number) + Math.abs(count.people - value);
      days.set(day, sums);
    }
  }
  return {
    group,
    name,
    rate,
    ours: ours.scores,
    rules: RULES.map((rule, index) => ({ name: rule.name, scores: (rules[index] as Errors).scores })),
    ratioError: ratioError([...days.values()]),
    line: line.scores,
  };
}

function errorOf({ count, values }: Answered, rule: number): number {
  return count.people - (values[rule] as number);
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
