/**
 * How staged reports are merged into the database, by the rules of `ReportWriter.addReports`. `match-reports.ts` has the first steps.
 *
 * 1. Rank: reports without an id are told apart by their time, their bucket and how many the same come before them (`nth`).
 * 2. Reject: an id must not name two different reports, in the source or in the database.
 * 3. Match: find the rows whose report is stored already, by id or by occurrence. They get its id (`report_id`) and `stored`.
 * 4. Number: the other rows without an id get new ones, which ascend with time and are higher than all others.
 * 5. Count the stored reports that the source completes, before it does.
 * 6. Add the new reports, and their counts; add missing coordinates, photos, accounts and likes.
 */
import { StoreError } from './errors.ts';
import { ANALYZE, matchStaged } from './match-reports.ts';
import { countReports } from './quarter-hours.ts';
import { HIGHEST_ID, HIGHEST_USED_ID } from './report-ids.ts';
import type { StagedReports } from './staged-reports.ts';
import { onPostgres, rows, run, type Transaction, touch } from './statements.ts';
import type { ImportResult } from './store.ts';

/** All steps but the first, inside a transaction, while no other merge runs. Skips what the source has no need of. */
export function* mergeStaged(number: number, staged: StagedReports): Transaction<ImportResult> {
  const { count: read, withPhoto, newestFirst, idOrder } = staged;
  rejectLoss((yield* countOf('SELECT count(*) AS count FROM staged WHERE import = $1', number)) < read);
  const { named, unnamed } = yield* matchStaged(number, staged);
  const hasStored = named + unnamed < read;
  // 4: number, from the highest id on.
  const oldestFirst = newestFirst ? 'seq DESC' : 'created_at, line DESC, seq DESC';
  const highest = unnamed > 0 ? yield* countOf(HIGHEST, number) : 0;
  if (unnamed > HIGHEST_ID - highest) yield* rejectLateId(number, oldestFirst, HIGHEST_ID - highest);
  if (withPhoto > 0 && named > 0) yield* run(NAME_PHOTOS, number);
  if (withPhoto > 0 && unnamed > 0) yield* run(numberPhotos(oldestFirst), number, highest);
  // 5: count.
  if (hasStored) yield* onPostgres(ANALYZE);
  const completed = hasStored ? yield* countOf(COUNT_COMPLETED, number) : 0;
  // 6: add.
  if (named + unnamed > 0) for (const sql of COUNT_NEW) yield* run(sql, number);
  let added = 0;
  if (named > 0) added += yield* run(addNamed(idOrder), number);
  if (unnamed > 0) added += yield* run(addUnnamed(oldestFirst), number, highest);
  let changes = added;
  if (hasStored) changes += yield* run(ADD_COORDINATES, number);
  if (withPhoto > 0) {
    changes += yield* run(ADD_PHOTOS, number);
    const photos = yield* run(COMPLETE_PHOTOS, number);
    // The first time may add only a caption, the second then adds the file.
    if (photos > 0) yield* run(COMPLETE_PHOTOS, number);
    changes += photos + (yield* run(ADD_ACCOUNTS, number)) + (yield* run(ADD_LIKES, number));
  }
  if (changes > 0) yield* touch();
  return { read, added, known: read - added - completed, completed };
}

function* countOf(sql: string, number: number): Transaction<number> {
  const [row] = yield* rows<{ count: number }>(sql, number);
  return row?.count ?? 0;
}

/** PostgreSQL empties the tables after a crash, and later imports delete the rows of old ones. */
function rejectLoss(isIncomplete: boolean): void {
  if (!isIncomplete) return;
  throw new StoreError(
    'conflict',
    'the import took more than a day, or the database was restarted meanwhile; repeat it',
  );
}

/** The same, including the ids that the source names. */
const HIGHEST = `
  SELECT max(id) AS count FROM (
    SELECT ${HIGHEST_USED_ID} AS id UNION ALL SELECT max(id) FROM staged WHERE import = $1) AS named`;

const NEW_UNNAMED = 'FROM staged WHERE import = $1 AND id IS NULL AND NOT stored';

/** The id of a new report without one, if `$2` is the highest of all others. */
const newId = (oldestFirst: string) => `CAST($2 AS bigint) + row_number() OVER (ORDER BY ${oldestFirst})`;

