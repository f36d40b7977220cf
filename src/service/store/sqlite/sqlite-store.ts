/** The store on SQLite files, through `node:sqlite`. */
import type { DatabaseSync } from 'node:sqlite';
import { DATABASE_ID } from '../backup/tables.ts';
import { REPORT_SQL } from '../reports.ts';
import { READ_METADATA, SET_METADATA, sharedStore } from '../shared-store.ts';
import type { Store } from '../store.ts';
import { addReports, advance } from './add-reports.ts';
import { checkpointStore } from './checkpoints.ts';
import {
  firstRow,
  openAnotherWriter,
  openReader,
  PATIENCE,
  prepare,
  REQUEST_PATIENCE,
} from './connection.ts';
import { dataVersion } from './data-version.ts';
import { explaining } from './errors.ts';
import { exportReports, observationColumns } from './export-reports.ts';
import { FileDatabase } from './file-database.ts';
import { type OpenFiles, openFiles } from './open-files.ts';
import { OpenPaths } from './open-paths.ts';
import { FIRST_PHOTO_SQL, photoReader } from './photos.ts';
import { quotaStore } from './quota.ts';

interface Options {
  /** Whether to create a missing file. */
  readonly create?: boolean;
  /** Called with what an operator should know. */
  readonly onNotice?: (message: string) => void;
  /** How long commits of other processes may go unnoticed, in milliseconds. */
  readonly noticeWithin?: number;
}

/**
 * Opens the store in `file`. Any number of processes can have it open. Once another file replaces it, every call fails with `StoreError`
 * `replaced` (record 13). Throws `StoreError` if the file is missing, belongs to another program or another version, or cannot be read and
 * written.
 */
export async function openSqliteStore(
  file: string,
  { create = false, onNotice = () => undefined, noticeWithin = 0 }: Options = {},
): Promise<Store> {
  const files = await openFiles(file, create, onNotice);
  try {
    return explaining(files.reports.file, () => storeOn(files, onNotice, noticeWithin));
  } catch (error) {
    files.close();
    throw error;
  }
}

function storeOn(files: OpenFiles, onNotice: (message: string) => void, noticeWithin: number): Store {
  const { reports, counters, writer, reader, quota } = files;
  const paths = new OpenPaths(reports.file, [reports.file, counters.file], onNotice);
  const version = dataVersion(reader, noticeWithin);
  const committed = () => {
    version.committed();
    // A change in a file that nobody opens again would be lost.
    paths.check({ now: true });
  };
  const database = new FileDatabase(paths, { reader, writer, patience: PATIENCE, committed });
  database.prepare([...Object.values(REPORT_SQL), FIRST_PHOTO_SQL], [SET_METADATA]);
  const counting = new FileDatabase(paths, { reader: quota, writer: quota, patience: REQUEST_PATIENCE });
  const id = firstRow<{ value: string }>(prepare(reader, READ_METADATA), DATABASE_ID);
  const databaseId = id?.value ?? '';
  const shared = sharedStore(database, counting, databaseId);
  const { rehearseCount, ...counts } = quotaStore(counting);

  /** Connections that close after use, or with the store. */
  const temporary = new Set<DatabaseSync>();
  const end = (connection: DatabaseSync): void => {
    temporary.delete(connection);
    if (connection.isOpen) connection.close();
  };
  const begin = (open: () => DatabaseSync): DatabaseSync => {
    paths.check({ now: true });
    const connection = open();
    temporary.add(connection);
    return connection;
  };
  async function* readAll<Batch>(
    read: (connection: DatabaseSync) => AsyncIterable<Batch>,
  ): AsyncGenerator<Batch, void, void> {
    const connection = begin(() => openReader(reports.file));
    try {
      yield* read(connection);
    } catch (error) {
      throw paths.explain(error);
    } finally {
      end(connection);
    }
  }

  return {
    ...shared,
    ...photoReader(database),
    ...advance(database, writer),
    ...counts,
    ...checkpointStore(counting, databaseId),

    version() {
      try {
        paths.check();
        return version.current();
      } catch (error) {
        return Promise.reject(paths.explain(error));
      }
    },

    observationColumns: (span) => readAll((connection) => observationColumns(connection, span)),
    exportReports: (span) => readAll((connection) => exportReports(connection, span)),

    async addReports(batches) {
      const connection = begin(() => openAnotherWriter(reports));
      try {
        const result = await addReports(connection, batches);
        committed();
        return result;
      } catch (error) {
        throw paths.explain(error);
      } finally {
        end(connection);
      }
    },

    async ping() {
      await database.rows('SELECT 1 FROM report LIMIT 1');
      await shared.findKey(NO_HASH);
      await rehearseCount();
    },

    async close() {
      paths.close();
      for (const connection of temporary) end(connection);
      if (reader.isOpen) files.close();
    },
  };
}

const NO_HASH = new Uint8Array(32);
