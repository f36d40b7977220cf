import { lstat, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BackupError, fileErrorReason, isDamage } from '../errors.ts';
import type { DatabaseAddress } from '../open-store.ts';
import { noteBackup as noteSchemaBackup, readRows } from '../postgres/back-up.ts';
import { copyDatabase, noteBackup as noteFileBackup } from '../sqlite/back-up.ts';
import { addRows, type BackupConnection, finishBackup, startBackup } from '../sqlite/backup-file.ts';
import { APPLICATION_ID } from '../sqlite/migrations.ts';
import type { BackupInfo, Subject } from './subject.ts';
import { publish, withTemporaryFile } from './temporary-file.ts';

/**
 * Writes a consistent copy of a database, of any engine, to the file `to`, which is complete or absent. Other processes
 * can read and write meanwhile. Throws `StoreError` about the database and `BackupError` about the file, for example
 * if it exists and `force` is false.
 */
export async function backUp(
  address: DatabaseAddress,
  to: string,
  { force, madeAt, subject }: { readonly force: boolean; readonly madeAt: string; readonly subject: Subject },
): Promise<BackupInfo> {
  await rejectTarget(to, force);
  try {
    return await withTemporaryFile(to, async (file) => {
      const connection =
        address.engine === 'sqlite'
          ? await copyDatabase(address.file, file)
          : await copySchema(address, file);
      const info = await finishBackup(connection, file, { engine: address.engine, madeAt, subject });
      await publish(file, to);
      return info;
    });
  } catch (error) {
    const reason = fileErrorReason(error);
    if (reason === null) throw error;
    // Only the database can be damaged: its copy is new.
    const problem = isDamage(error)
      ? 'the database is damaged, so no backup was made'
      : `${to} cannot be written`;
    throw new BackupError(`${problem}: ${reason}`, { cause: error });
  }
}

/** Lets services that use the database know when its last backup was made; the version of the data stays. */
export function noteBackup(address: DatabaseAddress, madeAt: string): Promise<void> {
  return address.engine === 'sqlite'
    ? noteFileBackup(address.file, madeAt)
    : noteSchemaBackup(address, madeAt);
}

async function copySchema(address: Parameters<typeof readRows>[0], file: string): Promise<BackupConnection> {
  const connection = startBackup(file);
  try {
    await readRows(address, (table, rows) => addRows(connection, table, rows));
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Throws if the file exists; with `force` only if it is anything but a file that may be replaced. */
async function rejectTarget(to: string, force: boolean): Promise<void> {
  const folder = await lstat(dirname(to)).catch(() => null);
  if (folder === null)
    throw new BackupError(`${to} cannot be written: the folder ${dirname(to)} does not exist`);
  const existing = await lstat(to).catch(() => null);
  if (existing === null) return;
  if (!force) throw new BackupError(`${to} already exists; name another file, or add --force to replace it`);
  if (!existing.isFile()) throw new BackupError(`${to} is not a file that can be replaced`);
  if (await isDatabase(to)) throw new BackupError(`${to} is a database, and a backup never replaces one`);
}

/** Whether SQLite's header says that a file is a database of ours, which may be the very one to back up. */
async function isDatabase(file: string): Promise<boolean> {
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(72), 0, 72, 0);
  return buffer.toString('latin1', 0, 15) === 'SQLite format 3' && buffer.readUInt32BE(68) === APPLICATION_ID;
}
