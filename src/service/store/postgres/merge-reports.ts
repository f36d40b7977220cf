/** Merges staged reports into a PostgreSQL database, by the steps in `../merge-reports.ts`. */
import type { QueryResultRow } from 'pg';
import {
  ADD_ACCOUNTS,
  ADD_COORDINATES,
  ADD_LIKES,
  CONFLICT_WITH_STORE,
  CONFLICT_WITHIN_SOURCE,
  COUNT_COMPLETED,
  type ConflictRow,
  HIGHEST_ID,
  matchByOccurrence,
  NOT_NAMED,
  noIdLeft,
  rankOf,
  rejectConflict,
} from '../merge-reports.ts';
import type { ImportResult } from '../store.ts';
import type { Statements } from './leases.ts';

/** Steps 1 and 2 as far as they need neither the database's tables nor a lock. */
export async function rankStaged(statements: Statements): Promise<void> {
  await statements.run('ANALYZE staged');
  // 2, then 1: neither needs the other.
  rejectConflict(await first<ConflictRow>(statements, CONFLICT_WITHIN_SOURCE));
  await statements.run(rankOf(''));
}

export interface Merged extends ImportResult {
  /** Whether the database changed. */
  readonly changed: boolean;
}

/** The other steps, inside the caller's transaction, while no other merge runs. */
export async function mergeStaged(statements: Statements): Promise<Merged> {
  // 2: reject.
  rejectConflict(await first<ConflictRow>(statements, CONFLICT_WITH_STORE));
  // 3: match.
  await statements.run(MATCH_BY_ID);
  await statements.run(matchByOccurrence(NOT_NAMED));
  // 4: number.
  await rejectLateIds(statements, await statements.run(ASSIGN_IDS));
  await statements.run('ANALYZE staged');
  // 5: count.
  const read = await count(statements, 'SELECT count(*) AS count FROM staged');
  const completed = await count(statements, COUNT_COMPLETED);
  // 6: add. A trigger on `report` adds to the counts by quarter-hour and week.
  const added = await statements.run(ADD_REPORTS);
  let changes = added;
  // Photos are completed twice: the first time may add only a caption, the second then adds the file.
  for (const sql of [
    ADD_COORDINATES,
    ADD_PHOTOS,
    COMPLETE_PHOTOS,
    COMPLETE_PHOTOS,
    ADD_ACCOUNTS,
    ADD_LIKES,
  ]) {
    changes += await statements.run(sql);
  }
  return { read, added, known: read - added - completed, completed, changed: changes > 0 };
}

const MATCH_BY_ID = `
  UPDATE staged SET report_id = id, stored = EXISTS (SELECT FROM report WHERE report.id = staged.id)
  WHERE id IS NOT NULL`;

/** The highest id so far, including those that the source names. */
const HIGHEST = 'SELECT greatest((SELECT max(id) FROM report), (SELECT max(id) FROM staged), 0) AS id';

const ASSIGN_IDS = `
  UPDATE staged SET report_id = numbered.number + (${HIGHEST})
  FROM (
    SELECT seq, row_number() OVER (ORDER BY created_at, line DESC, seq DESC) AS number
    FROM staged WHERE report_id IS NULL
  ) AS numbered WHERE numbered.seq = staged.seq`;

const FIRST_WITHOUT_ID = `
  SELECT line FROM staged WHERE report_id > ${HIGHEST_ID} ORDER BY report_id LIMIT 1`;

/** Throws if an assigned id is past the highest. Only then are all rows read. */
async function rejectLateIds(statements: Statements, assigned: number): Promise<void> {
  if (assigned === 0) return;
  const highest = await first<{ id: number }>(statements, HIGHEST);
  if ((highest?.id ?? 0) <= HIGHEST_ID - assigned) return;
  const late = await first<{ line: number }>(statements, FIRST_WITHOUT_ID);
  if (late !== undefined) throw noIdLeft(late.line);
}

const ADD_REPORTS = `
  INSERT INTO report (id, created_at, bucket, latitude, longitude)
  SELECT report_id, created_at, bucket, latitude, longitude FROM staged WHERE NOT stored ORDER BY report_id, seq
  ON CONFLICT (id) DO NOTHING`;

const ADD_PHOTOS = `
  INSERT INTO photo (report_id, created_at, file, caption, expires_at)
  SELECT DISTINCT ON (report_id) report_id, created_at, file, caption, expires_at
  FROM staged WHERE has_photo ORDER BY report_id, seq
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
    FROM staged s JOIN photo p ON p.report_id = s.report_id
    WHERE s.has_photo AND p.file IS NULL
      AND (s.file IS NOT NULL OR (p.caption = '' AND s.caption <> ''))
    ORDER BY s.report_id, s.seq
  ) s WHERE s.report_id = photo.report_id`;

async function first<Row extends QueryResultRow>(
  statements: Statements,
  sql: string,
): Promise<Row | undefined> {
  const [row] = await statements.rows<Row>(sql);
  return row;
}

async function count(statements: Statements, sql: string): Promise<number> {
  return (await first<{ count: number }>(statements, sql))?.count ?? 0;
}
