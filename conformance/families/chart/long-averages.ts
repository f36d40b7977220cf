import { addDays } from '../../facts/calendar.ts';
import { type Facts, groupsIn } from '../../facts/facts.ts';
import { extremes, meanOf } from '../../facts/numbers.ts';
import { areCut, toleranceOf } from '../../facts/rounding.ts';
import { singleDay } from '../../facts/service-clock.ts';
import { counted } from '../../safety/printable.ts';
import { valuesIn } from '../report-values.ts';
import type { Breach, Ledger } from '../rule.ts';
import type { LongLine } from './long-line.ts';
import { type InformativePoint, informativePoints } from './long-points.ts';

/** How many points that could show another statistic prove what they average. */
const pointsNeeded = 8;

/**
 * Judges the points of long ranges. The description suggests plain averages of reports, but a service may average its smoothed
 * line, which can be outside a day's reports, have values on days without any, and none on a day when the venue was closed. So a
 * difference fails only if the service otherwise has plain averages, or if each point clearly is the average of all days so far.
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
    if (!isEmpty) judgeAverages(facts, line, isPlain, ledger);
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

function judgeSteps({ chart, missing }: LongLine, isWrong: boolean, ledger: Ledger): void {
  const { exchange, since, until, line } = chart;
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
  else if (line.length > 0) ledger.pass('chart.long-steps');
}

function judgeAverages(facts: Facts, line: LongLine, isPlain: boolean, ledger: Ledger): void {
  const { chart, periods } = line;
  if (periods.length === 0) {
    ledger.notApplicable('chart.long-averages', 'no day of a long range has reports that are all known');
    return;
  }
  const breaches = [...line.breaches, ...line.inexact.map(inexactness)];
  const [first] = breaches;
  if (first === undefined) {
    ledger.pass('chart.long-averages');
    return;
  }
  const { exchange } = chart;
  if ((isPlain && !isCut(line)) || areOfAllDaysSoFar(facts, line))
    for (const breach of breaches.slice(0, 3)) ledger.fail('chart.long-averages', { ...breach, exchange });
  else ledger.warn('chart.long-averages', { ...first, exchange });
}

/** Whether the points may be plain averages that are cut off after their last digit. */
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
 * Whether nearly all points are plain averages. Where queues are short, an average of the smoothed line often has the same value, so
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

/** Whether nearly all points are the average of all days so far. Only those count at which that clearly differs from their own. */
function areOfAllDaysSoFar(facts: Facts, { chart, periods }: LongLine): boolean {
  const tolerance = toleranceOf(chart.line.map(({ value }) => value));
  const telling = informativePoints(periods).flatMap(({ value, values, to }) => {
    const soFar = averageOf(facts, chart.since, to);
    return soFar !== undefined && Math.abs(soFar - meanOf(values)) > 4 * tolerance(value)
      ? [Math.abs(value - soFar) <= tolerance(value)]
      : [];
  });
  return telling.length >= 3 && telling.filter((isNear) => isNear).length >= 0.9 * telling.length;
}

/** The average of the reports of some days; undefined without reports, or if they are not all known. */
function averageOf(facts: Facts, from: string, to: string): number | undefined {
  for (let date = from; date <= to; date = addDays(date, 1)) if (!facts.fullyObserved(date)) return undefined;
  const values = groupsIn(facts, from, to).map(valuesIn(facts));
  const known = values.filter((one) => one !== undefined);
  return values.length === 0 || known.length < values.length ? undefined : meanOf(known.flat());
}
