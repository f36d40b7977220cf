import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BackupError, fileErrorReason, StoreError } from '../errors.ts';
import { makeFolder } from '../make-folder.ts';
import type { DatabaseAddress } from '../open-store.ts';
import { rejectTarget as rejectSchema, restoreSchema } from '../postgres/restore.ts';
import {
  type BackupConnection,
  countIn,
  hasTable,
  migratedCopy,
  type OpenBackup,
  openBackup,
  rowsOf,
} from '../sqlite/backup-file.ts';
import { rejectTarget as rejectDatabase, restoreDatabase } from '../sqlite/restore.ts';
import { verifyTexts } from '../sqlite/verify-texts.ts';
import { type BackupInfo, type RestoreOptions, rejectMismatch } from './subject.ts';
import { countRows, differences } from './tables.ts';
import { withTemporaryFile } from './temporary-file.ts';

/**
 * Verifies the backup in `from`, and puts its content into a new or empty database of any engine: all of it, or nothing.
 * With `force` it replaces what a database has, except that counters are never lowered. An older backup is migrated, and one of another subject
 * than the database is refused.
 * Throws `BackupError` about the file and `StoreError` about the database.
 */
export async function restore(
  from: string,
  address: DatabaseAddress,
  options: RestoreOptions,
): Promise<BackupInfo> {
  const { force } = options;
  const backup = await openForRestore(from);
  try {
    rejectMismatch(from, backup, options);
    if (address.engine === 'sqlite') {
      await makeFolder(dirname(address.file), 0o700);
      await restoreDatabase(from, address.file, { counts: backup.counts, force });
    } else {
      verifyTexts(backup.connection, from);
      await withCurrent(from, backup, (connection) =>
        restoreSchema({ counts: backup.counts, rows: (table) => rowsOf(connection, table) }, address, force),
      );
    }
    return backup;
  } catch (error) {
    const reason = fileErrorReason(error);
    if (reason === null) throw error;
    const shown = address.engine === 'sqlite' ? address.file : address.shown;
    throw new StoreError('unusable', `the database ${shown} cannot be written: ${reason}`, { cause: error });
  } finally {
    backup.connection.close();
  }
}

/** Throws the error that `restore` would throw before it changes anything, and changes nothing. */
export async function rehearseRestore(
  from: string,
  address: DatabaseAddress,
  options: RestoreOptions,
): Promise<void> {
  const backup = await openForRestore(from);
  using connection = backup.connection;
  rejectMismatch(from, backup, options);
  const actual = await countRows(countIn(connection), (table) => hasTable(connection, table));
  const wrong = differences(backup.counts, actual);
  if (wrong.length > 0) throw new BackupError(`${from} is damaged: ${wrong.join(', ')}`);
  if (address.engine === 'sqlite') return rejectDatabase(address.file, options.force);
  verifyTexts(connection, from);
  await rejectSchema(address, options.force);
}

/**
 * Opens a backup, as `openBackup` does; errors of the file system become a `BackupError`, too. A pipe is refused: it can be read only
 * once, and a process that waits for one cannot exit.
 */
export async function openForRestore(from: string): Promise<OpenBackup> {
  try {
    if (!(await stat(from)).isFile()) {
      throw new BackupError(
        `${from} cannot be read: it is not a regular file; copy the backup into one first`,
      );
    }
    return await openBackup(from);
  } catch (error) {
    const reason = fileErrorReason(error);
    if (reason === null) throw error;
    throw new BackupError(`${from} cannot be read: ${reason}`, { cause: error });
  }
}

/** Runs `work` on the backup itself, or on a temporary copy of it if it has to be migrated. */
async function withCurrent(
  from: string,
  backup: OpenBackup,
  work: (connection: BackupConnection) => Promise<void>,
): Promise<void> {
  if (backup.isCurrent) return work(backup.connection);
  await withTemporaryFile(join(tmpdir(), 'headcount-restore'), async (file) => {
    using copy = await migratedCopy(from, file);
    await work(copy);
  });
}
