import { isObject, type JsonObject } from '../../contract/json.ts';
import { clockOf } from '../../facts/clock-text.ts';
import type { ReportGroup } from '../../facts/consensus.ts';
import { type Facts, groupsIn } from '../../facts/facts.ts';
import { extremes, meanOf } from '../../facts/numbers.ts';
import type { ChartResponse, Point } from '../../facts/responses.ts';
import { isUnranged } from '../../facts/responses.ts';
import { singleDay } from '../../facts/service-clock.ts';
import { counted } from '../../safety/printable.ts';
import { allValues, areEnough, plausibleRange, valuesIn } from '../report-values.ts';
import type { Ledger, Rule } from '../rule.ts';
import { isClosedThroughout, isOpenAt } from './open-window.ts';

const minute = 60_000_000;

/** The line's values follow the reports, and exist where there are reports. */
export const lineValues: Rule = {
  name: 'line-values',
  judge: (facts, ledger) => {
    judgeSilence(facts, ledger);
    for (const chart of facts.charts.filter(({ lineReadable }) => lineReadable)) {
      if (chart.line.length === 0) continue;
      const day = singleDay(chart);
      if (day !== undefined) {
        judgeDayValues(facts, chart, day, ledger);
        judgeBreakOff(facts, chart, day, ledger);
      }
      judgeValues(facts, chart, ledger);
    }
  },
};

/**
 * A line without values is correct on a closed day, and for reports made while the venue is closed. Form 1 does not show when it is
 * open.
 */
function judgeSilence(facts: Facts, ledger: Ledger): void {
  const openToday = facts.statuses.some(
    ({ body }) => isObject(body) && isObject(body['hours']) && hasOpenedToday(body['hours']),
  );
  for (const chart of facts.charts.filter(({ lineReadable }) => lineReadable)) {
    const day = singleDay(chart);
    if (day === undefined || (chart.line.length >= 3 && chart.line.some(({ value }) => value !== null)))
      continue;
    const { window } = chart;
    const isToday = isUnranged(chart);
    const isOpen =
      facts.form === 1
        ? isToday && openToday
        : !isToday && window !== null && window !== undefined && !isClosedThroughout(window);
    // Reports at night may belong to the hours of the day before, which only a window shows
    const isOwn = ({ t }: ReportGroup) => (facts.form === 1 ? t.hour >= 6 : isOpenAt(window, t));
    const reports = groupsIn(facts, day, day).filter(isOwn).length;
    if (!isOpen || reports < 5) continue;
    if (chart.line.length < 3) {
      ledger.fail(chart.line.length === 0 ? 'chart.line' : 'chart.day-spacing', {
        message: `the line of ${day} has ${counted(chart.line.length, 'point')}`,
        expected: 'points at short intervals',
        seen: JSON.stringify(chart.line.map(({ t }) => t.text)),
        exchange: chart.exchange,
      });
      continue;
    }
    const silence = {
      message: `the line of ${day} has no value at all`,
      expected: `values, since there are ${reports} reports`,
      seen: `${counted(chart.line.length, 'point')}, none with a value`,
      exchange: chart.exchange,
    };
    // The venue may just have opened, unless several reports are behind the estimate
    if (facts.form === 1 && !facts.statuses.some(({ body }) => hasSeveralReports(body))) {
      ledger.warn('chart.line-plausible', silence);
      continue;
    }
    // If other days have values, the window does not show that this one is closed; else the line is wrong
    if (facts.form === 2 && facts.charts.some(hasValues))
      ledger.fail('chart.open_window-closed', {
        message: `the line of ${day} looks closed, but its window is not`,
        expected: 'closed throughout, or a line with values',
        seen: JSON.stringify(window?.closed.map(({ start, end }) => `${start.text} to ${end.text}`)),
        exchange: chart.exchange,
      });
    else ledger.fail('chart.line-plausible', silence);
  }
}

/** Checks whether the venue is open and closes after noon of today, so that its hours did not begin the evening before. */
function hasOpenedToday(hours: JsonObject): boolean {
  const [clock, left] = [clockOf(hours), hours['minutes_until_close']];
  return clock !== undefined && typeof left === 'number' && clock + left > 720;
}

/** Checks whether there is an estimate from five reports or more. */
function hasSeveralReports(body: unknown): boolean {
  return isObject(body) && body['has_estimate'] === true && Number(body['report_count']) >= 5;
}

/** Checks whether the line of a single day has a value. */
function hasValues(chart: ChartResponse): boolean {
  return singleDay(chart) !== undefined && chart.line.some(({ value }) => value !== null);
}

