/** Walking all reports of a span from one snapshot. */
import type { DatabaseSync } from 'node:sqlite';
import type { Micros, Span } from '../../domain/micros.ts';
import type { ReportColumns } from '../../domain/report.ts';
import { allRows, firstRow } from './connection.ts';

const BATCH = 1000;

/** The statements behind the export, here so that a test can look at their query plans. */
export const EXPORT_SQL = {
  /**
   * A batch in one row: a text of numbers is read several times as quickly as rows. Each is how long before the batch's end
   * the report came, which has fewer digits than its time, and then its bucket. `group_concat` goes by the order of
   * what it is given, although SQLite promises that only of one that sorts again.
   */
  batch: `
    SELECT group_concat((CAST(?1 AS INTEGER) - created_at) * 10 + bucket) AS reports
    FROM (
      SELECT created_at, bucket FROM report
      WHERE created_at < ?1 AND created_at >= ?2
      ORDER BY created_at DESC, id DESC LIMIT ?3
    )`,
  /** Photos by the time of their reports, and how many reports of that time come before theirs. */
  photos: `
    SELECT created_at AS at,
      (SELECT count(*) FROM report r WHERE r.created_at = p.created_at AND r.id > p.report_id) AS before
    FROM photo p WHERE created_at < ?1 AND created_at >= ?2
    ORDER BY created_at DESC`,
} as const;

interface PhotoRow {
  readonly at: Micros;
  readonly before: number;
}

/**
 * Reports of the span, newest first, in batches. The snapshot is taken with the first batch and held in a
 * read transaction of the connection until the walk ends, however it ends; while it lasts the write-ahead
 * log grows by what others write.
 */
export async function* exportReports(
  connection: DatabaseSync,
  { start, end }: Span,
): AsyncGenerator<ReportColumns, void, void> {
  connection.exec('BEGIN');
  const read = connection.prepare(EXPORT_SQL.batch);
  const photos = connection.prepare(EXPORT_SQL.photos);
  let before = end;
  for (let limit = BATCH; ; ) {
    const reports = firstRow<{ reports: string | null }>(read, before, start, limit)?.reports ?? null;
    if (reports === null) return;
    const batch = columnsOf(reports, before, limit);
    const isLast = batch.length < limit;
    // More of the last time may follow: all of one time come in one batch, however many they are.
    const length = isLast ? batch.length : lengthWithoutLastTime(batch.createdAt);
    if (length === 0) {
      limit *= 2;
      continue;
    }
    const columns = firstOf(batch, length);
    const last = columns.createdAt[length - 1] as Micros;
    markPhotos(columns, allRows<PhotoRow>(photos, before, last));
    yield columns;
    if (isLast) return;
    before = last;
    limit = BATCH;
  }
}

const COMMA = ','.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);

/** Reads up to `limit` numbers, which are too large to be read whole. */
function columnsOf(text: string, end: Micros, limit: number): ReportColumns {
  const createdAt = new Float64Array(limit);
  const bucket = new Uint8Array(limit);
  let length = 0;
  let distance = 0;
  let digit = 0;
  let farthest = 0;
  for (let index = 0; index <= text.length; index += 1) {
    const code = index === text.length ? COMMA : text.charCodeAt(index);
    if (code === COMMA) {
      if (distance < farthest) throw new Error('reports were read out of order');
      farthest = distance;
      createdAt[length] = end - distance;
      bucket[length] = digit;
      length += 1;
      distance = 0;
      digit = 0;
    } else {
      distance = distance * 10 + digit;
      digit = code - ZERO;
    }
  }
  return firstOf({ length, createdAt, bucket, hasPhoto: new Uint8Array(length) }, length);
}

function firstOf({ createdAt, bucket, hasPhoto }: ReportColumns, length: number): ReportColumns {
  return {
    length,
    createdAt: createdAt.subarray(0, length),
    bucket: bucket.subarray(0, length),
    hasPhoto: hasPhoto.subarray(0, length),
  };
}

function lengthWithoutLastTime(createdAt: Float64Array): number {
  const last = createdAt.at(-1);
  let length = createdAt.length;
  while (length > 0 && createdAt[length - 1] === last) length -= 1;
  return length;
}

/** `photos` are in the order of the reports; no time is in the batch in part. */
function markPhotos({ createdAt, hasPhoto }: ReportColumns, photos: readonly PhotoRow[]): void {
  let row = 0;
  for (const { at, before } of photos) {
    while ((createdAt[row] as Micros) > at) row += 1;
    hasPhoto[row + before] = 1;
  }
}
