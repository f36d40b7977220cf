/** Exports the reports of a span from one snapshot. */
import type { Span } from '../../domain/micros.ts';
import type { ReportColumns } from '../../domain/report.ts';
import type { Database } from './connection.ts';
import { REPORT_SQL, type ReportRow, startOf } from './reports.ts';

const BATCH = 1000;

/**
 * The reports of a span, newest first, in batches. The snapshot is taken with the first batch and held in a read-only
 * transaction on a separate connection until the iteration ends, however it ends.
 */
export async function* exportReports(
  database: Database,
  span: Span,
): AsyncGenerator<ReportColumns, void, void> {
  const session = await database.snapshotSession();
  try {
    let { createdAt, id } = startOf(span.end);
    for (;;) {
      const older = { name: 'older', text: REPORT_SQL.older };
      const rows = await session.rows<ReportRow>(older, createdAt, id, span.start, BATCH);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield columnsOf(rows);
      if (rows.length < BATCH) return;
      ({ created_at: createdAt, id } = last);
    }
  } finally {
    session.end();
  }
}

function columnsOf(rows: readonly ReportRow[]): ReportColumns {
  return {
    length: rows.length,
    createdAt: Float64Array.from(rows, (row) => row.created_at),
    bucket: Uint8Array.from(rows, (row) => row.bucket),
    hasPhoto: Uint8Array.from(rows, (row) => Number(row.has_photo)),
  };
}
