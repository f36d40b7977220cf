import { addDays, daysBetween, mondayOf } from '../facts/calendar.ts';
import { type Facts, groupsIn } from '../facts/facts.ts';
import { extremes, meanOf, toleranceOf } from '../facts/numbers.ts';
import type { ChartResponse, Point } from '../facts/responses.ts';
import { valuesIn } from './report-values.ts';
import type { Breach, Ledger } from './rule.ts';

type LongChart = ChartResponse & { readonly since: string; readonly until: string };

/** A way to read line points: the first and last date that a point covers. */
interface Reading {
  readonly name: string;
  readonly span: (date: string) => readonly [string, string];
}

interface Period {
  readonly point: Point<number | null>;
  readonly from: string;
  readonly to: string;
  /** Values of its reports, oldest first; undefined if they are not all known. */
  readonly values: readonly number[] | undefined;
  readonly count: number;
}

/**
 * Judges the line of a range of several days. The description leaves open whether it is daily or weekly, and which
 * weeks it uses, so the reading that fits best counts.
 */
export function judgeLongLine(facts: Facts, chart: LongChart, ledger: Ledger): void {
  const readings = readingsOf(chart);
  const results = readings.map((reading) => ({ reading, ...examine(facts, chart, reading) }));
  const sound = results.filter(({ steps, averages }) => steps.length + averages.length === 0);
  const good = sound.sort(
    (a, b) => inexactOf(chart, a.periods).length - inexactOf(chart, b.periods).length,
  )[0];
  const best =
    good ??
    [...results].sort((a, b) => a.steps.length + a.averages.length - (b.steps.length + b.averages.length))[0];
  if (best === undefined) return;
  const exchange = chart.exchange;
  if (best.steps.length > 0)
    for (const breach of best.steps.slice(0, 3)) ledger.fail('chart.long-steps', { ...breach, exchange });
  else ledger.pass('chart.long-steps');
  if (best.averages.length > 0)
    for (const breach of best.averages.slice(0, 3))
      ledger.fail('chart.long-averages', { ...breach, exchange });
  else judgeExactness(chart, best.periods, ledger);
}

function readingsOf({ since, until, line }: LongChart): readonly Reading[] {
  const sunday = (date: string) => addDays(mondayOf(addDays(date, 1)), -1);
  const weeks: readonly Reading[] = [
    { name: 'weeks from Monday', span: (date) => [mondayOf(date), addDays(mondayOf(date), 6)] },
    { name: 'weeks of the range', span: (date) => weekOfRange(since, date) },
    { name: 'weeks from the point on', span: (date) => [date, addDays(date, 6)] },
    { name: 'weeks up to the point', span: (date) => [addDays(date, -6), date] },
    { name: 'weeks from Sunday', span: (date) => [sunday(date), addDays(sunday(date), 6)] },
  ];
  const days: Reading = { name: 'days', span: (date) => [date, date] };
  const gaps = line
    .slice(1)
    .map(({ t }, at) => daysBetween(line[at]?.t.date ?? t.date, t.date))
    .sort((a, b) => a - b);
  const median = gaps[Math.floor(gaps.length / 2)] ?? 1;
  // A short range may show its weeks in one to three points, the first or the last of them cut off
  const isFewPoints = line.length <= daysBetween(since, until) / 7 + 2;
  return median >= 6 || isFewPoints ? [...weeks, days] : [days];
}

function weekOfRange(since: string, date: string): readonly [string, string] {
  const from = addDays(since, Math.floor(daysBetween(since, date) / 7) * 7);
  return [from, addDays(from, 6)];
}

function examine(
  facts: Facts,
  chart: LongChart,
  reading: Reading,
): {
  readonly steps: readonly Breach[];
  readonly averages: readonly Breach[];
  readonly periods: readonly Period[];
} {
  const steps: Breach[] = [];
  const averages: Breach[] = [];
  const unit = reading.name === 'days' ? 'day' : 'week';
  const periods = chart.line.flatMap((point) => periodOf(facts, chart, reading, point) ?? []);
  const seen = new Set<string>();
  for (const { t } of chart.line) {
    const [from] = reading.span(t.date);
    // A point at the very end of the range, midnight of the next day, covers no day
    if (t.date > chart.until) continue;
    if (seen.has(from)) steps.push({ message: `two points for one ${unit}`, expected: 'one', seen: t.text });
    seen.add(from);
  }
  const reported = groupsIn(facts, chart.since, chart.until).filter(({ t }) => facts.fullyObserved(t.date));
  const spans = chart.line
    .filter(({ t }) => t.date <= chart.until || unit === 'week')
    .map(({ t }) => reading.span(t.date));
  const left = reported.find(
    ({ t }) => !spans.some(([from, to]) => t.date >= from && t.date <= to) && !skipped(facts, t.date),
  );
  if (left !== undefined)
    steps.push({
      message: `no point covers ${left.t.date}, which has reports`,
      expected: `a point for each ${unit} with reports`,
      seen: `${chart.line.length} points`,
    });
  for (const { point, values, count, from, to } of periods) {
    const where = from === to ? from : `${from} to ${to}`;
    if (count === 0) {
      if (point.value !== null)
        averages.push({
          message: `${where} has no reports, but an average`,
          expected: 'null',
          seen: String(point.value),
        });
      continue;
    }
    if (point.value === null) {
      averages.push({
        message: `${where} has reports, but no average`,
        expected: `an average of ${count} reports`,
        seen: 'null',
      });
      continue;
    }
    if (values === undefined) continue;
    const [low, high] = extremes(values);
    const tolerance = toleranceOf(chart.line.map(({ value }) => value));
    if (point.value < low - tolerance || point.value > high + tolerance) {
      averages.push({
        message: `the average of ${where} is outside its reports`,
        expected: `${low} to ${high}`,
        seen: String(point.value),
      });
    }
  }
  return { steps, averages, periods };
}

