/** Merges staged reports into a SQLite database, by the steps in `../merge-reports.ts`. */
import type { DatabaseSync } from 'node:sqlite';
import { WEEK } from '../../domain/micros.ts';
import { HIGHEST_ID, HIGHEST_USED_ID, mergeSql, noIdLeft, rejectConflict } from '../merge-reports.ts';
import { ADD_TO_QUARTERS, COUNT_BY_QUARTER_HOUR, QUARTER_HOUR } from '../quarter-hours.ts';
import type { ImportResult } from '../store.ts';
import { firstRow } from './connection.ts';
import type { StagedContents } from './staging.ts';

/** Each connection stages one import, in temporary tables. */
const SQL = mergeSql({ rows: 'staged', likes: 'staged_like', own: '' });

/** Steps 1 and 2 as far as they need neither the database nor its lock. */
export function rankStaged(connection: DatabaseSync, contents: StagedContents): void {
  const { reports, withId, newestFirst, idOrder } = contents;
  if (withId > 0 && (withId < reports || idOrder === null)) connection.exec(INDEX_IDS);
  // 2, then 1: neither needs the other.
  if (idOrder === null) rejectConflict(firstRow(connection.prepare(SQL.conflictWithinSource)));
  if (withId < reports) connection.exec(SQL.rank(newestFirst ? OF_SHARED_TIMES : ''));
}

/** The other steps, inside the caller's writing transaction. Skips what `contents` says is not needed. */
export function mergeStaged(connection: DatabaseSync, contents: StagedContents): ImportResult {
  const { reports: read, withId, withPhoto, newestFirst, idOrder } = contents;
  const hasUnnamed = withId < read;
  let stored = 0;
  // 2: reject, and 3: match.
  if (withId > 0) {
    rejectConflict(firstRow(connection.prepare(SQL.conflictWithStore)));
    stored += changes(connection, MATCH_BY_ID);
  }
  if (hasUnnamed) stored += changes(connection, withId > 0 ? MATCH_SQL.unnamedAmongNamed : MATCH_SQL.unnamed);
  // 4: number, in `new_report`.
  if (withId > 0) connection.exec(idOrder === null ? ADD_NAMED_ONCE : addNamed(idOrder));
  if (hasUnnamed) {
    connection.exec(addUnnamed(newestFirst ? 'seq DESC' : 'created_at, line DESC, seq DESC'));
    const late = firstRow<{ line: number }>(connection.prepare(FIRST_WITHOUT_ID));
    if (late !== undefined) throw noIdLeft(late.line);
  }
  if (withPhoto > 0) connection.exec(NAME_PHOTOS);
  // 5: count.
  const completed = stored === 0 ? 0 : count(connection, SQL.countCompleted);
  // 6: add, beginning with the counts by quarter-hour and week.
  connection.exec(COUNT_REPORTS);
  const added = changes(connection, ADD_REPORTS);
  if (stored > 0) connection.exec(SQL.addCoordinates);
  if (withPhoto > 0) {
    connection.exec(ADD_PHOTOS);
    connection.exec(SQL.addAccounts);
    connection.exec(SQL.addLikes);
  }
  return { read, added, known: read - added - completed, completed };
}

const INDEX_IDS = 'CREATE INDEX IF NOT EXISTS temp.staged_by_id ON staged (id) WHERE id IS NOT NULL';

/** If reports come newest first, reports with the same time are neighbors and were collected during staging. */
const OF_SHARED_TIMES = 'AND created_at IN (SELECT created_at FROM shared_time)';

const MATCH_BY_ID = `
  UPDATE staged SET report_id = id, stored = 1
  WHERE id IS NOT NULL AND EXISTS (SELECT 1 FROM report WHERE report.id = staged.id)`;

/** Exported so that a test can check the query plans. */
export const MATCH_SQL = {
  indexIds: INDEX_IDS,
  /** If no staged report has an id. */
  unnamed: SQL.matchByOccurrence(''),
  /** Without the index, each lookup of a named report would scan all rows. */
  unnamedAmongNamed: SQL.matchByOccurrence(SQL.notNamed),
} as const;

