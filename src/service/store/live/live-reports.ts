/** Adds and removes single reports, in SQL that both engines understand. Files and simulations are added by `addReports`. */
import { BUCKETS, bucketAt } from '../../domain/bucket.ts';
import { instantOf, type Micros, WEEK } from '../../domain/micros.ts';
import { counted } from '../../domain/texts.ts';
import { record } from '../accounts/audit.ts';
import type { LiveReport, LiveReportStore, ReportFilter, StoredReport } from '../live-report-store.ts';
import { COLUMNS, COUNT_BY_QUARTER_HOUR, countReports, QUARTER_HOUR } from '../quarter-hours.ts';
import { HIGHEST_ID, HIGHEST_USED_ID, REMOVED_ID } from '../report-ids.ts';
import { lock, rows, run, type StoreDatabase, type Transaction, touch, type Value } from '../statements.ts';

export function liveReports(
  database: StoreDatabase,
): Pick<
  LiveReportStore,
  'addLiveReports' | 'repeatedReport' | 'countReports' | 'listReports' | 'removeReports'
> {
  return {
    addLiveReports: (reports) =>
      database.transaction(function* () {
        yield* lock(REPORTS_LOCK);
        const stored: StoredReport[] = [];
        for (const report of reports) stored.push(yield* add(report));
        if (stored.some(({ isRepeated }) => !isRepeated)) yield* touch();
        return stored;
      }),

    async repeatedReport({ reporter, request }) {
      if (request === null) return null;
      const [row] = await database.rows<RepeatedRow>(REPEATED, reporter, request);
      return repeated(row);
    },

    async countReports(filter) {
      const { where, values } = conditionOf(filter);
      const [row] = await database.rows<{ count: number }>(
        `SELECT count(*) AS count FROM report WHERE ${where}`,
        ...values,
      );
      return row?.count ?? 0;
    },

    async listReports(filter, limit) {
      const { where, values } = conditionOf(filter);
      const found = await database.rows<ListedRow>(
        `SELECT id, created_at AS at, bucket, reporter_id AS reporter
         FROM report LEFT JOIN reporter_report ON report_id = id
         WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT $${values.length + 1}`,
        ...values,
        limit,
      );
      return found.map(({ at, bucket, ...report }) => ({
        ...report,
        createdAt: at,
        bucket: bucketAt(bucket),
      }));
    },

    removeReports: (filter, at, by) =>
      database.transaction(function* () {
        yield* lock(REPORTS_LOCK);
        const { where, values } = conditionOf(filter);
        const removed = yield* removeWhere(where, values);
        if (removed === 0) return 0;
        const detail = `${by === undefined ? '' : `${by}: `}${counted(removed, 'report')}${textOf(filter)}`;
        const actor = by === undefined ? 'operator' : 'staff';
        yield* record({ at, actor, action: 'reports.removed', account: null, detail });
        yield* touch();
        return removed;
      }),
  };
}

/** Imports take the same lock before they choose ids. */
export const REPORTS_LOCK = 'reports';

function* add(report: LiveReport): Transaction<StoredReport> {
  const { createdAt, bucket, latitude, longitude, replaces, device } = report;
  if (device !== null && device.request !== null) {
    const [row] = yield* rows<RepeatedRow>(REPEATED, device.reporter, device.request);
    const earlier = repeated(row);
    if (earlier !== null) return earlier;
  }
  if (replaces !== null) {
    yield* removeWhere('id = $1', [replaces]);
  }
  const [inserted] = yield* rows<{ id: number }>(
    `INSERT INTO report (id, created_at, bucket, latitude, longitude)
     SELECT ${HIGHEST_USED_ID} + 1, $1, $2, $3, $4 RETURNING id`,
    createdAt,
    BUCKETS.indexOf(bucket),
    latitude,
    longitude,
  );
  if (inserted === undefined || inserted.id > HIGHEST_ID) throw new Error('no id is left for another report');
  for (const sql of COUNT_ADDED) yield* run(sql, inserted.id);
  if (device !== null) {
    yield* run(
      'INSERT INTO reporter_report (report_id, reporter_id, request) VALUES ($1, $2, $3)',
      inserted.id,
      device.reporter,
      device.request,
    );
    yield* run(HEARD, device.reporter, createdAt);
  }
  return { id: inserted.id, createdAt, bucket, isRepeated: false };
}

