import { addDays, daysBetween, mondayOf } from '../facts/calendar.ts';
import { type Facts, groupsIn } from '../facts/facts.ts';
import type { Point } from '../facts/responses.ts';
import { breachesOf, inexactOf, type LongChart, type LongLine, type Period } from './long-averages.ts';
import { valuesIn } from './report-values.ts';
import type { Breach, Ledger } from './rule.ts';

/** A way to read line points: the first and last date that a point covers. */
interface Reading {
  readonly name: string;
  readonly span: (date: string) => readonly [string, string];
}

/**
 * Judges the line of a range of several days. The description leaves open whether it is daily or weekly, and which
 * weeks it uses, so the reading that fits best counts.
 */
export function judgeLongSteps(facts: Facts, chart: LongChart, ledger: Ledger): LongLine | undefined {
  const readings = readingsOf(chart);
  const results = readings.map((reading) => ({ reading, ...examine(facts, chart, reading) }));
  const [best] = results.toSorted(
    (a, b) =>
      a.steps.length - b.steps.length ||
      a.odd - b.odd ||
      inexactOf(chart, a.periods).length - inexactOf(chart, b.periods).length,
  );
  if (best === undefined) return undefined;
  const exchange = chart.exchange;
  if (best.steps.length > 0)
    for (const breach of best.steps.slice(0, 3)) ledger.fail('chart.long-steps', { ...breach, exchange });
  else ledger.pass('chart.long-steps');
  return { chart, periods: best.periods };
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
  readonly periods: readonly Period[];
  /** How many points are no averages of their reports. */
  readonly odd: number;
} {
  const steps: Breach[] = [];
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
  return { steps, periods, odd: breachesOf(chart, periods).length };
}

function periodOf(
  facts: Facts,
  chart: LongChart,
  reading: Reading,
  point: Point<number | null>,
): Period | undefined {
  if (point.t.date > chart.until && reading.name === 'days') return undefined;
  const [from, to] = reading.span(point.t.date);
  // The average of a week that the range cuts off may be that of the whole week
  if (from < chart.since || to > chart.until) return undefined;
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
