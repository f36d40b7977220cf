import { addDays, dateOf, daysBetween } from '../facts/calendar.ts';
import { type Facts, groupsIn } from '../facts/facts.ts';
import { extremes, meanOf } from '../facts/numbers.ts';
import type { ChartResponse, Point } from '../facts/responses.ts';
import { areCut, toleranceOf } from '../facts/rounding.ts';
import { singleDay } from '../facts/service-clock.ts';
import { areEnough } from './plausible-range.ts';
import { valuesIn } from './report-values.ts';
import type { Breach, Ledger } from './rule.ts';

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

/** The line of a chart of several days, read as the days or weeks that fit best. */
export interface LongLine {
  readonly chart: LongChart;
  readonly periods: readonly Period[];
}

/**
 * Judges the averages of long ranges. The description suggests plain averages of reports, but a service may average its smoothed
 * line, which can be outside a day's reports, and have values on days without any. So a difference fails only if the service
 * otherwise has plain averages, or if the line clearly shows something else.
 */
export function judgeAverages(facts: Facts, lines: readonly LongLine[], ledger: Ledger): void {
  const plain = lines.filter(arePlain);
  for (const line of lines) {
    // A service may average reports over weeks, and its smoothed line over days
    const isPlain = plain.some((other) => areDaily(other) === areDaily(line));
    judgeLine(facts, line, isPlain, ledger);
  }
}

function judgeLine(facts: Facts, { chart, periods }: LongLine, isPlain: boolean, ledger: Ledger): void {
  if (periods.length === 0) {
    ledger.notApplicable('chart.long-averages', 'no day of a long range has reports that are all known');
    return;
  }
  const breaches = [...breachesOf(chart, periods), ...inexactOf(chart, periods).map(inexactness)];
  const [first] = breaches;
  if (first === undefined) {
    ledger.pass('chart.long-averages');
    return;
  }
  const { exchange } = chart;
  const isWrong =
    (isPlain && !isCut(chart, periods)) ||
    showAnotherStatistic(facts, chart, periods) ||
    areFarAbove(periods) ||
    areSilent(facts, periods);
  if (isWrong)
    for (const breach of breaches.slice(0, 3)) ledger.fail('chart.long-averages', { ...breach, exchange });
  else ledger.warn('chart.long-averages', { ...first, exchange });
}

