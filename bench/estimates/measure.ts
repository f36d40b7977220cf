import { Errors, type Scores } from './errors.ts';
import { type HindsightQuery, hindsightError } from './hindsight.ts';
import { LineErrors, type LineScores } from './line-errors.ts';
import { ratioError } from './ratio-error.ts';
import { type Query, replay } from './replay.ts';
import type { PlannedRow } from './rows.ts';
import { RULES } from './rules.ts';
import { WholePeople, type WholePeopleScores } from './whole-people.ts';

/** One row of the comparison. */
export interface Row extends Pick<PlannedRow, 'group' | 'name' | 'rate'> {
  readonly ours: Scores;
  readonly rules: readonly { readonly name: string; readonly scores: Scores }[];
  /** The standard error of our error over the best rule's, by a jackknife over days. */
  readonly ratioError: number;
  readonly wholePeople: WholePeopleScores;
  readonly line: LineScores;
  /** For real counts: the mean absolute error of a mixture fitted to the truth (`hindsightError`). */
  readonly hindsight?: number;
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
  const wholePeople = new WholePeople();
  const line = new LineErrors();
  const days = new DayErrors();
  const inHindsight: HindsightQuery[] = [];
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
      const { count, shown, readings, values, evaluated } = query;
      if (!evaluated) continue;
      if (shown === null || readings === null) throw new Error('a query with a fresh report has an estimate');
      ours.add(count.people, shown.value, shown.low, shown.high);
      wholePeople.add(count.people, shown, readings);
      for (const [index, value] of values.entries()) {
        const [low, high] = ranges[index] as readonly [number, number];
        rules[index]?.add(count.people, value, Math.max(0, value + low), Math.max(0, value + high));
      }
      const all = [shown.value, ...values];
      const day = `${number} ${time.date(count.at)}`;
      days.add(
        day,
        all.map((value) => Math.abs(count.people - value)),
      );
      if (group !== 'real') continue;
      const timeOfWeek = `${time.weekday(count.at)} ${Math.floor(time.minuteOfDay(count.at) / 30)}`;
      inHindsight.push({ day, timeOfWeek, people: count.people, values: all });
    }
  }
  return {
    group,
    name,
    rate,
    ours: ours.scores,
    rules: RULES.map((rule, index) => ({ name: rule.name, scores: (rules[index] as Errors).scores })),
    ratioError: ratioError(days.sums),
    wholePeople: wholePeople.scores,
    line: line.scores,
    ...(inHindsight.length > 0 ? { hindsight: hindsightError(inHindsight) } : {}),
  };
}

function errorOf({ count, values }: Answered, rule: number): number {
  return count.people - (values[rule] as number);
}

/** The sums of the absolute errors of each day, ours first. */
class DayErrors {
  readonly #sums = new Map<string, readonly number[]>();

  add(day: string, errors: readonly number[]): void {
    const sums = this.#sums.get(day);
    this.#sums.set(
      day,
      sums === undefined ? errors : sums.map((sum, index) => sum + (errors[index] as number)),
    );
  }

  get sums(): readonly (readonly number[])[] {
    return [...this.#sums.values()];
  }
}

/** The central 80 % interval of a rule's past errors. */
function rangeOf(errors: Float64Array): readonly [number, number] {
  const sorted = errors.toSorted();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return [at(0.1), at(0.9)];
}
