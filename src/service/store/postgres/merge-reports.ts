/** Merges staged reports into the database by the rules of `ReportWriter.addReports`. */
import { ConflictError } from '../errors.ts';
import { HIGHEST_ID, noIdLeft } from '../highest-id.ts';
import type { ImportResult } from '../store.ts';
import type { Statements } from './connection.ts';

/**
 * Ranks reports of the same time and bucket, which needs neither the database's tables nor a lock. Later lines are
 * older, because exports begin with the newest report.
 */
export async function rankStaged(statements: Statements): Promise<void> {
  await statements.run('ANALYZE staged');
  await rejectConflict(statements, CONFLICT_WITHIN_SOURCE);
  await statements.run(`
    UPDATE staged SET nth = ranked.nth FROM (
      SELECT seq, row_number() OVER (PARTITION BY created_at, bucket ORDER BY line DESC, seq DESC) AS nth
      FROM staged WHERE id IS NULL
    ) AS ranked WHERE ranked.seq = staged.seq`);
}

export interface Merged extends ImportResult {
  /** Whether the database changed. */
  readonly changed: boolean;
}

/** Merges what `rankStaged` has ranked; runs inside the caller's transaction, while no other merge runs. */
export async function mergeStaged(statements: Statements): Promise<Merged> {
  await rejectConflict(statements, CONFLICT_WITH_STORE);
  await statements.run(MATCH_BY_ID);
  await statements.run(MATCH_BY_OCCURRENCE);
  await rejectLateIds(statements, await statements.run(ASSIGN_IDS));
  await statements.run('ANALYZE staged');
  const read = await count(statements, 'SELECT count(*) AS count FROM staged');
  const completed = await count(statements, COUNT_COMPLETED);
  const added = await statements.run(ADD_REPORTS);
  let changes = added;
  for (const step of [
    ADD_COORDINATES,
    ADD_PHOTOS,
    COMPLETE_PHOTOS,
    COMPLETE_PHOTOS,
    ADD_ACCOUNTS,
    ADD_LIKES,
  ]) {
    changes += await statements.run(step);
  }
  return { read, added, known: read - added - completed, completed, changed: changes > 0 };
}

const DIFFERENCES = `
  s.created_at <> o.created_at AS time, s.bucket <> o.bucket AS bucket,
  s.latitude IS DISTINCT FROM o.latitude OR s.longitude IS DISTINCT FROM o.longitude AS coordinates`;

const DIFFER = `(s.created_at, s.bucket, s.latitude, s.longitude)
  IS DISTINCT FROM (o.created_at, o.bucket, o.latitude, o.longitude)`;

const CONFLICT_WITHIN_SOURCE = `
  SELECT s.line, s.id, ${DIFFERENCES} FROM staged s JOIN staged o ON o.id = s.id AND o.seq < s.seq
  WHERE ${DIFFER} ORDER BY s.seq, o.seq LIMIT 1`;

const CONFLICT_WITH_STORE = `
  SELECT s.line, s.id, ${DIFFERENCES} FROM staged s JOIN report o ON o.id = s.id
  WHERE ${DIFFER} ORDER BY s.seq LIMIT 1`;

const MATCH_BY_ID = `
  UPDATE staged SET report_id = id, stored = EXISTS (SELECT FROM report WHERE report.id = staged.id)
  WHERE id IS NOT NULL`;

/** Stored reports that the source names by id are matched already. */
const MATCH_BY_OCCURRENCE = `
  WITH stored AS MATERIALIZED (
    SELECT id, created_at, bucket,
      row_number() OVER (PARTITION BY created_at, bucket ORDER BY id) AS nth
    FROM report
    WHERE created_at >= (SELECT min(created_at) FROM staged WHERE id IS NULL)
      AND created_at <= (SELECT max(created_at) FROM staged WHERE id IS NULL)
      AND NOT EXISTS (SELECT FROM staged named WHERE named.id = report.id)
  )
  UPDATE staged SET report_id = stored.id, stored = true
  FROM stored
  WHERE staged.id IS NULL AND stored.created_at = staged.created_at
    AND stored.bucket = staged.bucket AND stored.nth = staged.nth`;