/**
 * The reports to add. They get a separate table, because updating each staged row would take longer; in the order
 * of their ids if that is known.
 */
function addNamed(idOrder: 'ascending' | 'descending'): string {
  return `
    INSERT INTO new_report (report_id, seq)
    SELECT id, seq FROM staged WHERE id IS NOT NULL AND NOT stored ORDER BY seq ${idOrder === 'ascending' ? 'ASC' : 'DESC'}`;
}

/** The first of the lines that name the same new id. */
const ADD_NAMED_ONCE = `
  INSERT INTO new_report (report_id, seq)
  SELECT id, min(seq) FROM staged WHERE id IS NOT NULL AND NOT stored GROUP BY id`;

/** New ids ascend with time and are higher than all others: SQLite assigns the next one to a row without an id. */
function addUnnamed(oldestFirst: string): string {
  return `
    INSERT INTO new_report (report_id, seq)
    SELECT max(${HIGHEST_USED_ID}, coalesce((SELECT max(id) FROM staged), 0)), 0
    ON CONFLICT DO NOTHING;
    INSERT INTO new_report (seq) SELECT seq FROM staged WHERE id IS NULL AND NOT stored ORDER BY ${oldestFirst};
    DELETE FROM new_report WHERE seq = 0`;
}

const FIRST_WITHOUT_ID = `
  SELECT s.line FROM new_report n JOIN staged s ON s.seq = n.seq
  WHERE n.report_id > ${HIGHEST_ID} ORDER BY n.report_id LIMIT 1`;

const NAME_PHOTOS = `
  UPDATE staged SET report_id = id WHERE has_photo AND id IS NOT NULL;
  UPDATE staged SET report_id = new_report.report_id FROM new_report
  WHERE new_report.seq = staged.seq AND staged.has_photo AND staged.report_id IS NULL`;

const ADD_REPORTS = `
  INSERT INTO report (id, created_at, bucket, latitude, longitude)
  SELECT n.report_id, s.created_at, s.bucket, s.latitude, s.longitude
  FROM new_report n CROSS JOIN staged s ON s.seq = n.seq ORDER BY n.report_id`;

/** Counts the new reports in a separate table first, so that each quarter-hour and week is updated once. */
const COUNT_REPORTS = `
  INSERT INTO new_quarter
  SELECT ${COUNT_BY_QUARTER_HOUR} FROM new_report n CROSS JOIN staged s ON s.seq = n.seq GROUP BY quarter;
  INSERT INTO quarter_count SELECT * FROM new_quarter WHERE true ${ADD_TO_QUARTERS};
  INSERT INTO week_count (week, reports)
  SELECT quarter * ${QUARTER_HOUR} / ${WEEK} AS week, sum(b0 + b1 + b2 + b3 + b4 + b5) FROM new_quarter GROUP BY week
  ON CONFLICT (week) DO UPDATE SET reports = reports + excluded.reports`;

/**
 * Stored details of a photo stay. A photo that is only known to exist takes everything from the source; one
 * without a file takes the file.
 */
const ADD_PHOTOS = `
  INSERT INTO photo (report_id, created_at, file, caption, expires_at)
  SELECT report_id, created_at, file, caption, expires_at FROM staged WHERE has_photo ORDER BY report_id, seq
  ON CONFLICT (report_id) DO UPDATE
  SET file = excluded.file,
    expires_at = CASE photo.caption WHEN '' THEN excluded.expires_at ELSE photo.expires_at END,
    caption = CASE photo.caption WHEN '' THEN excluded.caption ELSE photo.caption END
  WHERE photo.file IS NULL AND (excluded.file IS NOT NULL OR (photo.caption = '' AND excluded.caption <> ''))`;

function count(connection: DatabaseSync, sql: string): number {
  return firstRow<{ count: number }>(connection.prepare(sql))?.count ?? 0;
}

function changes(connection: DatabaseSync, sql: string): number {
  return Number(connection.prepare(sql).run().changes);
}