function periodOf(
  facts: Facts,
  chart: LongChart,
  reading: Reading,
  point: Point<number | null>,
): Period | undefined {
  if (point.t.date > chart.until && reading.name === 'days') return undefined;
  const span = reading.span(point.t.date);
  const from = span[0] < chart.since ? chart.since : span[0];
  const to = span[1] > chart.until ? chart.until : span[1];
  if (from > to) return undefined;
  for (let date = from; date <= to; date = addDays(date, 1)) if (skipped(facts, date)) return undefined;
  const groups = groupsIn(facts, from, to);
  const values = groups.map(valuesIn(facts));
  const known = values.every((one) => one !== undefined);
  return {
    point,
    from,
    to,
    values: known ? values.flatMap((one) => one ?? []) : undefined,
    count: groups.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Days that are not over, or whose reports are not all known, are skipped. */
function skipped(facts: Facts, date: string): boolean {
  const changing = (facts.groupsByDate.get(date) ?? []).some(({ t }) => !facts.stable(t));
  return (
    changing ||
    !facts.fullyObserved(date) ||
    (facts.clock.todays[0] !== undefined && date >= facts.clock.todays[0])
  );
}

/** The description suggests plain averages. A smoothed average is only a warning; a maximum, sum or last value is a failure. */
function judgeExactness({ exchange, line }: LongChart, periods: readonly Period[], ledger: Ledger): void {
  const informative = informativePoints(periods);
  if (informative.length === 0) {
    if (periods.some(({ count }) => count > 0) || periods.length > 0) ledger.pass('chart.long-averages');
    else ledger.notApplicable('chart.long-averages', 'no day of a long range has reports that are all known');
    return;
  }
  const tolerance = toleranceOf(line.map(({ value }) => value));
  const near = (value: number, expected: number) => Math.abs(value - expected) <= tolerance;
  const inexact = inexactOf({ line }, periods);
  if (inexact.length === 0) {
    ledger.pass('chart.long-averages');
    return;
  }
  const [first] = inexact;
  const breach = {
    message: `the point of ${first?.from} is not the average of its reports`,
    expected: meanOf(first?.values ?? []).toFixed(3),
    seen: String(first?.value),
    exchange,
  };
  const others: readonly ((values: readonly number[]) => number)[] = [
    (values) => extremes(values)[1],
    (values) => extremes(values)[0],
    (values) => values[0] ?? 0,
    (values) => values.at(-1) ?? 0,
    (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0,
    (values) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0,
    (values) => (extremes(values)[0] + extremes(values)[1]) / 2,
    (values) => meanOf(values.filter((value) => value !== 0)),
  ];
  const another =
    informative.length >= 3 &&
    others.some(
      (of) =>
        informative.filter(({ value, values }) => near(value, of(values))).length >= 0.9 * informative.length,
    );
  const mostlyExact = informative.length >= 4 && inexact.length <= 0.4 * informative.length;
  if (another || mostlyExact) ledger.fail('chart.long-averages', breach);
  else ledger.warn('chart.long-averages', breach);
}

interface InformativePoint {
  readonly value: number;
  readonly values: readonly number[];
  readonly from: string;
}

/** Points whose reports differ, so that an average is distinguishable from other statistics. */
function informativePoints(periods: readonly Period[]): readonly InformativePoint[] {
  return periods.flatMap(({ point, values, from }) =>
    values !== undefined && point.value !== null && new Set(values).size > 1
      ? [{ value: point.value, values, from }]
      : [],
  );
}

function inexactOf(
  { line }: Pick<ChartResponse, 'line'>,
  periods: readonly Period[],
): readonly InformativePoint[] {
  const tolerance = toleranceOf(line.map(({ value }) => value));
  return informativePoints(periods).filter(
    ({ value, values }) => Math.abs(value - meanOf(values)) > tolerance,
  );
}
