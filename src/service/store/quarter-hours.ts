/** The counts that every engine stores beside the reports: converts their spans and rows (record 16). */
import { BUCKETS } from '../domain/bucket.ts';
import { MINUTE, type Micros, type Span, WEEK, wholeWeeks } from '../domain/micros.ts';
import type { BucketCount } from '../domain/report.ts';

/** Local hours of every time zone begin at the start of a quarter-hour. */
export const QUARTER_HOUR: Micros = 15 * MINUTE;

/** The columns of `quarter_count`, computed from reports; the same SQL in every engine. */
export const COUNT_BY_QUARTER_HOUR = `
  created_at / ${QUARTER_HOUR} AS quarter,
  count(*) FILTER (WHERE bucket = 0) AS b0, count(*) FILTER (WHERE bucket = 1) AS b1,
  count(*) FILTER (WHERE bucket = 2) AS b2, count(*) FILTER (WHERE bucket = 3) AS b3,
  count(*) FILTER (WHERE bucket = 4) AS b4, count(*) FILTER (WHERE bucket = 5) AS b5`;

export const COLUMNS = ['b0', 'b1', 'b2', 'b3', 'b4', 'b5'] as const;

/** Adds the counts of the reports of `from`, a FROM with its WHERE: by quarter-hour and by week. */
export function countReports(from: string): readonly [string, string] {
  const sums = COLUMNS.map((column) => `${column} = quarter_count.${column} + excluded.${column}`);
  return [
    `INSERT INTO quarter_count SELECT ${COUNT_BY_QUARTER_HOUR} ${from} GROUP BY quarter
     ON CONFLICT (quarter) DO UPDATE SET ${sums.join(', ')}`,
    `INSERT INTO week_count (week, reports) SELECT created_at / ${WEEK} AS week, count(*) ${from} GROUP BY week
     ON CONFLICT (week) DO UPDATE SET reports = week_count.reports + excluded.reports`,
  ];
}

/** Counts of a quarter-hour, numbered from 1970 on, by the index of the bucket. */
export interface QuarterHourRow {
  readonly quarter: number;
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly b3: number;
  readonly b4: number;
  readonly b5: number;
}

/** The bucket counts of a row, by ascending bucket, without empty ones. */
export function bucketCountsOfRow(row: QuarterHourRow): BucketCount[] {
  const bucketCounts: BucketCount[] = [];
  const start = row.quarter * QUARTER_HOUR;
  for (const [index, bucket] of BUCKETS.entries()) {
    const count = row[COLUMNS[index] as (typeof COLUMNS)[number]];
    if (count > 0) bucketCounts.push({ start, bucket, count });
  }
  return bucketCounts;
}

/**
 * The parts of a span: the time before its first whole quarter-hour, its whole quarter-hours by number, and the time
 * after them, each half-open and possibly empty.
 */
export function quarterHourBounds({
  start,
  end,
}: Span): [Micros, Micros, first: number, last: number, Micros, Micros] {
  const first = Math.ceil(start / QUARTER_HOUR);
  const last = Math.max(first, Math.floor(end / QUARTER_HOUR));
  return [start, Math.min(end, first * QUARTER_HOUR), first, last, Math.max(start, last * QUARTER_HOUR), end];
}

/** The numbers of the weeks that lie entirely in a span, half-open. */
export function weekBounds(span: Span): [first: number, last: number] {
  const { start, end } = wholeWeeks(span);
  return [start / WEEK, end / WEEK];
}
