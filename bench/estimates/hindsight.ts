/** What an estimator could use for one query, and the truth. */
export interface HindsightQuery {
  /** The local day; days are in order. */
  readonly day: string;
  /** A name for the time of the week, such as a weekday and half hour. */
  readonly timeOfWeek: string;
  /** The true length, in people. */
  readonly people: number;
  /** What each estimator says, ours among them, in people. */
  readonly values: readonly number[];
}

/** Rounds of reweighting, after which the fit no longer changes in its third digit. */
const ROUNDS = 30;
/** Keeps weights and equations finite, in people. */
const TINY = 1e-3;

/**
 * How well the best mixture of estimators does if it is fitted to the truth: the mean absolute error, in people, of a linear
 * regression on all of them and on the true mean at that time of the week. It is fitted to every other day (least absolute
 * deviations) and judged on the days between, and the other way round. No estimator can be fitted like that, because nobody
 * knows the truth.
 */
export function hindsightError(queries: readonly HindsightQuery[]): number {
  const days = new Map([...new Set(queries.map(({ day }) => day))].map((day, number) => [day, number % 2]));
  const half = (parity: number) => queries.filter(({ day }) => days.get(day) === parity);
  const [even, odd] = [half(0), half(1)];
  return (errorsOn(odd, even) + errorsOn(even, odd)) / queries.length;
}

/** The sum of the absolute errors on some queries of what was fitted to others. */
function errorsOn(judged: readonly HindsightQuery[], fitted: readonly HindsightQuery[]): number {
  const usual = meansByTime(fitted);
  const inputs = ({ timeOfWeek, values }: HindsightQuery) =>
    Float64Array.of(1, ...values, usual.get(timeOfWeek) ?? (usual.get('') as number));
  const coefficients = leastDeviations(
    fitted.map(inputs),
    fitted.map(({ people }) => people),
  );
  return judged.reduce((sum, query) => sum + Math.abs(query.people - dot(inputs(query), coefficients)), 0);
}

/** The mean true length at each time of the week, and under an empty name the mean of all. */
function meansByTime(queries: readonly HindsightQuery[]): ReadonlyMap<string, number> {
  const sums = new Map<string, readonly [number, number]>();
  for (const { timeOfWeek, people } of queries) {
    for (const name of [timeOfWeek, '']) {
      const [sum, count] = sums.get(name) ?? [0, 0];
      sums.set(name, [sum + people, count + 1]);
    }
  }
  return new Map([...sums].map(([name, [sum, count]]) => [name, sum / count]));
}

/** The coefficients with the least sum of absolute errors, by iteratively reweighted least squares. */
function leastDeviations(inputs: readonly Float64Array[], truths: readonly number[]): Float64Array {
  const size = inputs[0]?.length ?? 0;
  let coefficients = new Float64Array(size);
  let weights = truths.map(() => 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = Array.from({ length: size }, (_, row) =>
      Float64Array.from({ length: size + 1 }, (_, column) => (row === column ? TINY : 0)),
    );
    for (const [index, input] of inputs.entries()) {
      for (const [number, row] of rows.entries()) {
        const weighted = (weights[index] as number) * (input[number] as number);
        for (let column = 0; column < size; column += 1)
          row[column] = (row[column] as number) + weighted * (input[column] as number);
        row[size] = (row[size] as number) + weighted * (truths[index] as number);
      }
    }
    coefficients = solved(rows);
    weights = inputs.map(
      (input, index) => 1 / Math.max(TINY, Math.abs((truths[index] as number) - dot(input, coefficients))),
    );
  }
  return coefficients;
}

/** Solves linear equations in place, by Gauss-Jordan elimination; the matrix is positive definite, so it needs no pivoting. */
function solved(rows: readonly Float64Array[]): Float64Array<ArrayBuffer> {
  for (const [pivot, row] of rows.entries()) {
    const scale = row[pivot] as number;
    for (const [column, value] of row.entries()) row[column] = value / scale;
    for (const other of rows) {
      const share = other === row ? 0 : (other[pivot] as number);
      for (const [column, value] of row.entries()) other[column] = (other[column] as number) - share * value;
    }
  }
  return Float64Array.from(rows, (row) => row.at(-1) as number);
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] as number), 0);
}
