/**
 * The store on SQLite files, through `node:sqlite`: `FILE` for reports and keys, flushed to disk with every commit,
 * and `FILE-quota` for counters and checkpoints, flushed occasionally.
 */
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../errors.ts';
import type { Store } from '../store.ts';
import { addReports, metadataStore } from './add-reports.ts';
import { checkpointStore } from './checkpoints.ts';
import {
  type DatabaseFile,
  explaining,
  firstRow,
  openAnotherWriter,
  openReader,
  openWriter,
} from './connection.ts';
import { databaseFiles } from './database-files.ts';
import { exportReports } from './export-reports.ts';
import { keyStore } from './keys.ts';
import { photoReader } from './photos.ts';
import { quotaStore } from './quota.ts';
import { reportReader } from './reports.ts';

/**
 * Opens the store in `file` and updates it to this program's version; with `create` also creates it if missing. Any
 * number of processes can have it open. Throws `StoreError` if the file is missing, belongs to another program or a
 * newer version, or cannot be read and written.
 */
export async function openSqliteStore(
  file: string,
  { create = false }: { readonly create?: boolean } = {},
): Promise<Store> {
  const { reports, counters } = databaseFiles(file);
  // In the order of closing: the writer closes last, so that it can checkpoint the log.
  const open: DatabaseSync[] = [];
  try {
    const writer = await openWriter(reports, create);
    open.unshift(writer);
    const quota = await openWriter(counters, true);
    open.unshift(quota);
    // Checkpointing the log flushes to disk while all requests wait: every 10,000 pages instead of 1,000.
    quota.exec('PRAGMA wal_autocheckpoint = 10000');
    const reader = openReader(reports.file);
    open.unshift(reader);
    return assemble({ reports, writer, reader, quota });
  } catch (error) {
    for (const connection of open) connection.close();
    throw error;
  }
}

interface Connections {
  readonly reports: DatabaseFile;
  readonly writer: DatabaseSync;
  /** For all reads but exports; never writes, so that `data_version` changes with every commit, including our own. */
  readonly reader: DatabaseSync;
  readonly quota: DatabaseSync;
}

function assemble({ reports, writer, reader, quota }: Connections): Store {
  const { file } = reports;
  const dataVersion = reader.prepare('PRAGMA data_version');
  const anyReport = reader.prepare('SELECT 1 FROM report LIMIT 1');
  const anyCount = quota.prepare('SELECT 1 FROM request_count LIMIT 1');
  const temporary = new Set<DatabaseSync>();
  let closed = false;

  /** A connection that closes after use, or with the store. */
  const borrow = (open: () => DatabaseSync): DatabaseSync => {
    if (closed) throw new StoreError('closed', `the database ${file} has been closed`);
    const connection = open();
    temporary.add(connection);
    return connection;
  };
  const giveBack = (connection: DatabaseSync): void => {
    temporary.delete(connection);
    if (connection.isOpen) connection.close();
  };
  const closedMeanwhile = (connection: DatabaseSync, error: unknown): unknown =>
    connection.isOpen
      ? error
      : new StoreError('closed', `the database ${file} was closed meanwhile`, { cause: error });

  const databaseId = firstRow<{ value: string }>(
    reader.prepare("SELECT value FROM fact WHERE name = 'identity'"),
  );
  const checkpoints = checkpointStore(quota, databaseId?.value ?? '');
  return {
    ...reportReader(reader),
    ...photoReader(reader),
    ...keyStore(reader, writer),
    ...metadataStore(reader, writer),
    ...quotaStore(quota),
    ...checkpoints,

    version() {
      return firstRow<{ data_version: number }>(dataVersion)?.data_version ?? 0;
    },

    async *exportReports(span) {
      const connection = borrow(() => openReader(file));
      try {
        yield* exportReports(connection, span);
      } catch (error) {
        throw closedMeanwhile(connection, error);
      } finally {
        giveBack(connection);
      }
    },

    async addReports(batches) {
      const connection = borrow(() => openAnotherWriter(reports));
      try {
        return await addReports(connection, batches);
      } catch (error) {
        throw closedMeanwhile(connection, error);
      } finally {
        giveBack(connection);
      }
    },

    async ping() {
      explaining(file, () => [anyReport.get(), anyCount.get()]);
    },

    async close() {
      if (closed) return;
      closed = true;
      for (const connection of temporary) giveBack(connection);
      for (const connection of [reader, quota, writer]) connection.close();
    },
  };
}
