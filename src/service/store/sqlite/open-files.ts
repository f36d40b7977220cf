/**
 * The two files of a store, opened: `FILE` for reports and accounts, flushed to disk with every commit, and `FILE-quota`
 * for counters, checkpoints and sessions, flushed occasionally.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type DatabaseFile, openReader, openWriter, PATIENCE, whenUnlocked } from './connection.ts';
import { databaseFiles } from './database-files.ts';
import { fileId, removeOrphans, sideFilesOf } from './file-id.ts';
import { tighten } from './file-modes.ts';
import { inspect } from './inspect.ts';
import { schemaProblems } from './verify-schema.ts';

export interface OpenFiles {
  readonly reports: DatabaseFile;
  readonly counters: DatabaseFile;
  readonly writer: DatabaseSync;
  /** For all reads but exports; never writes, as `dataVersion` requires. */
  readonly reader: DatabaseSync;
  readonly quota: DatabaseSync;
  /** Closes the files. One that is no longer at its path is completed from its log first. */
  close(): void;
}

/** Opens both; with `create` also creates the first if it is missing. */
export async function openFiles(
  path: string,
  create: boolean,
  onNotice: (message: string) => void,
): Promise<OpenFiles> {
  const files = databaseFiles(path);
  const { reports, counters } = files;
  const open: DatabaseSync[] = [];
  try {
    await whenUnlocked(() => inspect(files), PATIENCE);
    const writer = await openWriter(reports, create);
    open.unshift(writer);
    const quota = await openWriter(counters, true);
    open.unshift(quota);
    // Checkpointing the log flushes to disk while all requests wait: every 10,000 pages instead of 1,000.
    quota.exec('PRAGMA wal_autocheckpoint = 10000');
    const reader = openReader(reports.file);
    open.unshift(reader);
    const writers = [
      { file: reports.file, connection: writer, database: reports },
      { file: counters.file, connection: quota, database: counters },
    ].map((each) => ({ ...each, id: fileId(each.file), sideFiles: sideFilesOf(each.file) }));
    for (const { file, connection, database } of writers) {
      const exposed = tighten(file);
      const { added } = schemaProblems(connection, database);
      for (const notice of exposed === null ? added : [exposed, ...added]) onNotice(notice);
    }
    return {
      reports,
      counters,
      writer,
      reader,
      quota,
      close() {
        reader.close();
        for (const { file, connection, id, sideFiles } of writers) {
          const isMoved = fileId(file) !== id;
          if (isMoved) complete(connection);
          connection.close();
          if (isMoved) removeOrphans(sideFiles);
        }
      },
    };
  } catch (error) {
    for (const connection of open) connection.close();
    throw error;
  }
}

/** Copies the log into its file. SQLite doesn't do so when it closes a file that is not at its path any more. */
function complete(connection: DatabaseSync): void {
  try {
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // The file is damaged as well: there is nothing to complete.
  }
}
