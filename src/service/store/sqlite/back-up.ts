/** Copies a database into a backup while other processes use it. */
import { existsSync } from 'node:fs';
import { backup, type DatabaseSync } from 'node:sqlite';
import { COUNTERS } from '../backup/tables.ts';
import { ownerOf, saveCheckpoint } from '../checkpoints.ts';
import { LAST_BACKUP } from '../store.ts';
import { addRows, hasTable, rowsOf, startBackup } from './backup-file.ts';
import { type DatabaseFile, mustExist, openAnotherWriter, openReader, transaction } from './connection.ts';
import { databaseFiles } from './database-files.ts';
import { explaining } from './errors.ts';
import { runAll } from './file-database.ts';
import { databaseIdIn } from './inspect.ts';
import { rejectForeign } from './migrations.ts';

/** How many pages to copy at once; signals are handled in between. */
const PAGES = 5000;

/**
 * Copies the database in `file`, of this or an older version, into an empty file as one consistent snapshot, and changes
 * nothing. Writers never wait. The log of the database grows only while its pages are copied; everything slower
 * happens to the copy. Throws `StoreError` if the database is missing, foreign, newer or unreadable.
 */
export async function copyDatabase(file: string, target: string): Promise<DatabaseSync> {
  const { reports, counters } = databaseFiles(file);
  await mustExist(reports.file);
  {
    using source = openSnapshot(reports);
    await backup(source, target, { rate: PAGES });
  }
  const copy = startBackup(target);
  try {
    if (existsSync(counters.file)) explaining(counters.file, () => copyCounters(counters, copy));
    return copy;
  } catch (error) {
    copy.close();
    throw error;
  }
}

/** Stores when a backup was made, beside the counters of the database. Does nothing if there are none yet. */
export async function noteBackup(file: string, madeAt: string): Promise<void> {
  const { reports, counters } = databaseFiles(file);
  if (!existsSync(counters.file)) return;
  using source = openSnapshot(reports);
  using connection = openAnotherWriter(counters);
  const owner = ownerOf(databaseIdIn(source) ?? '');
  await transaction(connection, () => runAll(saveCheckpoint(owner, LAST_BACKUP, madeAt), connection));
}

/** A read-only connection in a transaction, which fixes what it sees. */
function openSnapshot(database: DatabaseFile): DatabaseSync {
  const { file } = database;
  const connection = openReader(file);
  try {
    explaining(file, () => {
      connection.exec('BEGIN');
      rejectForeign(connection, database);
    });
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function copyCounters(counters: DatabaseFile, copy: DatabaseSync): void {
  using source = openSnapshot(counters);
  // Another process may have created the file just now.
  if (!hasTable(source, 'request_count')) return;
  for (const rows of rowsOf(source, COUNTERS)) addRows(copy, COUNTERS, rows);
  // Of keys that were issued after the snapshot.
  copy.exec('DELETE FROM request_count WHERE key_id NOT IN (SELECT id FROM api_key)');
}
