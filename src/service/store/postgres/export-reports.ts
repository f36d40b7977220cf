/** Reads all reports of a span in batches, from one snapshot. */
import type { Micros, Span } from '../../domain/micros.ts';
import type { FeedPosition, ObservationColumns, ReportColumns } from '../../domain/report.ts';
import { REPORT_SQL, type ReportRow, startOf } from '../reports.ts';
import type { Database } from './connection.ts';

const BATCH = 1000;

/** Exported so that a test can check the query plans. */
export const EXPORT_SQL = {
  older: REPORT_SQL.older,
  later: `
    SELECT id, created_at, bucket FROM report
    WHERE (created_at, id) > ($1, $2) AND created_at < $3 ORDER BY created_at, id LIMIT $4`,
} as const;

/** The reports of a span, newest first. */
export async function* exportReports(
  database: Database,
  { start, end }: Span,
): AsyncGenerator<ReportColumns, void, void> {
  for await (const rows of batches<ReportRow>(database, 'older', startOf(end), start)) {
    yield { ...columnsOf(rows), hasPhoto: Uint8Array.from(rows, (row) => Number(row.has_photo)) };
  }
}

/** The reports of a span, oldest first. */
export async function* observationColumns(
  database: Database,
  { start, end }: Span,
): AsyncGenerator<ObservationColumns, void, void> {
  for await (const rows of batches<ObservationRow>(database, 'later', startOf(start), end)) {
    yield columnsOf(rows);
  }
}

type ObservationRow = Pick<ReportRow, 'id' | 'created_at' | 'bucket'>;

/**
 * Batches of a query that takes a position, a limit in time and a number of rows. The snapshot is taken with the first
 * batch and held in a read-only transaction on a separate connection until the iteration ends, however it ends.
 */
async function* batches<Row extends ObservationRow>(
  database: Database,
  name: keyof typeof EXPORT_SQL,
  from: FeedPosition,
  limit: Micros,
): AsyncGenerator<readonly Row[], void, void> {
  const session = await database.snapshotSession();
  try {
    let { createdAt, id } = from;
    for (;;) {
      const rows = await session.rows<Row>(EXPORT_SQL[name], createdAt, id, limit, BATCH);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      if (rows.length < BATCH) return;
      ({ created_at: createdAt, id } = last);
    }
  } finally {
    session.end();
  }
}

function columnsOf(rows: readonly ObservationRow[]): ObservationColumns {
  return {
    length: rows.length,
    createdAt: Float64Array.from(rows, (row) => row.created_at),
    bucket: Uint8Array.from(rows, (row) => row.bucket),
  };
}
