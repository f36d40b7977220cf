/** Reads all reports of a span in batches, from one snapshot. */
import type { DatabaseSync } from 'node:sqlite';
import type { Micros, Span } from '../../domain/micros.ts';
import type { ObservationColumns, ReportColumns } from '../../domain/report.ts';
import { allRows, firstRow } from './connection.ts';

const BATCH = 1000;

/**
 * A batch is one text of numbers, which is read several times faster than rows. Each number is how far from the
 * batch's limit the report was made, which has fewer digits than its time, followed by its bucket. `group_concat` keeps
 * the order of its input, although SQLite guarantees that only with an ORDER BY inside of it.
 *
 * Exported so that a test can check the query plans.
 */
export const EXPORT_SQL = {
  newestFirst: `
    SELECT group_concat((CAST(?1 AS INTEGER) - created_at) * 10 + bucket) AS reports
    FROM (
      SELECT created_at, bucket FROM report
      WHERE created_at < ?1 AND created_at >= ?2
      ORDER BY created_at DESC, id DESC LIMIT ?3
    )`,
  oldestFirst: `
    SELECT group_concat((created_at - CAST(?1 AS INTEGER)) * 10 + bucket) AS reports
    FROM (
      SELECT created_at, bucket FROM report
      WHERE created_at >= ?1 AND created_at < ?2
      ORDER BY created_at, id LIMIT ?3
    )`,
  /** Photos by the time of their reports, and how many reports of the same time precede theirs. */
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

/** The reports of a span, newest first. */
export async function* exportReports(
  connection: DatabaseSync,
  { start, end }: Span,
): AsyncGenerator<ReportColumns, void, void> {
  const photos = connection.prepare(EXPORT_SQL.photos);
  let before = end;
  for await (const batch of batches(connection, 'newestFirst', end, start)) {
    const last = batch.createdAt[batch.length - 1] as Micros;
    yield { ...batch, hasPhoto: photoColumn(batch, allRows<PhotoRow>(photos, before, last)) };
    before = last;
  }
}

/** The reports of a span, oldest first. */
export function observationColumns(
  connection: DatabaseSync,
  { start, end }: Span,
): AsyncGenerator<ObservationColumns, void, void> {
  return batches(connection, 'oldestFirst', start, end);
}

/**
 * Batches in one direction; all reports of one time belong to one batch, however many they are. The snapshot is taken
 * with the first batch and held in a read transaction of the connection until the iteration ends, however it ends;
 * meanwhile the write-ahead log grows with what others write.
 */
async function* batches(
  connection: DatabaseSync,
  direction: 'oldestFirst' | 'newestFirst',
  from: Micros,
  to: Micros,
): AsyncGenerator<ObservationColumns, void, void> {
  connection.exec('BEGIN');
  const read = connection.prepare(EXPORT_SQL[direction]);
  const sign = direction === 'oldestFirst' ? 1 : -1;
  let next = from;
  for (let limit = BATCH; ; ) {
    const reports = firstRow<{ reports: string | null }>(read, next, to, limit)?.reports ?? null;
    if (reports === null) return;
    const batch = columnsOf(reports, next, sign, limit);
    const isLast = batch.length < limit;
    // More reports of the last time may follow.
    const length = isLast ? batch.length : lengthWithoutLastTime(batch.createdAt);
    if (length === 0) {
      limit *= 2;
      continue;
    }
    yield firstOf(batch, length);
    if (isLast) return;
    // The limit of a span is included at its start, and excluded at its end.
    next = (batch.createdAt[length - 1] as Micros) + (direction === 'oldestFirst' ? 1 : 0);
    limit = BATCH;
  }
}

const COMMA = ','.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);

/** Parses up to `limit` numbers digit by digit, because they exceed what a number represents exactly. */
function columnsOf(text: string, from: Micros, sign: 1 | -1, limit: number): ObservationColumns {
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
      createdAt[length] = from + sign * distance;
      bucket[length] = digit;
      length += 1;
      distance = 0;
      digit = 0;
    } else {
      distance = distance * 10 + digit;
      digit = code - ZERO;
    }
  }
  return firstOf({ length, createdAt, bucket }, length);
}

function firstOf({ createdAt, bucket }: ObservationColumns, length: number): ObservationColumns {
  return { length, createdAt: createdAt.subarray(0, length), bucket: bucket.subarray(0, length) };
}

function lengthWithoutLastTime(createdAt: Float64Array): number {
  const last = createdAt.at(-1);
  let length = createdAt.length;
  while (length > 0 && createdAt[length - 1] === last) length -= 1;
  return length;
}

/** `photos` have the order of the reports; the batch has all reports of each time. */
function photoColumn({ length, createdAt }: ObservationColumns, photos: readonly PhotoRow[]): Uint8Array {
  const hasPhoto = new Uint8Array(length);
  let row = 0;
  for (const { at, before } of photos) {
    while ((createdAt[row] as Micros) > at) row += 1;
    hasPhoto[row + before] = 1;
  }
  return hasPhoto;
}
