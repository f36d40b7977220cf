/** Reads all reports of a span in batches, from one snapshot. */
import type { Micros, Span } from '../domain/micros.ts';
import type { ObservationColumns, ReportColumns } from '../domain/report.ts';
import type { ReportDatabase, Snapshot } from './statements.ts';
import type { ReportReader } from './store.ts';

const BATCH = 1000;

/**
 * A batch is one text of numbers, which is read several times faster than rows. Each number is how far from the
 * batch's limit the report was made, which has fewer digits than its time, followed by its bucket. `string_agg` keeps
 * the order of its input, although SQLite guarantees that only with an ORDER BY inside of it.
 *
 * Exported so that a test can check the query plans.
 */
export const EXPORT_SQL = {
  newestFirst: `
    SELECT string_agg(CAST((CAST($1 AS bigint) - created_at) * 10 + bucket AS text), ',') AS reports
    FROM (
      SELECT created_at, bucket FROM report
      WHERE created_at < $1 AND created_at >= $2
      ORDER BY created_at DESC, id DESC LIMIT $3
    ) AS batch`,
  oldestFirst: `
    SELECT string_agg(CAST((created_at - CAST($1 AS bigint)) * 10 + bucket AS text), ',') AS reports
    FROM (
      SELECT created_at, bucket FROM report
      WHERE created_at >= $1 AND created_at < $2
      ORDER BY created_at, id LIMIT $3
    ) AS batch`,
  /** Photos by the time of their reports, and how many reports of the same time precede theirs. */
  photos: `
    SELECT created_at AS at,
      (SELECT count(*) FROM report r WHERE r.created_at = p.created_at AND r.id > p.report_id) AS before
    FROM photo p WHERE created_at < $1 AND created_at >= $2
    ORDER BY created_at DESC`,
} as const;

interface PhotoRow {
  readonly at: Micros;
  readonly before: number;
}

export function reportExports(
  database: Pick<ReportDatabase, 'snapshot'>,
): Pick<ReportReader, 'exportReports' | 'observationColumns'> {
  return {
    async *exportReports(span) {
      using snapshot = await database.snapshot();
      yield* newestFirst(snapshot, span);
    },

    async *observationColumns({ start, end }) {
      using snapshot = await database.snapshot();
      yield* batches(snapshot, 'oldestFirst', start, end);
    },
  };
}

async function* newestFirst(
  snapshot: Snapshot,
  { start, end }: Span,
): AsyncGenerator<ReportColumns, void, void> {
  let before = end;
  for await (const batch of batches(snapshot, 'newestFirst', end, start)) {
    const last = batch.createdAt[batch.length - 1] as Micros;
    const photos = await snapshot.rows<PhotoRow>(EXPORT_SQL.photos, before, last);
    yield { ...batch, hasPhoto: photoColumn(batch, photos) };
    before = last;
  }
}

/** Batches in one direction; all reports of one time belong to one batch, however many they are. */
async function* batches(
  snapshot: Snapshot,
  direction: 'oldestFirst' | 'newestFirst',
  from: Micros,
  to: Micros,
): AsyncGenerator<ObservationColumns, void, void> {
  const sign = direction === 'oldestFirst' ? 1 : -1;
  let next = from;
  for (let limit = BATCH; ; ) {
    const [row] = await snapshot.rows<{ reports: string | null }>(EXPORT_SQL[direction], next, to, limit);
    if (row == null || row.reports === null) return;
    const batch = columnsOf(row.reports, next, sign, limit);
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
