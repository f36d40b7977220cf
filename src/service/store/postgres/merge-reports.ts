/** Merges staged reports into a PostgreSQL database, by the steps in `../merge-reports.ts`. */
import type { QueryResultRow } from 'pg';
import { WEEK } from '../../domain/micros.ts';
import { StoreError } from '../errors.ts';
import {
  type ConflictRow,
  HIGHEST_ID,
  HIGHEST_USED_ID,
  mergeSql,
  noIdLeft,
  rejectConflict,
} from '../merge-reports.ts';
import { ADD_TO_QUARTERS, COUNT_BY_QUARTER_HOUR } from '../quarter-hours.ts';
import type { ImportResult } from '../store.ts';
import type { Staging } from './staging.ts';
import type { Statements } from './statements.ts';

const ROWS = '(SELECT * FROM staged WHERE import = $1)';
const LIKES = '(SELECT * FROM staged_like WHERE import = $1)';

const SQL = mergeSql({ rows: ROWS, likes: LIKES, own: 'AND staged.import = $1' });

/** Steps 1 and 2 as far as they need neither the database's other tables nor a lock. */
export async function rankStaged(statements: Statements, { id }: Staging): Promise<void> {
  await statements.run(ANALYZE);
  // 2, then 1: neither needs the other.
  rejectConflict(await first<ConflictRow>(statements, SQL.conflictWithinSource, id));
  await statements.run(SQL.rank(''), id);
}

export interface Merged extends ImportResult {
  /** Whether the database changed. */
  readonly changed: boolean;
}

/** The other steps, inside the caller's transaction, while no other merge runs. The staged rows are deleted. */
export async function mergeStaged(statements: Statements, staging: Staging): Promise<Merged> {
  const { id, count: read } = staging;
  const count = async (sql: string) => (await first<{ count: number }>(statements, sql, id))?.count ?? 0;
  if ((await count(`SELECT count(*) AS count FROM ${ROWS} AS s`)) !== read) {
    throw new StoreError(
      'conflict',
      'the import took more than a day, or the database was restarted meanwhile; repeat it',
    );
  }
  // 2: reject.
  rejectConflict(await first<ConflictRow>(statements, SQL.conflictWithStore, id));
  // 3: match.
  await statements.run(MATCH_BY_ID, id);
  await statements.run(SQL.matchByOccurrence(SQL.notNamed), id);
  // 4: number.
  await rejectLateIds(statements, id, await statements.run(ASSIGN_IDS, id));
  await statements.run(ANALYZE);
  // 5: count.
  const completed = await count(SQL.countCompleted);
  // 6: add, together with the counts by quarter-hour and week.
  const added = await count(ADD_REPORTS);
  let changes = added;
  // Photos are completed twice: the first time may add only a caption, the second then adds the file.
  for (const sql of [
    SQL.addCoordinates,
    ADD_PHOTOS,
    COMPLETE_PHOTOS,
    COMPLETE_PHOTOS,
    SQL.addAccounts,
    SQL.addLikes,
  ]) {
    changes += await statements.run(sql, id);
  }
  await staging.clear();
  return { read, added, known: read - added - completed, completed, changed: changes > 0 };
}

/** A role that does not own the tables gets a warning instead, and plans by older statistics. */
const ANALYZE = 'ANALYZE staged, staged_like';

const MATCH_BY_ID = `
  UPDATE staged SET report_id = id, stored = EXISTS (SELECT 1 FROM report WHERE report.id = staged.id)
  WHERE id IS NOT NULL AND import = $1`;

/** The highest id so far, including those that the source names. */
const HIGHEST = `SELECT greatest(${HIGHEST_USED_ID}, (SELECT max(id) FROM ${ROWS} AS s), 0) AS id`;

const ASSIGN_IDS = `
  UPDATE staged SET report_id = numbered.number + (${HIGHEST})
  FROM (
    SELECT seq, row_number() OVER (ORDER BY created_at, line DESC, seq DESC) AS number
    FROM ${ROWS} AS s WHERE report_id IS NULL
  ) AS numbered WHERE numbered.seq = staged.seq AND staged.import = $1`;

const FIRST_WITHOUT_ID = `
  SELECT line FROM ${ROWS} AS s WHERE report_id > ${HIGHEST_ID} ORDER BY report_id LIMIT 1`;

/** Throws if an assigned id is past the highest. Only then are all rows read. */
async function rejectLateIds(statements: Statements, id: number, assigned: number): Promise<void> {
  if (assigned === 0) return;
  const highest = await first<{ id: number }>(statements, HIGHEST, id);
  if ((highest?.id ?? 0) <= HIGHEST_ID - assigned) return;
  const late = await first<{ line: number }>(statements, FIRST_WITHOUT_ID, id);
  if (late !== undefined) throw noIdLeft(late.line);
}

const ADD_REPORTS = `
  WITH added AS (
    INSERT INTO report (id, created_at, bucket, latitude, longitude)
    SELECT report_id, created_at, bucket, latitude, longitude
    FROM ${ROWS} AS s WHERE NOT stored ORDER BY report_id, seq
    ON CONFLICT (id) DO NOTHING RETURNING created_at, bucket
  ), quarters AS (
    INSERT INTO quarter_count SELECT ${COUNT_BY_QUARTER_HOUR} FROM added GROUP BY quarter ${ADD_TO_QUARTERS}
  ), weeks AS (
    INSERT INTO week_count (week, reports) SELECT created_at / ${WEEK} AS week, count(*) FROM added GROUP BY week
    ON CONFLICT (week) DO UPDATE SET reports = week_count.reports + excluded.reports
  )
  SELECT count(*) AS count FROM added`;

const ADD_PHOTOS = `
  INSERT INTO photo (report_id, created_at, file, caption, expires_at)
  SELECT DISTINCT ON (report_id) report_id, created_at, file, caption, expires_at
  FROM ${ROWS} AS s WHERE has_photo ORDER BY report_id, seq
  ON CONFLICT (report_id) DO NOTHING`;

/**
 * Stored details of a photo stay. A photo that is only known to exist takes everything from the source; one
 * without a file takes the file. If the source has several photos of a report, the first that adds something counts.
 */
const COMPLETE_PHOTOS = `
  UPDATE photo SET file = s.file,
    expires_at = CASE photo.caption WHEN '' THEN s.expires_at ELSE photo.expires_at END,
    caption = CASE photo.caption WHEN '' THEN s.caption ELSE photo.caption END
  FROM (
    SELECT DISTINCT ON (s.report_id) s.report_id, s.file, s.caption, s.expires_at
    FROM ${ROWS} s JOIN photo p ON p.report_id = s.report_id
    WHERE s.has_photo AND p.file IS NULL
      AND (s.file IS NOT NULL OR (p.caption = '' AND s.caption <> ''))
    ORDER BY s.report_id, s.seq
  ) s WHERE s.report_id = photo.report_id`;

async function first<Row extends QueryResultRow>(
  statements: Statements,
  sql: string,
  id: number,
): Promise<Row | undefined> {
  const [row] = await statements.rows<Row>(sql, id);
  return row;
}
