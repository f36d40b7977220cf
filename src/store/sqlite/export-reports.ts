/** Walking all reports of a span from one snapshot. */
import type { DatabaseSync } from 'node:sqlite';
import type { Span } from '../../domain/micros.ts';
import type { Report } from '../../domain/report.ts';
import { allRows } from './connection.ts';
import { beginningOf, REPORT_SQL, type ReportRow, reportOf } from './reports.ts';

const BATCH = 1000;

/**
 * Reports of the span, newest first, in batches. The snapshot is taken with the first batch and held in a
 * read transaction of the connection until the walk ends, however it ends; while it lasts the write-ahead
 * log grows by what others write.
 */
export async function* exportReports(
  connection: DatabaseSync,
  span: Span,
): AsyncGenerator<readonly Report[], void, void> {
  connection.exec('BEGIN');
  const older = connection.prepare(REPORT_SQL.older);
  let { createdAt, id } = beginningOf(span.end);
  for (;;) {
    const rows = allRows<ReportRow>(older, createdAt, id, span.start, BATCH);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(reportOf);
    if (rows.length < BATCH) return;
    ({ created_at: createdAt, id } = last);
  }
}
