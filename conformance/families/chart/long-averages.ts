import { type Facts, groupsIn } from '../../facts/facts.ts';
import { extremes, meanOf } from '../../facts/numbers.ts';
import { areCut, toleranceOf } from '../../facts/rounding.ts';
import { singleDay } from '../../facts/service-clock.ts';
import { counted } from '../../safety/printable.ts';
import { areEnough } from '../report-values.ts';
import type { Breach, Ledger } from '../rule.ts';
import type { LongLine } from './long-line.ts';
import { type InformativePoint, informativePoints, type Period } from './long-points.ts';
import { showAnotherStatistic } from './other-statistics.ts';

/** How many points that could show another statistic prove what they average. */
const pointsNeeded = 8;

/**
 * Judges the points of long ranges. The description suggests plain averages of reports, but a service may average its smoothed
 * line, which can be outside a day's reports, have values on days without any, and none on a day when the venue was closed. So a
 * difference fails only if the service otherwise has plain averages, or if the line clearly shows something else.
 */
export function judgeLongLines(facts: Facts, lines: readonly LongLine[], ledger: Ledger): void {
  const withValues = daysWithValues(facts);
  // A service may average reports over weeks, and its smoothed line over days
  const [arePlainDays, arePlainWeeks] = [true, false].map((daily) => {
    const own = lines.filter((line) => areDaily(line) === daily);
    return own.some((line) => arePlain([line])) || arePlain(own);
  });
  for (const line of lines) {
    const isEmpty = line.chart.line.length === 0;
    const isPlain = (isEmpty || areDaily(line) ? arePlainDays : arePlainWeeks) === true;
    judgeSteps(line, isPlain || line.missing.some((date) => withValues.has(date)), ledger);
    if (!isEmpty) judgeAverages(facts, line, { isPlain, withValues }, ledger);
  }
}

/** Past days with reports whose own line has values, so that their average exists, of whatever it is. */
function daysWithValues(facts: Facts): ReadonlySet<string> {
  const days = facts.charts.flatMap((chart) => {
    const day = singleDay(chart);
    return day !== undefined && chart.line.some(({ value }) => value !== null) ? [day] : [];
  });
  return new Set(days.filter((day) => groupsIn(facts, day, day).length > 0));
}

function judgeSteps({ chart, doubled, missing }: LongLine, isWrong: boolean, ledger: Ledger): void {
  const { exchange, since, until, line } = chart;
  for (const breach of doubled.slice(0, 3)) ledger.fail('chart.long-steps', { ...breach, exchange });
  const [date] = missing;
  if (date !== undefined)
    ledger[isWrong ? 'fail' : 'warn']('chart.long-steps', {
      message:
        line.length === 0
          ? `the line of ${since} to ${until} has no points`
          : `no point covers ${date}, which has reports`,
      expected: `a point for ${date}`,
      seen: counted(line.length, 'point'),
      exchange,
    });
  else if (doubled.length === 0 && line.length > 0) ledger.pass('chart.long-steps');
}

function judgeAverages(
  facts: Facts,
  line: LongLine,
  { isPlain, withValues }: { readonly isPlain: boolean; readonly withValues: ReadonlySet<string> },
  ledger: Ledger,
): void {
  const { chart, periods } = line;
  if (periods.length === 0)
    return ledger.notApplicable(
      'chart.long-averages',
      'no day of a long range has reports that are all known',
    );
  const breaches = [...line.breaches, ...line.inexact.map(inexactness)];
  const [first] = breaches;
  if (first === undefined) return ledger.pass('chart.long-averages');
  const { exchange } = chart;
  const isWrong =
    (isPlain && !isCut(line)) ||
    showAnotherStatistic(facts, chart, periods) ||
    areFarAbove(periods) ||
    areSilent(periods, withValues);
  if (isWrong)
    for (const breach of breaches.slice(0, 3)) ledger.fail('chart.long-averages', { ...breach, exchange });
  else ledger.warn('chart.long-averages', { ...first, exchange });
}

/** Checks whether the points may be plain averages that are cut off after their last digit. */
function isCut({ chart: { line }, periods, breaches }: LongLine): boolean {
  const averages = periods.flatMap(({ point: { value }, values = [] }) =>
    value === null || values.length === 0 ? [] : [{ value, exact: meanOf(values) }],
  );
  return breaches.length === 0 && areCut(averages, toleranceOf(line.map(({ value }) => value)));
}

function inexactness({ value, values, from }: InformativePoint): Breach {
  return {
    message: `the point of ${from} is not the average of its reports`,
    expected: meanOf(values).toFixed(3),
    seen: String(value),
  };
}

function areDaily({ periods }: LongLine): boolean {
  return periods.every(({ from, to }) => from === to);
}

/**
 * Checks whether nearly all points are plain averages. Where queues are short, an average of the smoothed line often has the same value, so
 * it takes several points, or a few whose reports differ much. Rounded to whole people, others often have the same value, too.
 */
function arePlain(lines: readonly LongLine[]): boolean {
  const points = lines.flatMap(({ chart, periods }) => {
    const tolerance = toleranceOf(chart.line.map(({ value }) => value));
    return informativePoints(periods).map(({ value, values, from, to }) => {
      const [low, high] = extremes(values);
      return {
        days: `${from} to ${to}`,
        isExact: Math.abs(value - meanOf(values)) <= tolerance(value),
        isFine: tolerance(value) < 0.1,
        isTelling: high - low >= 200 * tolerance(value),
      };
    });
  });
  const distinct = [...new Map(points.map((point) => [point.days, point])).values()];
  const share = distinct.every(({ isFine }) => isFine) ? 0.75 : 0.9;
  const areExact = (some: typeof distinct, needed: number) =>
    some.length >= needed && some.filter(({ isExact }) => isExact).length >= share * some.length;
  const telling = distinct.filter(({ isTelling }) => isTelling);
  return areExact(distinct, pointsNeeded) || areExact(telling, pointsNeeded / 2);
}

/** Checks whether the points together are far above their reports; a service may average its line over many quiet hours, so never below. */
function areFarAbove(periods: readonly Period[]): boolean {
  const known = periods.flatMap(({ point: { value }, values = [] }) =>
    value === null || values.length === 0 ? [] : [{ value, values }],
  );
  const values = known.flatMap((one) => one.values);
  return areEnough(values) && meanOf(known.map(({ value }) => value)) > 2 * meanOf(values) + 10;
}

/** Checks whether a point has no value, although a line of its days has some. */
function areSilent(periods: readonly Period[], withValues: ReadonlySet<string>): boolean {
  return periods.some(
    ({ point, from, to }) =>
      point.value === null && [...withValues].some((date) => date >= from && date <= to),
  );
}
