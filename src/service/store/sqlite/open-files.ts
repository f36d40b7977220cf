/**
 * The two files of a store, opened: `FILE` for reports and accounts, flushed to disk with every commit, and `FILE-quota`
 * for counters, checkpoints and sessions, flushed occasionally.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type Micros, SECOND } from '../../domain/micros.ts';
import { accountStore } from '../accounts/accounts.ts';
import { auditLog } from '../accounts/audit.ts';
import { keyStore } from '../accounts/keys.ts';
import { sessionStore } from '../accounts/sessions.ts';
import { liveReports } from '../live/live-reports.ts';
import { reporters } from '../live/reporters.ts';
import type { Store } from '../store.ts';
import { accountDatabase } from './account-database.ts';
import { addReports, metadataStore } from './add-reports.ts';
import { checkpointStore } from './checkpoints.ts';
import {
  type DatabaseFile,
  firstRow,
  openAnotherWriter,
  openReader,
  openWriter,
  PATIENCE,
  REQUEST_PATIENCE,
  whenUnlocked,
} from './connection.ts';
import { dataVersion } from './data-version.ts';
import { databaseFiles } from './database-files.ts';
import { explaining } from './errors.ts';
import { exportReports, observationColumns } from './export-reports.ts';
import { tighten } from './file-modes.ts';
import { fileState, removeOrphans, sideFilesOf } from './file-state.ts';
import { inspect } from './inspect.ts';
import { photoReader } from './photos.ts';
import { type CountRow, quotaStore, raiseCounts, recentCounts } from './quota.ts';
import { reportReader } from './reports.ts';
import { schemaProblems } from './verify-schema.ts';

/** A store on files that stay where they are. */
export interface OpenFiles extends Omit<Store, 'version' | 'close'> {
  /** Identifies the database, also in its copies. */
  readonly databaseId: string;
  version(): number;
  recentCounts(): readonly CountRow[];
  raiseCounts(counts: readonly CountRow[]): Promise<void>;
  /** Ends exports and imports and closes the files. One that is no longer at its path is completed from its log first. */
  close(): void;
}

export interface OpenOptions {
  readonly create: boolean;
  /** Whether to create missing counters. */
  readonly createCounters: boolean;
  /** The longest wait for another process, in milliseconds. */
  readonly patience: number;
  readonly onNotice: (message: string) => void;
}

export async function openFiles(path: string, options: OpenOptions): Promise<OpenFiles> {
  const files = databaseFiles(path);
  const { reports, counters } = files;
  const open: DatabaseSync[] = [];
  try {
    await whenUnlocked(() => inspect(files), options.patience);
    const writer = await openWriter(reports, options.create, options.patience);
    open.unshift(writer);
    const quota = await openWriter(counters, options.createCounters, options.patience);
    open.unshift(quota);
    // Checkpointing the log flushes to disk while all requests wait: every 10,000 pages instead of 1,000.
    quota.exec('PRAGMA wal_autocheckpoint = 10000');
    const reader = openReader(path);
    open.unshift(reader);
    for (const [database, connection] of [
      [reports, writer],
      [counters, quota],
    ] as const) {
      const exposed = tighten(database.file);
      const { added } = schemaProblems(connection, database);
      for (const notice of exposed === null ? added : [exposed, ...added]) options.onNotice(notice);
    }
    return explaining(path, () => assemble({ reports, counters, writer, reader, quota }));
  } catch (error) {
    for (const connection of open) connection.close();
    throw error;
  }
}

interface Connections {
  readonly reports: DatabaseFile;
  readonly counters: DatabaseFile;
  readonly writer: DatabaseSync;
  /** For all reads but exports; never writes, as `dataVersion` requires. */
  readonly reader: DatabaseSync;
  readonly quota: DatabaseSync;
}

function assemble({ reports, counters, writer, reader, quota }: Connections): OpenFiles {
  const { file } = reports;
  const opened = [
    { path: counters.file, connection: quota },
    { path: file, connection: writer },
  ].map((each) => ({ ...each, id: fileState(each.path).id, sideFiles: sideFilesOf(each.path) }));
  const anyReport = reader.prepare('SELECT 1 FROM report LIMIT 1');
  const newestEvent = reader.prepare(`
    SELECT max(at) AS at FROM (
      SELECT max(created_at) AS at FROM report WHERE created_at <= ?
      UNION ALL SELECT max(at) FROM audit_event WHERE at <= ?)`);
  const newestCount = quota.prepare(
    'SELECT max(touched_at) * ? AS at FROM request_count WHERE touched_at <= ?',
  );
  const temporary = new Set<DatabaseSync>();

  /** Runs `work` on a connection that closes after use, or with the files. */
  const giveBack = (connection: DatabaseSync): void => {
    temporary.delete(connection);
    if (connection.isOpen) connection.close();
  };
  const borrow = (open: () => DatabaseSync): DatabaseSync => {
    const connection = open();
    temporary.add(connection);
    return connection;
  };

  async function* readAll<Batch>(
    read: (connection: DatabaseSync) => AsyncIterable<Batch>,
  ): AsyncGenerator<Batch, void, void> {
    const connection = borrow(() => openReader(file));
    try {
      yield* read(connection);
    } finally {
      giveBack(connection);
    }
  }

  const found = firstRow<{ value: string }>(reader.prepare("SELECT value FROM fact WHERE name = 'identity'"));
  const databaseId = found?.value ?? '';
  const { rehearseCount, ...counts } = quotaStore(quota);
  const accounts = accountDatabase(reader, writer, PATIENCE);
  const keys = keyStore(accounts);
  return {
    databaseId,
    ...reportReader(reader),
    ...photoReader(reader),
    ...keys,
    ...accountStore(accounts),
    ...auditLog(accounts),
    ...liveReports(accounts),
    ...reporters(accounts),
    ...sessionStore(accountDatabase(quota, quota, REQUEST_PATIENCE), databaseId),
    ...metadataStore(reader, writer),
    ...counts,
    ...checkpointStore(quota, databaseId),

    version: dataVersion(reader),

    observationColumns: (span) => readAll((connection) => observationColumns(connection, span)),
    exportReports: (span) => readAll((connection) => exportReports(connection, span)),

    async addReports(batches) {
      const connection = borrow(() => openAnotherWriter(reports));
      try {
        return await addReports(connection, batches);
      } finally {
        giveBack(connection);
      }
    },

    async ping() {
      anyReport.get();
      await keys.findKey(NO_HASH);
      await rehearseCount();
    },

    async newestEvent(now) {
      const times = [
        firstRow<{ at: Micros | null }>(newestEvent, now, now)?.at,
        firstRow<{ at: Micros | null }>(newestCount, SECOND, Math.floor(now / SECOND))?.at,
      ].filter((at) => typeof at === 'number');
      return times.length === 0 ? null : Math.max(...times);
    },

    recentCounts: () => recentCounts(quota),
    raiseCounts: (counts) => raiseCounts(quota, counts, REQUEST_PATIENCE),

    close() {
      for (const connection of temporary) giveBack(connection);
      reader.close();
      for (const { path, connection, id, sideFiles } of opened) {
        const isMoved = fileState(path).id !== id;
        if (isMoved) complete(connection);
        connection.close();
        if (isMoved) removeOrphans(sideFiles);
      }
    },
  };
}

const NO_HASH = new Uint8Array(32);

/** Copies the log into its file. SQLite doesn't do so when it closes a file that is not at its path any more. */
function complete(connection: DatabaseSync): void {
  try {
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // The file is damaged as well: there is nothing to complete.
  }
}
