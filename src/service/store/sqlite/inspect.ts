/** Looks at database files before anything is changed, so that what is rejected stays as it is. */
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DATABASE_ID } from '../backup/tables.ts';
import { StoreError } from '../errors.ts';
import { type DatabaseFile, firstRow, openFile } from './connection.ts';
import type { databaseFiles } from './database-files.ts';
import { explaining } from './errors.ts';
import { fileId, fileSize } from './file-id.ts';
import { rejectForeign } from './migrations.ts';

/** Up to this size, in bytes, the whole structure of a file is checked, which takes less than 0.1 s. */
const CHECKED_SIZE = 16 << 20;

/** Throws `StoreError` if a file that exists is damaged, or belongs to another program or a newer version. */
export function inspect({ reports, counters }: ReturnType<typeof databaseFiles>): void {
  const sizes = [counters, reports].map(({ file }) => fileSize(file)) as [number, number];
  // Counters are created last, so there was a database.
  if (sizes[0] > 0 && sizes[1] === 0 && fileId(reports.file) !== null && !hasLog(reports.file)) {
    throw new StoreError(
      'damaged',
      `the database ${reports.file} is empty, but has counters; restore a backup`,
    );
  }
  for (const database of [reports, counters]) explaining(database.file, () => inspectFile(database));
}

function inspectFile(database: DatabaseFile): void {
  const { file } = database;
  const size = fileSize(file);
  if (size === 0) return;
  // A connection that can write would merge a log into the file when it closes; one that cannot would leave an empty log.
  const readOnly = hasLog(file);
  using connection = openFile(file, { readOnly });
  // In one read transaction, because a database that another process is still creating would look foreign.
  connection.exec('BEGIN');
  rejectForeign(connection, database);
  if (readOnly) rejectForeignLog(connection, file);
  if (size <= CHECKED_SIZE) rejectDamage(connection, file);
  connection.exec('COMMIT');
}

function hasLog(file: string): boolean {
  return fileSize(`${file}-wal`) > 0;
}

/** SQLite would take the log of another database, left behind when a file was replaced, for this one's. */
function rejectForeignLog(connection: DatabaseSync, file: string): void {
  const before = idWithoutLog(file);
  const id = databaseIdIn(connection);
  // A new id ends in the former one (`repairDatabase`).
  if (before === null || id === before || id?.endsWith(` ${before}`)) return;
  throw new StoreError('damaged', `${file}-wal is the log of another database than ${file}; move it away`);
}

function idWithoutLog(file: string): string | null {
  using connection = openFile(`${pathToFileURL(file)}?immutable=1`, { readOnly: true });
  try {
    return databaseIdIn(connection);
  } catch {
    // Another process is just writing the file, which such a connection does not wait for; or the next check finds damage.
    return null;
  }
}

/** The id of the database in a file of ours; null if it has none yet. */
export function databaseIdIn(connection: DatabaseSync): string | null {
  const table = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'fact'").get();
  if (table === undefined) return null;
  const find = connection.prepare('SELECT value FROM fact WHERE name = ?');
  return firstRow<{ value: string }>(find, DATABASE_ID)?.value ?? null;
}

function rejectDamage(connection: DatabaseSync, file: string): void {
  const [found] = Object.values(connection.prepare('PRAGMA quick_check(1)').get() ?? {});
  if (found === 'ok') return;
  const reason = String(found).replaceAll(/\s+/g, ' ');
  throw new StoreError('damaged', `the database ${file} is damaged; restore a backup (${reason})`);
}
