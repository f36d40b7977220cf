import { whereLong } from './errors.ts';
import type { Row } from './measure.ts';
import { titleOf } from './rows.ts';
import type { Speed } from './speed.ts';

/** Our error is at most this many times the best fixed rule's. */
const MOST_RATIO = 1;
/** In the first days, when nothing about the venue is known. */
const MOST_RATIO_FIRST_DAYS = 1.03;
const MEAN_RATIO_SIMULATED = 0.85;
const MEAN_RATIO_REAL = 0.88;
const LEAST_COVERAGE = 0.75;
const MOST_COVERAGE = 0.88;
/**
 * Up to this mean width, in people, coverage has no upper limit: bounds are whole people, so the narrowest range that can hold
 * the truth, such as 0-1 for a queue that is nearly always empty, is often right.
 */
const NARROW = 4;
/** Fewer queries than this say too little about a share. */
const FEWEST_QUERIES = 200;
const MOST_STATUS = 2;
const MOST_LEARNING = 10;

/** The aims that a run missed, as sentences. */
export function missedBy(rows: readonly Row[], speed: Speed | null): readonly string[] {
  const { simulated, real } = meanRatios(rows);
  return [
    ...rows.flatMap((row) => missedByRow(row).map((aim) => `${titleOf(row)}: ${aim}`)),
    ...tooHigh('the mean ratio of simulated venues', simulated, MEAN_RATIO_SIMULATED, 3),
    ...tooHigh('the mean ratio of real counts', real, MEAN_RATIO_REAL, 3),
    ...tooHigh('milliseconds for a status', speed?.status, MOST_STATUS, 2),
    ...tooHigh('milliseconds for a status without history', speed?.statusWithoutHistory, MOST_STATUS, 2),
    ...tooHigh('milliseconds for learning a day', speed?.learning, MOST_LEARNING, 1),
  ];
}

function missedByRow(row: Row): readonly string[] {
  const { group, ours, rules } = row;
  const long = whereLong(ours);
  const mostRatio = group === 'first days' ? MOST_RATIO_FIRST_DAYS : MOST_RATIO;
  const mostCoverage = ours.width > NARROW ? MOST_COVERAGE : 1;
  const best = Math.min(...rules.map(({ scores }) => scores.interval));
  return [
    ...tooHigh("the error over the best fixed rule's", ratioOf(row), mostRatio, 3),
    ...outside('the coverage', ours.coverage, mostCoverage),
    ...(long.queries < FEWEST_QUERIES
      ? []
      : outside('the coverage where 3 or more are shown', long.covered / long.queries, MOST_COVERAGE)),
    ...tooHigh('the interval score', ours.interval, best, 2),
  ];
}

/** The means of the rows' ratios: simulated venues and reporters together, and real counts; undefined without such rows. */
export function meanRatios(rows: readonly Row[]): { readonly simulated?: number; readonly real?: number } {
  const mean = (chosen: readonly Row[]) => chosen.reduce((sum, row) => sum + ratioOf(row), 0) / chosen.length;
  const simulated = rows.filter(({ group }) => group === 'venues' || group === 'reporters');
  const real = rows.filter(({ group }) => group === 'real');
  return {
    ...(simulated.length > 0 ? { simulated: mean(simulated) } : {}),
    ...(real.length > 0 ? { real: mean(real) } : {}),
  };
}

/** Our mean absolute error over that of the best fixed rule of the row. */
export function ratioOf({ ours, rules }: Pick<Row, 'ours' | 'rules'>): number {
  return ours.mae / Math.min(...rules.map(({ scores }) => scores.mae));
}

function tooHigh(what: string, figure: number | undefined, most: number, digits: number): readonly string[] {
  if (figure === undefined || figure <= most) return [];
  return [`${what}: ${figure.toFixed(digits)}; the aim is at most ${most.toFixed(digits)}`];
}

function outside(what: string, share: number, most: number): readonly string[] {
  if (LEAST_COVERAGE <= share && share <= most) return [];
  const aim =
    share < LEAST_COVERAGE ? `at least ${100 * LEAST_COVERAGE} %` : `at most ${100 * MOST_COVERAGE} %`;
  return [`${what}: ${(100 * share).toFixed(1)} %; the aim is ${aim}`];
}