/** New ids ascend with time and are higher than all others, including those that the source names. */
const ASSIGN_IDS = `
  UPDATE staged SET report_id = numbered.number + (
    SELECT greatest(coalesce((SELECT max(id) FROM report), 0), coalesce((SELECT max(id) FROM staged), 0)))
  FROM (
    SELECT seq, row_number() OVER (ORDER BY created_at, line DESC, seq DESC) AS number
    FROM staged WHERE report_id IS NULL
  ) AS numbered WHERE numbered.seq = staged.seq`;

const HIGHEST_NAMED = `
  SELECT greatest(coalesce((SELECT max(id) FROM report), 0), coalesce((SELECT max(id) FROM staged), 0)) AS id`;

const FIRST_WITHOUT_ID = `
  SELECT line FROM staged WHERE report_id > ${HIGHEST_ID} ORDER BY report_id LIMIT 1`;

/** Throws if an assigned id is past the highest. Only then are all rows read. */
async function rejectLateIds(statements: Statements, assigned: number): Promise<void> {
  if (assigned === 0) return;
  const [highest] = await statements.rows<{ id: number }>(HIGHEST_NAMED);
  if ((highest?.id ?? 0) <= HIGHEST_ID - assigned) return;
  const [late] = await statements.rows<{ line: number }>(FIRST_WITHOUT_ID);
  if (late !== undefined) throw noIdLeft(late.line);
}

/** A stored report gains coordinates, a photo, a missing detail of its photo, or a like. */
const COUNT_COMPLETED = `
  SELECT count(*) AS count FROM staged s
  JOIN report r ON r.id = s.report_id LEFT JOIN photo p ON p.report_id = s.report_id
  WHERE s.stored AND ((s.latitude IS NOT NULL AND r.latitude IS NULL) OR (s.has_photo AND (
    p.report_id IS NULL
    OR (p.file IS NULL AND s.file IS NOT NULL)
    OR (p.file IS NULL AND p.caption = '' AND s.caption <> '')
    OR EXISTS (
      SELECT FROM staged_like sl
      LEFT JOIN account a ON a.email = sl.email
      LEFT JOIN photo_like l ON l.report_id = s.report_id AND l.account_id = a.id
      WHERE sl.seq = s.seq AND l.report_id IS NULL))))`;

const ADD_REPORTS = `
  INSERT INTO report (id, created_at, bucket, latitude, longitude)
  SELECT report_id, created_at, bucket, latitude, longitude FROM staged WHERE NOT stored ORDER BY report_id, seq
  ON CONFLICT (id) DO NOTHING`;

/** A report that was matched without an id may lack the coordinates of the source. */
const ADD_COORDINATES = `
  UPDATE report SET latitude = s.latitude, longitude = s.longitude FROM staged s
  WHERE s.report_id = report.id AND s.stored AND s.latitude IS NOT NULL AND report.latitude IS NULL`;

const ADD_PHOTOS = `
  INSERT INTO photo (report_id, created_at, file, caption, expires_at)
  SELECT DISTINCT ON (report_id) report_id, created_at, file, caption, expires_at
  FROM staged WHERE has_photo ORDER BY report_id, seq
  ON CONFLICT (report_id) DO NOTHING`;

/**
 * Stored details of a photo stay. A photo that is only known to exist takes everything from the source; one
 * without a file takes the file. If the source has several photos of a report, the first that adds something counts.
 * That may add only the caption, so this runs a second time to add the file.
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

const ADD_ACCOUNTS = `
  INSERT INTO account (email) SELECT DISTINCT email FROM staged_like ORDER BY email
  ON CONFLICT (email) DO NOTHING`;

const ADD_LIKES = `
  INSERT INTO photo_like (report_id, account_id)
  SELECT s.report_id, a.id FROM staged_like sl
  JOIN staged s ON s.seq = sl.seq JOIN account a ON a.email = sl.email
  ON CONFLICT DO NOTHING`;

interface ConflictRow {
  readonly line: number;
  readonly id: number;
  readonly time: boolean;
  readonly bucket: boolean;
  readonly coordinates: boolean;
}

async function rejectConflict(statements: Statements, sql: string): Promise<void> {
  const [row] = await statements.rows<ConflictRow>(sql);
  if (row === undefined) return;
  const fields = (['time', 'bucket', 'coordinates'] as const).filter((field) => row[field]);
  throw new ConflictError({ id: row.id, line: row.line, fields });
}

async function count(statements: Statements, sql: string): Promise<number> {
  const [row] = await statements.rows<{ count: number }>(sql);
  return row?.count ?? 0;
}
