/**
 * How staged reports are merged into the database, by the rules of `ReportWriter.addReports`. The steps, and the SQL that both engines
 * share; what differs is in the file of the same name beside each engine.
 *
 * 1. Rank: reports without an id are told apart by their time, their bucket and how many the same come before them (`nth`).
 * 2. Reject: an id must not name two different reports, in the source or in the database.
 * 3. Match: find the rows whose report is stored already, by id or by occurrence. They get its id (`report_id`) and `stored`.
 * 4. Number: the other rows without an id get new ones, which ascend with time and are higher than all others.
 * 5. Count the stored reports that the source completes, before it does.
 * 6. Add the new reports; add missing coordinates, photos, accounts and likes.
 */
import { ConflictError, StoreError } from './errors.ts';
import type { NewReport } from './store.ts';

/** Where the reports of one import are: in tables of their own, or among those of other imports. */
export interface Staged {
  /** What stands for the table of reports, and for that of likes. */
  readonly rows: string;
  readonly likes: string;
  /** `AND` and the condition for a row of `staged`, if others' rows are there. */
  readonly own: string;
}

/** What differs between a staged row `s` and the other report `o` of its id, if anything does. */
const CONFLICT = `
  SELECT s.line, s.id, s.created_at <> o.created_at AS time, s.bucket <> o.bucket AS bucket,
    s.latitude IS DISTINCT FROM o.latitude OR s.longitude IS DISTINCT FROM o.longitude AS coordinates`;
const DIFFERS = `(s.created_at <> o.created_at OR s.bucket <> o.bucket
  OR s.latitude IS DISTINCT FROM o.latitude OR s.longitude IS DISTINCT FROM o.longitude)`;

/** The statements that both engines share. */
export function mergeSql({ rows, likes, own }: Staged) {
  return {
    /** Step 1; `which` leaves out rows that have no equals. Later lines are older, because exports begin with the newest report. */
    rank: (which: string) => `
      UPDATE staged SET nth = ranked.nth FROM (
        SELECT seq, row_number() OVER (PARTITION BY created_at, bucket ORDER BY line DESC, seq DESC) AS nth
        FROM ${rows} AS s WHERE id IS NULL ${which}
      ) AS ranked WHERE ranked.seq = staged.seq AND ranked.nth > 1 ${own}`,

    /** Step 2. That ids are not null lets SQLite use an index. */
    conflictWithinSource: `${CONFLICT}
      FROM ${rows} s JOIN ${rows} o ON o.id = s.id AND o.seq < s.seq
      WHERE s.id IS NOT NULL AND o.id IS NOT NULL AND ${DIFFERS} ORDER BY s.seq, o.seq LIMIT 1`,

    conflictWithStore: `${CONFLICT}
      FROM ${rows} s JOIN report o ON o.id = s.id WHERE ${DIFFERS} ORDER BY s.seq LIMIT 1`,

    /** Step 3, for rows without an id; `which` leaves out stored reports. */
    matchByOccurrence: (which: string) => `
      WITH candidate AS MATERIALIZED (
        SELECT id, created_at, bucket,
          row_number() OVER (PARTITION BY created_at, bucket ORDER BY id) AS nth
        FROM report
        WHERE created_at >= (SELECT min(created_at) FROM ${rows} AS s WHERE id IS NULL)
          AND created_at <= (SELECT max(created_at) FROM ${rows} AS s WHERE id IS NULL)
          ${which}
      )
      UPDATE staged SET report_id = candidate.id, stored = true
      FROM candidate
      WHERE staged.id IS NULL AND candidate.created_at = staged.created_at
        AND candidate.bucket = staged.bucket AND candidate.nth = staged.nth ${own}`,

    /** Stored reports that the source names by id are matched already. */
    notNamed: `AND NOT EXISTS (SELECT 1 FROM ${rows} named WHERE named.id = report.id)`,

    /** Step 5: a stored report gains coordinates, a photo, a missing detail of its photo, or a like. */
    countCompleted: `
      SELECT count(*) AS count FROM ${rows} s
      JOIN report r ON r.id = s.report_id LEFT JOIN photo p ON p.report_id = s.report_id
      WHERE s.stored AND ((s.latitude IS NOT NULL AND r.latitude IS NULL) OR (s.has_photo AND (
        p.report_id IS NULL
        OR (p.file IS NULL AND s.file IS NOT NULL)
        OR (p.file IS NULL AND p.caption = '' AND s.caption <> '')
        OR EXISTS (
          SELECT 1 FROM ${likes} sl
          LEFT JOIN account a ON a.email = sl.email
          LEFT JOIN photo_like l ON l.report_id = s.report_id AND l.account_id = a.id
          WHERE sl.seq = s.seq AND l.report_id IS NULL))))`,

    /** Step 6: a report that was matched without an id may lack the coordinates of the source. */
    addCoordinates: `
      UPDATE report SET latitude = s.latitude, longitude = s.longitude FROM ${rows} s
      WHERE s.report_id = report.id AND s.stored AND s.latitude IS NOT NULL AND report.latitude IS NULL`,

    addAccounts: `
      INSERT INTO account (email) SELECT DISTINCT email FROM ${likes} AS s WHERE true ORDER BY email
      ON CONFLICT (email) DO NOTHING`,

    addLikes: `
      INSERT INTO photo_like (report_id, account_id)
      SELECT s.report_id, a.id FROM ${likes} sl
      JOIN ${rows} s ON s.seq = sl.seq JOIN account a ON a.email = sl.email
      WHERE true ON CONFLICT DO NOTHING`,
  };
}

/** A row of either query. */
export interface ConflictRow {
  readonly line: number;
  readonly id: number;
  /** SQLite has no booleans. */
  readonly time: boolean | 0 | 1;
  readonly bucket: boolean | 0 | 1;
  readonly coordinates: boolean | 0 | 1;
}

/** Throws the error for a row, if there is one. */
export function rejectConflict(row: ConflictRow | undefined): void {
  if (row === undefined) return;
  const fields = (['time', 'bucket', 'coordinates'] as const).filter((field) => Boolean(row[field]));
  throw new ConflictError({ id: row.id, line: row.line, fields });
}

/** The name of the metadata with the highest id of a report that was removed. */
export const REMOVED_ID = 'highest-removed-id';

/** The highest id that a report has or had, or 0: clients know reports by their ids, so none is used twice. */
export const HIGHEST_USED_ID = `
  (SELECT coalesce(max(id), 0) FROM (
    SELECT max(id) AS id FROM report UNION ALL SELECT CAST(value AS bigint) FROM fact WHERE name = '${REMOVED_ID}') AS used)`;

/** The highest id of a report: the API returns ids as JSON numbers, which hold no larger whole numbers exactly. */
export const HIGHEST_ID = Number.MAX_SAFE_INTEGER;

/** Throws if a source names an id that is not a whole number from 1 to `HIGHEST_ID`. */
export function rejectUnsafeId({ id, line }: NewReport): void {
  if (id === undefined || (Number.isSafeInteger(id) && id >= 1)) return;
  throw new StoreError('conflict', `line ${line}: id ${id} is not a whole number from 1 to ${HIGHEST_ID}`);
}

/** The error for a report without an id that would get one past `HIGHEST_ID`. */
export function noIdLeft(line: number): StoreError {
  return new StoreError(
    'conflict',
    `line ${line}: no id is left for this report: the one after the highest id would be past ${HIGHEST_ID}, ` +
      'the largest that JSON numbers hold; give the report an id',
  );
}
