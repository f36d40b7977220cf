import { Errors, type Scores } from './errors.ts';
import { LineErrors, type LineScores } from './line-errors.ts';
import { type Query, replay } from './replay.ts';
import type { PlannedRow } from './rows.ts';
import { RULES } from './rules.ts';

/** One row of the comparison. */
export interface Row extends Pick<PlannedRow, 'group' | 'name' | 'rate'> {
  readonly ours: Scores;
  readonly rules: readonly { readonly name: string; readonly scores: Scores }[];
  /** The standard error of our error over the best rule's, by a jackknife over days. */
  readonly ratioError: number;
  readonly line: LineScores;
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
  /** The sums of the absolute errors of each day, ours first. */
  const days = new Map<string, readonly number[]>();
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
    const ranges = RULES.map((_, rule) => rangeOf(Float64Array.from(known, (query) => errorOf(query, rule))));
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
      const errors = [shown.value, ...values].map((value) => Math.abs(count.people - value));
      days.set(day, days.get(day)?.map((sum, index) => sum + (errors[index] as number)) ?? errors);
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
function rangeOf(errors: Float64Array): readonly [number, number] {
  const sorted = errors.toSorted();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return [at(0.1), at(0.9)];
}

/**
 * The standard error of the ratio of our error to that of the best rule, by a jackknife: each day is left out once. A day has
 * the sum of our absolute errors first, and then that of each rule.
 */
export function ratioError(days: readonly (readonly number[])[]): number {
  const totals = (days[0] ?? []).map((_, index) =>
    days.reduce((sum, day) => sum + (day[index] as number), 0),
  );
  const ratios = days.map((day) => {
    const [ours = 0, ...rules] = totals.map((total, index) => total - (day[index] as number));
    return ours / Math.min(...rules);
  });
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  const squares = ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0);
  return Math.sqrt(((days.length - 1) / days.length) * squares);
}