/** On a day with many reports, the line must follow them. */
function judgeDayValues(
  facts: Facts,
  { exchange, line, window }: ChartResponse,
  day: string,
  ledger: Ledger,
): void {
  if (facts.clock.todays.includes(day)) return;
  const valuesOf = valuesIn(facts);
  // A line need not follow reports that are made while the venue is closed
  const reports = groupsIn(facts, day, day)
    .filter(({ t }) => isOpenAt(window, t))
    .flatMap((group) => (valuesOf(group) ?? []).map((value) => ({ micros: group.t.micros, value })));
  const points = line.filter((point): point is Point<number> => point.value !== null);
  if (points.length === 0) return;
  const pairs = reports.flatMap(({ micros, value }) => {
    const after = points.findIndex((point) => point.t.micros >= micros);
    const [before, next] = [points[after - 1], points[after]];
    if (before === undefined || next === undefined) return [];
    const isBetween = next.t.micros - before.t.micros <= 60 * minute;
    const nearest = micros - before.t.micros < next.t.micros - micros ? before : next;
    return isBetween ? [{ micros, value, line: nearest.value }] : [];
  });
  const times = timesOf(pairs);
  if (times.length < 5) return;
  const [mean, lineMean] = [meanOf(times.map(({ value }) => value)), meanOf(times.map(({ line }) => line))];
  const breach = {
    message: `the line of ${day} is far from its reports`,
    expected: `about ${mean.toFixed(1)} where reports are`,
    seen: `about ${lineMean.toFixed(1)}`,
    exchange,
  };
  const values = times.map(({ value }) => value);
  if (values.length >= 8 && isFarFromReports(lineMean, values))
    return ledger.fail('chart.line-plausible', breach);
  const { error, isUnrelated } = fitOf(times);
  const off = {
    ...breach,
    message: `the line of ${day} does not follow its reports`,
    expected: 'closer to them than their mean',
    seen: `${error.toFixed(2)} times as far`,
  };
  if (isUnrelated) ledger.fail('chart.line-plausible', off);
  else ledger.pass('chart.line-plausible');
}

/** The value of a report, and the line at its time. */
interface Pair {
  readonly value: number;
  readonly line: number;
}

/** Reports within five minutes as one, by their mean: they may be one person's, and a good line doesn't follow them. */
function timesOf(pairs: readonly (Pair & { readonly micros: number })[]): readonly Pair[] {
  const byTime = Map.groupBy(pairs, ({ micros }) => Math.floor(micros / (5 * minute)));
  return [...byTime.values()].map((near) => ({
    value: meanOf(near.map(({ value }) => value)),
    line: meanOf(near.map(({ line }) => line)),
  }));
}

/**
 * How far a line is from reports, as a multiple of how far their mean is. That says little about few reports, or about reports that
 * hardly differ: each stands for several numbers of people, and the line may say any of them.
 */
export function fitOf(pairs: readonly Pair[]): {
  readonly error: number;
  readonly isUnrelated: boolean;
} {
  const mean = meanOf(pairs.map(({ value }) => value));
  const error = meanOf(pairs.map(({ value, line }) => Math.abs(value - line)));
  const spread = meanOf(pairs.map(({ value }) => Math.abs(value - mean)));
  const isTelling = pairs.length >= 15 && spread >= Math.max(1, mean / 4);
  return {
    error: error / Math.max(spread, 1e-9),
    isUnrelated: isTelling && error > 1.6 * spread + 0.5,
  };
}

/** Fails a line that ends hours before the day's reports do. */
function judgeBreakOff(
  facts: Facts,
  { exchange, line, window }: ChartResponse,
  day: string,
  ledger: Ledger,
): void {
  const last = line.findLast(({ value }) => value !== null);
  // Form 1 does not show when the venue was open
  if (window === null || window === undefined || last === undefined || facts.clock.todays.includes(day))
    return;
  const open = groupsIn(facts, day, day).filter(({ t }) => isOpenAt(window, t));
  const after = open.filter(({ t }) => t.micros > last.t.micros + 60 * minute);
  const beforeWithValue = open.filter(({ t }) =>
    line.some((point) => point.value !== null && Math.abs(point.t.micros - t.micros) <= 15 * minute),
  ).length;
  if (after.length >= 8 && beforeWithValue >= 0.8 * (open.length - after.length))
    ledger.fail('chart.line-plausible', {
      message: `the line of ${day} has no value after ${last.t.text}, although reports continue for hours`,
      expected: `values, since there are ${after.length} more reports in opening hours`,
      seen: 'null',
      exchange,
    });
}

/**
 * Checks whether a line is nowhere near the mean of its reports, also without the highest twentieth of them: one wild report can make up
 * most of the mean, and a good line ignores it.
 */
export function isFarFromReports(lineMean: number, values: readonly number[]): boolean {
  const typical = values.toSorted((a, b) => a - b).slice(0, -Math.ceil(values.length / 20));
  return [values, typical].every((some) => {
    const mean = meanOf(some);
    const isFar = lineMean > 2.5 * mean || lineMean < mean / 2.5;
    // A difference of fewer people is within a bucket
    return mean >= 2 && isFar && Math.abs(lineMean - mean) > 2;
  });
}

/** No smoothing is far above everything ever reported. */
function judgeValues(facts: Facts, { exchange, line }: ChartResponse, ledger: Ledger): void {
  const values = allValues(facts);
  if (values.length === 0) return;
  const [, most] = plausibleRange(values);
  const high = line.find(({ value }) => value !== null && value > most);
  if (high === undefined) return ledger.pass('chart.line-plausible');
  ledger[areEnough(values) ? 'fail' : 'warn']('chart.line-plausible', {
    message: `the line is far above everything ever reported: ${counted(values.length, 'report')} of up to ${counted(extremes(values)[1], 'person', 'people')}`,
    expected: `at most ${most}, which is generous`,
    seen: `${high.value} at ${high.t.text}`,
    exchange,
  });
}