function* rejectLateId(number: number, oldestFirst: string, left: number): Transaction<void> {
  const sql = `SELECT line ${NEW_UNNAMED} ORDER BY ${oldestFirst} LIMIT 1 OFFSET $2`;
  const [late] = yield* rows<{ line: number }>(sql, number, left);
  throw new StoreError(
    'conflict',
    `line ${late?.line}: no id is left for this report: the one after the highest id would be past ${HIGHEST_ID}, ` +
      'the largest that JSON numbers hold; give the report an id',
  );
}

const NAME_PHOTOS = 'UPDATE staged SET report_id = id WHERE import = $1 AND has_photo AND id IS NOT NULL';

const numberPhotos = (oldestFirst: string) => `
  UPDATE staged SET report_id = photos.id FROM (
    SELECT seq, id FROM (SELECT seq, has_photo, ${newId(oldestFirst)} AS id ${NEW_UNNAMED}) AS numbered WHERE has_photo
  ) AS photos WHERE photos.seq = staged.seq AND staged.import = $1`;

/** A stored report gains coordinates, a photo, a missing detail of its photo, or a like. */
const COUNT_COMPLETED = `
  SELECT count(*) AS count FROM staged s
  JOIN report r ON r.id = s.report_id LEFT JOIN photo p ON p.report_id = s.report_id
  WHERE s.import = $1 AND s.stored AND ((s.latitude IS NOT NULL AND r.latitude IS NULL) OR (s.has_photo AND (
    p.report_id IS NULL
    OR (p.file IS NULL AND s.file IS NOT NULL)
    OR (p.file IS NULL AND p.caption = '' AND s.caption <> '')
    OR EXISTS (
      SELECT 1 FROM staged_like sl
      LEFT JOIN account a ON a.email = sl.email
      LEFT JOIN photo_like l ON l.report_id = s.report_id AND l.account_id = a.id
      WHERE sl.import = $1 AND sl.seq = s.seq AND l.report_id IS NULL))))`;

const NEW = 'FROM staged WHERE import = $1 AND NOT stored';

const COUNT_NEW = countReports(NEW);

/** In the order of the ids, which the source may have. */
const addNamed = (idOrder: StagedReports['idOrder']) => `
  INSERT INTO report (id, created_at, bucket, latitude, longitude)
  SELECT id, created_at, bucket, latitude, longitude ${NEW} AND id IS NOT NULL
  ORDER BY ${idOrder === 'ascending' ? 'seq' : idOrder === 'descending' ? 'seq DESC' : 'id'}`;

const addUnnamed = (oldestFirst: string) => `
  INSERT INTO report (id, created_at, bucket, latitude, longitude)
  SELECT ${newId(oldestFirst)}, created_at, bucket, latitude, longitude ${NEW_UNNAMED}`;

/** A report that was matched without an id may lack the coordinates of the source. */
const ADD_COORDINATES = `
  UPDATE report SET latitude = s.latitude, longitude = s.longitude FROM staged s
  WHERE s.import = $1 AND s.report_id = report.id AND s.stored AND s.latitude IS NOT NULL AND report.latitude IS NULL`;

const ADD_PHOTOS = `
  INSERT INTO photo (report_id, created_at, file, caption, expires_at)
  SELECT report_id, created_at, file, caption, expires_at
  FROM staged WHERE import = $1 AND has_photo ORDER BY report_id, seq
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
    SELECT s.report_id, s.file, s.caption, s.expires_at,
      row_number() OVER (PARTITION BY s.report_id ORDER BY s.seq) AS nth
    FROM staged s JOIN photo p ON p.report_id = s.report_id
    WHERE s.import = $1 AND s.has_photo AND p.file IS NULL
      AND (s.file IS NOT NULL OR (p.caption = '' AND s.caption <> ''))
  ) AS s WHERE s.nth = 1 AND s.report_id = photo.report_id`;

const ADD_ACCOUNTS = `
  INSERT INTO account (email) SELECT DISTINCT email FROM staged_like WHERE import = $1 ORDER BY email
  ON CONFLICT (email) DO NOTHING`;

const ADD_LIKES = `
  INSERT INTO photo_like (report_id, account_id)
  SELECT s.report_id, a.id FROM staged_like sl
  JOIN staged s ON s.import = sl.import AND s.seq = sl.seq JOIN account a ON a.email = sl.email
  WHERE sl.import = $1 ON CONFLICT DO NOTHING`;
