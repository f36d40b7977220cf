import type { Row } from './measure.ts';

/** The rows of a run. */
export interface Halves {
  readonly simulated: readonly Row[];
  /** Empty without real counts. */
  readonly real: readonly Row[];
}

const MOST_RATIO = 1;
const MEAN_RATIO = 0.95;
const LEAST_COVERAGE = 0.75;
const MOST_COVERAGE = 0.88;
/** Up to this width, in people, coverage has no upper limit. */
const NARROW = 4;

/** The aims that a run missed, as sentences. */
export function missedBy(halves: Halves): readonly string[] {
  const rows = [...halves.simulated, ...halves.real];
  const mean = meanRatio(halves);
  return [
    ...rows.flatMap(missedByRow),
    ...(mean > MEAN_RATIO ? [`the mean ratio is ${mean.toFixed(3)}; the aim is at most ${MEAN_RATIO}`] : []),
  ];
}

function missedByRow(row: Row): readonly string[] {
  const { ours } = row;
  const title = `${row.name}, ${row.rate} an hour`;
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const missed: string[] = [];
  if (ratioOf(row) > MOST_RATIO)
    missed.push(
      `the error is ${ratioOf(row).toFixed(3)} times the best fixed rule's; the aim is at most ${MOST_RATIO}`,
    );
  if (ours.coverage < LEAST_COVERAGE)
    missed.push(`the coverage is ${percent(ours.coverage)}; the aim is at least ${percent(LEAST_COVERAGE)}`);
  if (ours.width > NARROW && ours.coverage > MOST_COVERAGE) {
    missed.push(`the coverage is ${percent(ours.coverage)}; the aim is at most ${percent(MOST_COVERAGE)}`);
  }
  const best = Math.min(...row.rules.map(({ scores }) => scores.interval));
  if (ours.interval > best)
    missed.push(`the interval score is ${ours.interval.toFixed(2)}; the aim is at most ${best.toFixed(2)}`);
  return missed.map((aim) => `${title}: ${aim}`);
}

/** The mean of the rows' ratios, with equal weight for both halves. */
export function meanRatio({ simulated, real }: Halves): number {
  const mean = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + ratioOf(row), 0) / rows.length;
  return real.length === 0 ? mean(simulated) : (mean(simulated) + mean(real)) / 2;
}

function ratioOf({ ours, rules }: Row): number {
  return ours.mae / Math.min(...rules.map(({ scores }) => scores.mae));
}

/** Three Markdown tables: errors, ranges and smoothed lines. */
export function tablesOf(halves: Halves): string {
  const rows = [...halves.simulated, ...halves.real];
  const names = rows[0]?.rules.map(({ name }) => name) ?? [];
  const two = (number: number) => number.toFixed(2);
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const titled = (row: Row, cells: readonly string[]) => `| ${[row.name, row.rate, ...cells].join(' | ')} |`;
  const head = (titles: readonly string[]) => [
    `| queue | reports an hour | ${titles.join(' | ')} |`,
    `|---|---|${titles.map(() => '---|').join('')}`,
  ];
  return [
    'Mean absolute error in people; the ratio is ours over the best fixed rule of the row',
    '',
    ...head([...names, 'ours', 'ratio']),
    ...rows.map((row) => {
      const errors = row.rules.map(({ scores }) => scores.mae);
      const best = Math.min(...errors);
      return titled(row, [
        ...errors.map((error) => (error === best ? `*${two(error)}*` : two(error))),
        two(row.ours.mae),
        ratioOf(row).toFixed(3),
      ]);
    }),
    '',
    `Mean ratio: ${meanRatio(halves).toFixed(3)}`,
    '',
    'Ranges, and root mean square error; best fixed: the best of all fixed rules',
    '',
    ...head(['queries', 'coverage', 'width', 'interval score', 'best fixed', 'RMSE', 'best fixed']),
    ...rows.map((row) => {
      const least = (of: 'interval' | 'rmse') => Math.min(...row.rules.map(({ scores }) => scores[of]));
      const { queries, coverage, width, interval, rmse } = row.ours;
      return titled(row, [
        String(queries),
        percent(coverage),
        width.toFixed(1),
        two(interval),
        two(least('interval')),
        two(rmse),
        two(least('rmse')),
      ]);
    }),
    '',
    'Mean absolute error of the smoothed line of a past day, in people',
    '',
    ...head([...(rows[0]?.line.rules.map(({ name }) => name) ?? []), 'ours']),
    ...rows.map(({ line, ...row }) =>
      titled({ ...row, line }, [...line.rules.map(({ mae }) => two(mae)), two(line.ours)]),
    ),
  ].join('\n');
}