/** Whether the points may be plain averages that are cut off after their last digit. */
function isCut({ line }: LongChart, periods: readonly Period[]): boolean {
  const averages = periods.flatMap(({ point: { value }, values = [] }) =>
    value === null || values.length === 0 ? [] : [{ value, exact: meanOf(values) }],
  );
  return (
    breachesOf({ line }, periods).length === 0 &&
    areCut(averages, toleranceOf(line.map(({ value }) => value)))
  );
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
          expected: `an average of ${count} reports`,
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

interface InformativePoint {
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

function inexactness({ value, values, from }: InformativePoint): Breach {
  return {
    message: `the point of ${from} is not the average of its reports`,
    expected: meanOf(values).toFixed(3),
    seen: String(value),
  };
}

/** Points whose reports differ, so that an average is distinguishable from other statistics. */
function informativePoints(periods: readonly Period[]): readonly InformativePoint[] {
  return periods.flatMap(({ point: { value }, values, from, to }) =>
    values !== undefined && value !== null && new Set(values).size > 1 ? [{ value, values, from, to }] : [],
  );
}

function areDaily({ periods }: LongLine): boolean {
  return periods.every(({ from, to }) => from === to);
}

/** Whether most points are plain averages. Rounded to whole people, others often have the same value. */
function arePlain({ chart, periods }: LongLine): boolean {
  const informative = informativePoints(periods);
  const tolerance = toleranceOf(chart.line.map(({ value }) => value));
  const exact = informative.filter(
    ({ value, values }) => Math.abs(value - meanOf(values)) <= tolerance(value),
  );
  const isFine = informative.every(({ value }) => tolerance(value) < 0.1);
  return informative.length >= 4 && exact.length >= (isFine ? 0.6 : 0.9) * informative.length;
}

type Statistic = (point: InformativePoint) => number | undefined;

const ofOwnReports: readonly Statistic[] = [
  ({ values }) => extremes(values)[1],
  ({ values }) => extremes(values)[0],
  ({ values }) => values[0],
  ({ values }) => values.at(-1),
  ({ values }) => sorted(values)[Math.floor(values.length / 2)],
  ({ values }) => sorted(values)[Math.floor((values.length - 1) / 2)],
  ({ values }) => (extremes(values)[0] + extremes(values)[1]) / 2,
  ({ values }) => meanOf(values.filter((value) => value !== 0)),
  ({ values }) => meanOf(values) * values.length,
  ({ values }) => values.length,
];

/**
 * Whether nearly all points have a value that is not the average of their days: another statistic of the same reports, or the
 * average of another day. Only points at which the two clearly differ count.
 */
function showAnotherStatistic(facts: Facts, chart: LongChart, periods: readonly Period[]): boolean {
  const informative = informativePoints(periods);
  const tolerance = toleranceOf(chart.line.map(({ value }) => value));
  return [...ofOwnReports, ...ofOtherDays(facts, chart)].some((statistic) => {
    const telling = informative.flatMap((point) => {
      const other = statistic(point);
      return other !== undefined && Math.abs(other - meanOf(point.values)) > 4 * tolerance(point.value)
        ? [Math.abs(point.value - other) <= tolerance(point.value)]
        : [];
    });
    return telling.length >= 3 && telling.filter((isNear) => isNear).length >= 0.9 * telling.length;
  });
}

/**
 * Averages of the day or week before or after, of the UTC day, of all days so far, and of the whole range. A point at the end of
 * its day has the date of the next one, so neighbors count only if the points have the dates of the whole range.
 */
function ofOtherDays(facts: Facts, { since, until, line }: LongChart): readonly Statistic[] {
  const dates = new Set(line.map(({ t }) => t.date));
  const areOfRange = dates.has(since) && dates.has(until) && line.every(({ t }) => t.date <= until);
  const whole = averageOf(facts, since, until);
  const isDay = ({ from, to }: InformativePoint) => from === to;
  const neighbor =
    (steps: number): Statistic =>
    ({ from, to }) => {
      const days = steps * (daysBetween(from, to) + 1);
      return areOfRange ? averageOf(facts, addDays(from, days), addDays(to, days)) : undefined;
    };
  return [
    neighbor(-1),
    neighbor(1),
    (point) => (isDay(point) ? averageOfUtcDay(facts, point.from) : undefined),
    ({ to }) => averageOf(facts, since, to),
    () => whole,
  ];
}

const dayMicros = 86_400_000_000;

function averageOfUtcDay(facts: Facts, date: string): number | undefined {
  return averageOf(
    facts,
    addDays(date, -1),
    addDays(date, 1),
    (micros) => dateOf(Math.floor(micros / dayMicros)) === date,
  );
}

/** The average of the reports of some days; undefined without reports, or if they are not all known. */
function averageOf(
  facts: Facts,
  from: string,
  to: string,
  isOwn: (micros: number) => boolean = () => true,
): number | undefined {
  for (let date = from; date <= to; date = addDays(date, 1)) if (!facts.fullyObserved(date)) return undefined;
  const groups = groupsIn(facts, from, to).filter(({ t, count }) => count > 0 && isOwn(t.micros));
  const values = groups.map(valuesIn(facts));
  const known = values.filter((one) => one !== undefined);
  return groups.length === 0 || known.length < values.length ? undefined : meanOf(known.flat());
}

/** Whether the points together are far above their reports; a service may average its line over many quiet hours, so never below. */
function areFarAbove(periods: readonly Period[]): boolean {
  const known = periods.flatMap(({ point: { value }, values = [] }) =>
    value === null || values.length === 0 ? [] : [{ value, values }],
  );
  const values = known.flatMap((one) => one.values);
  return areEnough(values) && meanOf(known.map(({ value }) => value)) > 2 * meanOf(values) + 10;
}

/** Whether most days with reports have no average, although the venue is not always closed. */
function areSilent(facts: Facts, periods: readonly Period[]): boolean {
  const reported = periods.filter(({ count }) => count > 0);
  const silent = reported.filter(({ point }) => point.value === null);
  const hasValues = facts.charts.some(
    (chart) => singleDay(chart) !== undefined && chart.line.some(({ value }) => value !== null),
  );
  return hasValues && silent.length > reported.length / 2;
}

function sorted(values: readonly number[]): readonly number[] {
  return values.toSorted((a, b) => a - b);
}
