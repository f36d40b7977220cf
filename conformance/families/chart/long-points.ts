import { extremes, meanOf } from '../../facts/numbers.ts';
import type { ChartResponse, Point } from '../../facts/responses.ts';
import { toleranceOf } from '../../facts/rounding.ts';
import { counted } from '../../safety/printable.ts';
import type { Breach } from '../rule.ts';

/** A chart of several days. */
export type LongChart = ChartResponse & { readonly since: string; readonly until: string };

/** A point of a long range, and the days that it stands for. */
export interface Period {
  readonly point: Point<number | null>;
  readonly from: string;
  readonly to: string;
  /** Values of its reports, oldest first; undefined if they are not all known. */
  readonly values: readonly number[] | undefined;
  readonly count: number;
}

/** The points that cannot be plain averages, whatever the values of the reports. */
export function breachesOf({ line }: Pick<ChartResponse, 'line'>, periods: readonly Period[]): Breach[] {
  const tolerance = toleranceOf(line.map(({ value }) => value));
  return periods.flatMap(({ point: { value }, values, count, from, to }) => {
    const where = from === to ? from : `${from} to ${to}`;
    const seen = String(value);
    if (count === 0)
      return value === null
        ? []
        : [{ message: `${where} has no reports, but an average`, expected: 'null', seen }];
    if (value === null)
      return [
        {
          message: `${where} has reports, but no average`,
          expected: `an average of ${counted(count, 'report')}`,
          seen,
        },
      ];
    if (values === undefined) return [];
    const [low, high] = extremes(values);
    return value < low - tolerance(value) || value > high + tolerance(value)
      ? [
          {
            message: `the average of ${where} is outside its reports`,
            expected: `${low} to ${high}`,
            seen,
          },
        ]
      : [];
  });
}

/** A point whose reports differ, so that an average is distinguishable from other statistics. */
export interface InformativePoint {
  readonly value: number;
  readonly values: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** Points within the range of their reports that are not their average. */
export function inexactOf(
  { line }: Pick<ChartResponse, 'line'>,
  periods: readonly Period[],
): readonly InformativePoint[] {
  const tolerance = toleranceOf(line.map(({ value }) => value));
  return informativePoints(periods).filter(({ value, values }) => {
    const [low, high] = extremes(values);
    const isWithin = value >= low - tolerance(value) && value <= high + tolerance(value);
    return isWithin && Math.abs(value - meanOf(values)) > tolerance(value);
  });
}

/** Points whose reports differ. */
export function informativePoints(periods: readonly Period[]): readonly InformativePoint[] {
  return periods.flatMap(({ point: { value }, values, from, to }) =>
    values !== undefined && value !== null && new Set(values).size > 1 ? [{ value, values, from, to }] : [],
  );
}
