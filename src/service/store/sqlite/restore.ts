/** Replaces a database by a backup: complete under a temporary name, then renamed. */
import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type Counts, countRows, DATABASE_ID, differences, HAS_DATA } from '../backup/tables.ts';
import { publish, withTemporaryFile } from '../backup/temporary-file.ts';
import { BackupError, StoreError } from '../errors.ts';
import { countIn, migratedCopy } from './backup-file.ts';
import { type DatabaseFile, openFile, openWriter, transaction } from './connection.ts';
import { databaseFiles } from './database-files.ts';
import { explaining } from './errors.ts';
import { rejectForeign } from './migrations.ts';
import { versionOf } from './verify-schema.ts';

/** How long to wait for a process that is just closing the database, in milliseconds. */
const PATIENCE = 1000;

/**
 * Puts the content of a verified backup into `file`: all of it, or nothing. Counters are never lowered. Throws
 * `StoreError` if the database is in use, or has data and `force` is false.
 */
export async function restoreDatabase(
  backup: string,
  file: string,
  { counts, force }: { readonly counts: Counts; readonly force: boolean },
): Promise<void> {
  const { reports, counters } = databaseFiles(file);
  const old = lockOld(reports, force);
  try {
    await withTemporaryFile(reports.file, async (image) => {
      await fillImage(image, { backup, counts, counters });
      await publish(image, reports.file);
    });
  } finally {
    old?.close();
  }
  // Keys that the backup doesn't have: new ones will get their ids.
  using connection = await openWriter(counters, false);
  connection.prepare('ATTACH DATABASE ? AS reports').run(reports.file);
  connection.exec('DELETE FROM request_count WHERE key_id NOT IN (SELECT id FROM reports.api_key)');
}

/** Throws `StoreError` if `restoreDatabase` would, and changes nothing. */
export function rejectTarget(file: string, force: boolean): void {
  const old = lockOld(databaseFiles(file).reports, force);
  old?.exec('ROLLBACK; PRAGMA journal_mode = WAL');
  old?.close();
}

/**
 * Locks the database until the connection closes, so that no process can use it; null if there is none. It leaves the
 * write-ahead log, which must not remain beside another database.
 */
function lockOld(database: DatabaseFile, force: boolean): DatabaseSync | null {
  const { file } = database;
  if (!existsSync(file)) {
    const log = `${file}-wal`;
    if (!existsSync(log)) return null;
    throw new StoreError('unusable', `${log} is left over from another database; move it away first`);
  }
  const old = openFile(file, { timeout: PATIENCE });
  try {
    return explaining(file, () => {
      rejectForeign(old, database);
      if (!force && versionOf(old) > 0 && countIn(old)(HAS_DATA) > 0) {
        throw new StoreError(
          'not-empty',
          `the database ${file} already has reports or keys; restore into a new one, or add --force to replace them`,
        );
      }
      old.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
      return old;
    });
  } catch (error) {
    old.close();
    throw error instanceof StoreError ? forRestore(error, file) : error;
  }
}

/** The error, with what the operator can do about it. */
function forRestore(error: StoreError, file: string): StoreError {
  const options = { cause: error };
  if (error.code === 'busy') {
    return new StoreError('busy', `the database ${file} is in use; stop the service first`, options);
  }
  if (!['unusable', 'damaged', 'not-a-database'].includes(error.code)) return error;
  const advice = `move ${file} away, and ${file}-wal and ${file}-shm if they exist, and restore again`;
  return new StoreError(error.code, `${error.message}; ${advice}`, options);
}

/** Copies a backup, and makes a database of its own of the copy, to which no checkpoint belongs. */
async function fillImage(
  image: string,
  {
    backup,
    counts,
    counters,
  }: { readonly backup: string; readonly counts: Counts; readonly counters: DatabaseFile },
): Promise<void> {
  using copy = await migratedCopy(backup, image);
  const wrong = differences(counts, await countRows(countIn(copy)));
  if (wrong.length > 0) throw new BackupError(`${backup} is damaged: ${wrong.join(', ')}`);
  await raiseCounters(counters, image);
  copy.exec(`
    DROP TABLE request_count;
    DROP TABLE backup;
    INSERT INTO fact VALUES ('${DATABASE_ID}', lower(hex(randomblob(16))))
    ON CONFLICT DO UPDATE SET value = excluded.value`);
}

/** Before the database is replaced, so that a restore which is interrupted in between doesn't lower a counter. */
async function raiseCounters(counters: DatabaseFile, image: string): Promise<void> {
  using connection = await openWriter(counters, true).catch((error: unknown) => {
    throw error instanceof StoreError ? forRestore(error, counters.file) : error;
  });
  connection.prepare('ATTACH DATABASE ? AS backup').run(image);
  await transaction(connection, () => connection.exec(RAISE));
}

/** A counter that was set back would allow requests twice. */
const RAISE = `
  INSERT INTO request_count SELECT key_id, day, used, touched_at FROM backup.request_count WHERE true
  ON CONFLICT DO UPDATE SET used = excluded.used, touched_at = excluded.touched_at WHERE used < excluded.used`;
