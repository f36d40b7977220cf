/** Finds out which staged reports are stored already: steps 1 to 3 of `merge-reports.ts`. */
import { ConflictError } from './errors.ts';
import type { StagedReports } from './staged-reports.ts';
import { onPostgres, onSqlite, rows, run, type Transaction } from './statements.ts';

/** Steps 1 and 2 as far as they need neither the database's other tables nor a lock. */
export function* rankStaged(
  number: number,
  { count, withId, newestFirst, idOrder }: StagedReports,
): Transaction<void> {
  if (withId > 0 && (withId < count || idOrder === null)) yield* onSqlite(INDEX_IDS);
  yield* onPostgres(ANALYZE);
  // 2, then 1: neither needs the other.
  if (idOrder === null) rejectConflict(yield* rows(CONFLICT_WITHIN_SOURCE, number));
  if (withId < count) yield* run(newestFirst ? RANK_NEIGHBORS : RANK, number);
}

/** Step 2, as far as it needs the database, and step 3. Returns how many rows are new reports, with an id and without. */
export function* matchStaged(
  number: number,
  { count, withId, idOrder }: StagedReports,
): Transaction<{ readonly named: number; readonly unnamed: number }> {
  let [named, unnamed] = [withId, count - withId];
  if (named > 0) {
    rejectConflict(yield* rows(CONFLICT_WITH_STORE, number));
    named -= yield* run(MATCH_BY_ID, number);
    if (idOrder === null) named -= yield* run(MATCH_REPEATED, number);
  }
  if (unnamed > 0) {
    unnamed -= yield* run(withId > 0 ? MATCH_SQL.unnamedAmongNamed : MATCH_SQL.unnamed, number);
  }
  return { named, unnamed };
}

/** A role that does not own the tables gets a warning instead, and plans by older statistics. */
export const ANALYZE = 'ANALYZE staged, staged_like';

/** Only where it is used: it takes time to fill. */
const INDEX_IDS = 'CREATE INDEX IF NOT EXISTS temp.staged_by_id ON staged (import, id) WHERE id IS NOT NULL';

/** Later lines are older, because exports begin with the newest report. `which` leaves out rows that have no equals. */
const rankOf = (which: string) => `
  UPDATE staged SET nth = ranked.nth FROM (
    SELECT seq, row_number() OVER (PARTITION BY created_at, bucket ORDER BY line DESC, seq DESC) AS nth
    FROM staged WHERE import = $1 AND id IS NULL ${which}
  ) AS ranked WHERE ranked.seq = staged.seq AND ranked.nth <> staged.nth AND staged.import = $1`;
const RANK = rankOf('');
/** If reports come newest first, those with the same time are neighbors. */
const RANK_NEIGHBORS = rankOf(
  'AND created_at IN (SELECT created_at FROM staged WHERE import = $1 AND nth = 0)',
);

/** What differs between a staged row `s` and the other report `o` of its id, if anything does. */
const CONFLICT = `
  SELECT s.line, s.id, s.created_at <> o.created_at AS time, s.bucket <> o.bucket AS bucket,
    s.latitude IS DISTINCT FROM o.latitude OR s.longitude IS DISTINCT FROM o.longitude AS coordinates`;
const DIFFERS = `(s.created_at <> o.created_at OR s.bucket <> o.bucket
  OR s.latitude IS DISTINCT FROM o.latitude OR s.longitude IS DISTINCT FROM o.longitude)`;

/** That ids are not null lets SQLite use an index. */
const CONFLICT_WITHIN_SOURCE = `${CONFLICT}
  FROM staged s JOIN staged o ON o.id = s.id AND o.seq < s.seq AND o.import = $1
  WHERE s.import = $1 AND s.id IS NOT NULL AND o.id IS NOT NULL AND ${DIFFERS} ORDER BY s.seq, o.seq LIMIT 1`;
const CONFLICT_WITH_STORE = `${CONFLICT}
  FROM staged s JOIN report o ON o.id = s.id WHERE s.import = $1 AND ${DIFFERS} ORDER BY s.seq LIMIT 1`;

interface ConflictRow {
  readonly line: number;
  readonly id: number;
  /** SQLite has no booleans. */
  readonly time: boolean | 0 | 1;
  readonly bucket: boolean | 0 | 1;
  readonly coordinates: boolean | 0 | 1;
}

function rejectConflict([row]: readonly ConflictRow[]): void {
  if (row === undefined) return;
  const fields = (['time', 'bucket', 'coordinates'] as const).filter((field) => Boolean(row[field]));
  throw new ConflictError({ id: row.id, line: row.line, fields });
}

const MATCH_BY_ID = `
  UPDATE staged SET report_id = id, stored = true
  WHERE import = $1 AND id IS NOT NULL AND EXISTS (SELECT 1 FROM report WHERE report.id = staged.id)`;

/** The first of the rows that name the same new id adds the report. */
const MATCH_REPEATED = `
  UPDATE staged SET report_id = id, stored = true
  WHERE import = $1 AND id IS NOT NULL AND NOT stored AND EXISTS (
    SELECT 1 FROM staged AS earlier
    WHERE earlier.import = $1 AND earlier.id IS NOT NULL AND earlier.id = staged.id AND earlier.seq < staged.seq)`;

const matchByOccurrence = (which: string) => `
  WITH candidate AS MATERIALIZED (
    SELECT id, created_at, bucket,
      row_number() OVER (PARTITION BY created_at, bucket ORDER BY id) AS nth
    FROM report
    WHERE created_at >= (SELECT min(created_at) FROM staged WHERE import = $1 AND id IS NULL)
      AND created_at <= (SELECT max(created_at) FROM staged WHERE import = $1 AND id IS NULL)
      ${which}
  )
  UPDATE staged SET report_id = candidate.id, stored = true
  FROM candidate
  WHERE staged.id IS NULL AND candidate.created_at = staged.created_at
    AND candidate.bucket = staged.bucket AND candidate.nth = staged.nth AND staged.import = $1`;

/** Exported so that a test can check the query plans. */
export const MATCH_SQL = {
  indexIds: INDEX_IDS,
  /** If no staged report has an id. */
  unnamed: matchByOccurrence(''),
  /** Stored reports that the source names by id are matched already. Without the index, each lookup of one would scan all rows. */
  unnamedAmongNamed: matchByOccurrence(`
    AND NOT EXISTS (SELECT 1 FROM staged AS named WHERE named.import = $1 AND named.id = report.id)`),
} as const;