const COUNT_ADDED = countReports('FROM report WHERE id = $1');

const HEARD = 'UPDATE reporter SET heard_at = $2 WHERE id = $1 AND (heard_at IS NULL OR heard_at < $2)';

/** What was stored when a device sent a request. */
const REPEATED = `
  SELECT r.id, r.created_at AS at, r.bucket FROM reporter_report d JOIN report r ON r.id = d.report_id
  WHERE d.reporter_id = $1 AND d.request = $2`;

interface RepeatedRow {
  readonly id: number;
  readonly at: Micros;
  readonly bucket: number;
}

interface ListedRow extends RepeatedRow {
  readonly reporter: number | null;
}

function repeated(row: RepeatedRow | undefined): StoredReport | null {
  if (row === undefined) return null;
  return { id: row.id, createdAt: row.at, bucket: bucketAt(row.bucket), isRepeated: true };
}

/**
 * Removes the reports of a condition with all that refers to them, and from the counts. Returns how many there were. What says which device
 * made a report goes with it, and not before: the condition may ask for it.
 */
function* removeWhere(where: string, values: readonly Value[]): Transaction<number> {
  const chosen = `FROM report WHERE ${where}`;
  yield* run(
    `UPDATE quarter_count SET ${COLUMNS.map((b) => `${b} = quarter_count.${b} - gone.${b}`).join(', ')}
     FROM (SELECT ${COUNT_BY_QUARTER_HOUR} ${chosen} GROUP BY quarter) AS gone WHERE gone.quarter = quarter_count.quarter`,
    ...values,
  );
  yield* run(
    `DELETE FROM quarter_count
     WHERE ${COLUMNS.join(' + ')} = 0 AND quarter IN (SELECT created_at / ${QUARTER_HOUR} ${chosen})`,
    ...values,
  );
  yield* run(
    `UPDATE week_count SET reports = week_count.reports - gone.reports, removed = removed + gone.reports
     FROM (SELECT created_at / ${WEEK} AS week, count(*) AS reports ${chosen} GROUP BY week) AS gone
     WHERE gone.week = week_count.week`,
    ...values,
  );
  yield* run(
    `INSERT INTO fact (name, value) SELECT '${REMOVED_ID}', CAST(max(id) AS text) ${chosen} HAVING max(id) IS NOT NULL
     ON CONFLICT (name) DO UPDATE SET value = excluded.value
     WHERE CAST(excluded.value AS bigint) > CAST(fact.value AS bigint)`,
    ...values,
  );
  for (const table of ['photo_like', 'photo']) {
    yield* run(`DELETE FROM ${table} WHERE report_id IN (SELECT id ${chosen})`, ...values);
  }
  return yield* run(`DELETE ${chosen}`, ...values);
}

function conditionOf({ id, span, reporter }: ReportFilter): { where: string; values: readonly number[] } {
  const values: number[] = [];
  const conditions: string[] = [];
  if (id !== undefined) conditions.push(`id = $${values.push(id)}`);
  if (span !== undefined) {
    conditions.push(`created_at >= $${values.push(span.start)} AND created_at < $${values.push(span.end)}`);
  }
  if (reporter !== undefined) {
    conditions.push(
      `id IN (SELECT report_id FROM reporter_report WHERE reporter_id = $${values.push(reporter)})`,
    );
  }
  if (conditions.length === 0) throw new RangeError('a filter without conditions would remove every report');
  return { where: conditions.join(' AND '), values };
}

/** A filter in words, for the audit log. */
function textOf({ id, span, reporter }: ReportFilter): string {
  const { start = 0, end = Number.MAX_SAFE_INTEGER } = span ?? {};
  return [
    id === undefined ? '' : ` with id ${id}`,
    start === 0 ? '' : ` from ${instantOf(start)}`,
    end === Number.MAX_SAFE_INTEGER ? '' : ` until ${instantOf(end)}`,
    reporter === undefined ? '' : ` of reporter ${reporter}`,
  ].join('');
}
