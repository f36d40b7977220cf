import { addDays, daysBetween, mondayOf } from '../../facts/calendar.ts';
import { type Facts, groupsIn } from '../../facts/facts.ts';
import type { Point } from '../../facts/responses.ts';
import { valuesIn } from '../report-values.ts';
import type { Breach } from '../rule.ts';
import { breachesOf, type InformativePoint, inexactOf, type LongChart, type Period } from './long-points.ts';

/** The line of a chart of several days, read as the days or weeks that fit best. */
export interface LongLine {
  readonly chart: LongChart;
  readonly periods: readonly Period[];
  /** Points for a day or week that has another one. */
  readonly doubled: readonly Breach[];
  /** Days with reports that no point covers. */
  readonly missing: readonly string[];
  /** See `breachesOf` and `inexactOf`. */
  readonly breaches: readonly Breach[];
  readonly inexact: readonly InformativePoint[];
}

/** A way to read line points: the first and last date that a point covers. */
interface Reading {
  readonly name: string;
  readonly span: (date: string) => readonly [string, string];
}

/**
 * Reads the line of a range of several days. The description leaves open whether it is daily or weekly, and which weeks it uses, so
 * the reading that fits best counts.
 */
export function readLongLine(facts: Facts, chart: LongChart): LongLine | undefined {
  const lines = readingsOf(chart).map((reading) => readAs(facts, chart, reading));
  const wrong = ({ doubled, missing }: LongLine) => doubled.length + missing.length;
  const [best] = lines.toSorted(
    (a, b) =>
      wrong(a) - wrong(b) || a.breaches.length - b.breaches.length || a.inexact.length - b.inexact.length,
  );
  return best;
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

function readAs(facts: Facts, chart: LongChart, reading: Reading): LongLine {
  const doubled: Breach[] = [];
  const unit = reading.name === 'days' ? 'day' : 'week';
  const periods = chart.line.flatMap((point) => periodOf(facts, chart, reading, point) ?? []);
  const seen = new Set<string>();
  for (const { t } of chart.line) {
    const [from] = reading.span(t.date);
    // A point at the very end of the range, midnight of the next day, covers no day
    if (t.date > chart.until) continue;
    if (seen.has(from))
      doubled.push({ message: `two points for one ${unit}`, expected: 'one', seen: t.text });
    seen.add(from);
  }
  const spans = chart.line
    .filter(({ t }) => t.date <= chart.until || unit === 'week')
    .map(({ t }) => reading.span(t.date));
  const reported = new Set(groupsIn(facts, chart.since, chart.until).map(({ t }) => t.date));
  const missing = [...reported].filter(
    (date) => !spans.some(([from, to]) => date >= from && date <= to) && !skipped(facts, date),
  );
  const [breaches, inexact] = [breachesOf(chart, periods), inexactOf(chart, periods)];
  return { chart, periods, doubled, missing, breaches, inexact };
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
