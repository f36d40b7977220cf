import type { Facts } from '../../facts/facts.ts';
import { meanOf } from '../../facts/numbers.ts';
import { once } from '../../facts/once.ts';
import { rowsOf } from '../../facts/pattern-rows.ts';
import type { ChartResponse } from '../../facts/responses.ts';
import { isUnranged } from '../../facts/responses.ts';
import { toleranceOf } from '../../facts/rounding.ts';
import { settlingMicros } from '../../facts/run-bounds.ts';
import { chartDay, serverTime } from '../../facts/service-clock.ts';
import type { Timestamp } from '../../facts/timestamp.ts';
import { rangeCheck, rangeDifferences, someOf } from '../range-differences.ts';
import type { Ledger, Rule } from '../rule.ts';

/** Scatter shows all reports of the range and no others, each with a value in its bucket. */
export const chartScatter: Rule = {
  name: 'chart-scatter',
  judge: (facts, ledger) => {
    const charts = facts.charts.filter(({ unreadable }) => unreadable === 0);
    for (const chart of charts.filter(isUnranged)) judgeToday(facts, chart, ledger);
    judgeRanges(
      facts,
      charts.filter((chart) => !isUnranged(chart)),
      ledger,
    );
    for (const chart of charts) judgeBuckets(facts, chart, ledger);
  },
};

const wording = {
  requirements: { since: 'chart.since', until: 'chart.until', complete: 'chart.scatter-complete' },
  subject: 'the chart',
  breach: 'does not show',
} as const;

function judgeRanges(facts: Facts, charts: readonly ChartResponse[], ledger: Ledger): void {
  const rangeOf = (chart: ChartResponse) => ({
    ...chart,
    items: chart.scatter.map(({ t }) => t),
  });
  const judge = rangeCheck(facts, charts, rangeOf, wording);
  for (const chart of charts) judge(chart, ledger);
}

function judgeToday(facts: Facts, chart: ChartResponse, ledger: Ledger): void {
  const day = chartDay(chart);
  const { todays, newest } = facts.clock;
  const scattered = [...new Set(chart.scatter.map(({ t }) => facts.groupOf(t)?.t.date ?? t.date))];
  if (day === undefined)
    return ledger.notApplicable('chart.default-today', 'the chart without parameters is empty');
  const breach = (message: string, expected: string, seen: string) =>
    ledger.fail('chart.default-today', { message, expected, seen, exchange: chart.exchange });
  if (scattered.length > 1)
    return breach(
      'the chart without parameters shows reports of several days',
      'today only',
      scattered.sort().join(', '),
    );
  if (newest !== undefined && facts.stable(newest) && newest.date > day) {
    return breach('the chart without parameters shows a day before the newest report', newest.date, day);
  }
  if ((!facts.clock.replayed || facts.clock.chartIsTomorrow) && todays.length > 0 && !todays.includes(day))
    return breach('the chart without parameters does not show today', todays.join(' or '), day);
  ledger.pass('chart.default-today');
  const expected = facts.groups.filter(
    ({ t, count }) => count > 0 && t.date === day && facts.stable(t) && facts.fullyObserved(day),
  );
  const { missing, extra } = rangeDifferences(facts, {
    since: day,
    until: day,
    items: chart.scatter.map(({ t }) => t),
  });
  if (missing.length + extra.length > 0) {
    const difference = {
      message: "the chart of today does not show today's reports",
      expected: `missing: ${someOf(missing)}`,
      seen: `unexpected: ${someOf(extra)}`,
      exchange: chart.exchange,
    };
    const isFresh = ({ micros }: Timestamp) =>
      Math.abs(serverTime(chart.exchange) * 1000 - micros) < settlingMicros;
    // A cached chart may lack what has just been reported
    const isLate = extra.length === 0 && missing.every(isFresh);
    ledger[isLate ? 'warn' : 'fail']('chart.scatter-complete', difference);
  } else if (expected.length > 0) ledger.pass('chart.scatter-complete');
}

