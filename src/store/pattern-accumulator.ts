/** Sums by local hour and weekday, kept by the week in memory, as they depend on the zone (decision 28). */
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { BUCKET_VALUE } from '../domain/bucket.ts';
import { type LocalTime, ZONE_RULES } from '../domain/local-time.ts';
import { PatternAccumulator } from '../domain/pattern-accumulator.ts';
import type { BucketCount } from '../domain/report.ts';
import { WEEK } from './quarter-hours.ts';
import type { CheckpointStore, ReportReader } from './store.ts';

/** How many reports a week has, numbered from 1970 on. As reports are only ever added, it tells whether it is as before. */
export interface WeekCount {
  readonly week: number;
  readonly reports: number;
}

interface Counts extends Pick<ReportReader, 'bucketCounts'>, CheckpointStore {
  /** Weeks with reports, ascending, from one number up to another, which does not belong to them. */
  weeks(from: number, before: number): Promise<readonly WeekCount[]>;
}

interface KeptWeek {
  readonly reports: number;
  /** Those of its `PatternAccumulator`; as text, with commas between, until they are needed. */
  readonly numbers: readonly number[] | string;
}

/** How many weeks are read at once: about ten milliseconds' work. */
const AT_ONCE = 8;

/**
 * The `patternSums` of an engine. Whole weeks are read again only when their number of reports has changed. Once many were read
 * they are kept as a memo, which the next process begins with.
 */
export function patternSums(counts: Counts): ReportReader['patternSums'] {
  let kept: Promise<Map<number, KeptWeek>> | null = null;
  let zone = '';

  return async ({ start, end }, time) => {
    if (kept === null || time.timeZone !== zone) {
      zone = time.timeZone;
      kept = weeksOfMemo(counts, time);
    }
    const weeks = await kept;
    const first = Math.ceil(start / WEEK);
    const last = Math.floor(end / WEEK);
    if (first >= last) return PatternAccumulator.of(await counts.bucketCounts({ start, end }), time);

    const present = await counts.weeks(first, last);
    const changed = present.filter(({ week, reports }) => weeks.get(week)?.reports !== reports);
    for (const run of runs(changed)) {
      const span = { start: run.from * WEEK, end: (run.to + 1) * WEEK };
      for (const [week, one] of byWeek(await counts.bucketCounts(span), time)) weeks.set(week, one);
      if (changed.length > AT_ONCE) await letOthersRun();
    }
    const total = PatternAccumulator.of(await counts.bucketCounts({ start, end: first * WEEK }), time);
    total.merge(
      PatternAccumulator.of(await counts.bucketCounts({ start: last * WEEK, end }), time).numbers(),
    );
    for (const { week } of present) total.merge(numbersOf(weeks, week));
    if (changed.length > AT_ONCE) keepWeeks(counts, time, weeks);
    return total;
  };
}

interface WeeksMemo {
  readonly rules: string;
  readonly weeks: readonly (readonly [week: number, reports: number, numbers: string])[];
}

/** All that sums of unchanged weeks depend on: the layout of the memo, the zones' rules, and what a report counts for. */
const RULES = JSON.stringify([1, ZONE_RULES, BUCKET_VALUE]);

async function weeksOfMemo(
  checkpoints: CheckpointStore,
  { timeZone }: LocalTime,
): Promise<Map<number, KeptWeek>> {
  try {
    const { rules, weeks }: WeeksMemo = JSON.parse(
      (await checkpoints.checkpoint(memoName(timeZone))) ?? '{}',
    );
    if (rules !== RULES) return new Map();
    return new Map(weeks.map(([week, reports, numbers]) => [week, { reports, numbers }]));
  } catch {
    // Without a memo all takes longer, and nothing else is different.
    return new Map();
  }
}

function keepWeeks(
  checkpoints: CheckpointStore,
  { timeZone }: LocalTime,
  kept: ReadonlyMap<number, KeptWeek>,
): void {
  const weeks = Array.from(
    kept,
    ([week, { reports, numbers }]) =>
      [week, reports, typeof numbers === 'string' ? numbers : numbers.join()] as const,
  );
  const memo: WeeksMemo = { rules: RULES, weeks };
  // Nobody waits for it: without it the next process takes longer.
  checkpoints.saveCheckpoint(memoName(timeZone), JSON.stringify(memo)).catch(() => undefined);
}

/** Of a whole history as a memo has it, a request for a month needs five weeks. */
function numbersOf(kept: Map<number, KeptWeek>, week: number): readonly number[] {
  const one = kept.get(week);
  if (one === undefined) return [];
  if (typeof one.numbers !== 'string') return one.numbers;
  const numbers = one.numbers.split(',').map(Number);
  kept.set(week, { ...one, numbers });
  return numbers;
}

function memoName(timeZone: string): string {
  return `patterns by week, ${timeZone}`;
}

/** Stretches of neighbouring weeks, first and last number inclusive, of at most `AT_ONCE`. */
function runs(weeks: readonly WeekCount[]): readonly { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const { week } of weeks) {
    const run = found.at(-1);
    if (run !== undefined && week - run.from < AT_ONCE) run.to = week;
    else found.push({ from: week, to: week });
  }
  return found;
}

function byWeek(bucketCounts: readonly BucketCount[], time: LocalTime): ReadonlyMap<number, KeptWeek> {
  const sums = new Map<number, { reports: number; readonly sums: PatternAccumulator }>();
  for (const bucketCount of bucketCounts) {
    const week = Math.floor(bucketCount.start / WEEK);
    let one = sums.get(week);
    if (one === undefined) {
      one = { reports: 0, sums: PatternAccumulator.of([], time) };
      sums.set(week, one);
    }
    one.sums.add(bucketCount, time);
    one.reports += bucketCount.count;
  }
  return new Map(
    Array.from(sums, ([week, one]) => [week, { reports: one.reports, numbers: one.sums.numbers() }]),
  );
}
