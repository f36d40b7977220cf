import { addDays, dateOf, daysBetween } from '../../facts/calendar.ts';
import { type Facts, groupsIn } from '../../facts/facts.ts';
import { extremes, meanOf } from '../../facts/numbers.ts';
import { toleranceOf } from '../../facts/rounding.ts';
import { valuesIn } from '../report-values.ts';
import { type InformativePoint, informativePoints, type LongChart, type Period } from './long-points.ts';

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
 * Checks whether nearly all points have a value that is not the average of their days: another statistic of the same reports, or the
 * average of another day. Only points at which the two clearly differ count.
 */
export function showAnotherStatistic(facts: Facts, chart: LongChart, periods: readonly Period[]): boolean {
  // The one of two reports that was made in opening hours may be all that an average of the smoothed line knows
  const informative = informativePoints(periods).filter(({ values }) => values.length >= 4);
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
  const groups = groupsIn(facts, from, to).filter(({ t }) => isOwn(t.micros));
  const values = groups.map(valuesIn(facts));
  const known = values.filter((one) => one !== undefined);
  return groups.length === 0 || known.length < values.length ? undefined : meanOf(known.flat());
}

function sorted(values: readonly number[]): readonly number[] {
  return values.toSorted((a, b) => a - b);
}