function judgeBuckets(facts: Facts, chart: ChartResponse, ledger: Ledger): void {
  const together = new Map<number, number>();
  for (const { t } of chart.scatter) together.set(facts.keyOf(t), (together.get(facts.keyOf(t)) ?? 0) + 1);
  for (const { t, value } of chart.scatter) {
    const group = facts.groupOf(t);
    if (group === undefined || !facts.stable(t)) continue;
    // Reports that share a time can only be checked together
    if (group.buckets.length < (together.get(facts.keyOf(t)) ?? 1)) continue;
    const ranges = group.buckets
      .map((bucket) => intervalOf(facts, bucket))
      .filter((range) => range !== undefined);
    if (ranges.length < group.buckets.length) continue;
    if (ranges.some(([low, high]) => value >= low && value <= high)) ledger.pass('chart.scatter-in-bucket');
    else
      ledger.fail('chart.scatter-in-bucket', {
        message: `the value of ${t.text} is not in its bucket ${group.buckets.join(' / ')}`,
        expected: ranges.map(([low, high]) => `${low} to ${high}`).join(' or '),
        seen: String(value),
        exchange: chart.exchange,
      });
  }
}

/** The labels that are single numbers, such as `8` or `8.0`, in order. */
const numericLabels = once((facts: Facts): readonly number[] =>
  [...facts.values.seen.keys()]
    .filter(isSingle)
    .map(Number)
    .sort((a, b) => a - b),
);

function isSingle(label: string): boolean {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(label);
}

/** The numbers that a bucket label allows, both ends inclusive; undefined if the label bounds none. */
export function intervalOf(facts: Facts, bucket: string): readonly [number, number] | undefined {
  const range = /^([\d.]+)-([\d.]+)$/.exec(bucket);
  if (range !== null) return [Number(range[1]), Number(range[2])];
  const open = /^(\d+)\+$/.exec(bucket);
  if (open !== null) return [Number(open[1]), Number.POSITIVE_INFINITY];
  if (!isSingle(bucket)) return undefined;
  if (facts.form === 1) return [Number(bucket), Number(bucket)];
  // A numeric label may be any number of its bucket, so the neighboring labels bound it
  if (labelsAreValues(facts)) return [Number(bucket), Number(bucket)];
  if (labelsAreNames(facts)) return undefined;
  const labels = numericLabels(facts);
  const at = labels.indexOf(Number(bucket));
  // Its reports all share their time with others, so nothing shows where it stands among the labels
  if (at === -1) return undefined;
  return [labels[at - 1] ?? 0, labels[at + 1] ?? Number.POSITIVE_INFINITY];
}

/** Checks whether all-time averages are computed from the numeric labels themselves; then scatter must show them too. */
const labelsAreValues = once((facts: Facts): boolean => {
  const agreeing = averagesAgree(facts, (bucket) => (isSingle(bucket) ? Number(bucket) : Number.NaN));
  return agreeing.length >= 3 && agreeing.every(Boolean);
});

/**
 * Checks whether numeric labels only name the buckets, so that they bound no value: then the value of a bucket is outside what the
 * neighbors would allow, and all-time averages are still computed from those values.
 */
const labelsAreNames = once((facts: Facts): boolean => {
  const labels = numericLabels(facts);
  const isOutside = [...facts.values.seen.keys()].filter(isSingle).some((label) => {
    const [value, at] = [facts.values.typical(label), labels.indexOf(Number(label))];
    return (
      value !== undefined &&
      (value < (labels[at - 1] ?? 0) || value > (labels[at + 1] ?? Number.POSITIVE_INFINITY))
    );
  });
  return isOutside && averagesAgree(facts, facts.values.typical).every(Boolean);
});

/**
 * For each hour with reports: whether its all-time average matches the values given for its buckets. Skips hours with
 * a bucket of unknown value; returns nothing if the walk is incomplete.
 */
function averagesAgree(
  facts: Facts,
  bucketValue: (bucket: string) => number | undefined,
): readonly boolean[] {
  if (facts.arrivals || !facts.walk.complete) return [];
  const response = facts.patterns.find(isUnranged);
  const rows = response === undefined ? [] : rowsOf(response, 'by_hour');
  const tolerance = toleranceOf(rows.map(({ value }) => value));
  return rows.flatMap(({ index, value }) => {
    const reports = facts.walk.reports.filter(({ t }) => t.hour === index);
    const values = reports.flatMap(({ bucket }) => bucketValue(bucket) ?? []);
    if (value === null || reports.length === 0 || values.length < reports.length) return [];
    return [Math.abs(meanOf(values) - value) <= tolerance(value)];
  });
}
