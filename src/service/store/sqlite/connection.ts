/** Opens SQLite files, runs transactions and reads rows; no other file deals with `node:sqlite`'s peculiarities. */
import { stat } from 'node:fs/promises';
import { DatabaseSync, type DatabaseSyncOptions, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../errors.ts';
import { explaining } from './errors.ts';
import { createPrivate } from './file-modes.ts';
import { type MigratedFile, migrate, rejectForeign } from './migrations.ts';

/** The longest wait for another process's lock, in milliseconds: of an import, a command or a start … */
export const PATIENCE = 15_000;
/** … and of a request. */
export const REQUEST_PATIENCE = 2000;

export interface DatabaseFile extends MigratedFile {
  /** `FULL`: a commit survives a power loss. `NORMAL`: it survives a crash of the process. */
  readonly synchronous: 'FULL' | 'NORMAL';
  /** In bytes, for a new file; SQLite's default if missing. */
  readonly pageSize?: number;
}

/**
 * The writing connection of a database in WAL mode; safe in several processes at once. A new file can be read by its owner only. Throws
 * `StoreError` if the file is missing (unless `create`), of another version or not a database of ours.
 */
export async function openWriter(database: DatabaseFile, create: boolean): Promise<DatabaseSync> {
  const { file } = database;
  if (create) createPrivate(file);
  else await mustExist(file);
  return whenUnlocked(() => explaining(file, () => prepareWriter(database)), PATIENCE);
}

/**
 * Opens a file, which somebody else may have made: its schema can call no function that has side effects, and cannot be edited.
 * No other function opens files.
 */
export function openFile(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const connection = new DatabaseSync(file, { ...options, defensive: true });
  connection.exec('PRAGMA trusted_schema = OFF');
  return connection;
}

/** A read-only connection; use it only while a writer of the same file is open. */
export function openReader(file: string): DatabaseSync {
  return explaining(file, () => openFile(file, { readOnly: true }));
}

/** Another writing connection beside an `openWriter` of the same database. */
export function openAnotherWriter(database: DatabaseFile): DatabaseSync {
  return explaining(database.file, () => {
    const connection = openFile(database.file);
    prepareWrites(connection, database);
    return connection;
  });
}

/** Runs `work` as one writing transaction when no other process writes; rolls back if it throws. */
export function transaction<T>(connection: DatabaseSync, work: () => T, patience = PATIENCE): Promise<T> {
  return whenUnlocked(
    () =>
      explaining(connection.location() ?? 'database', () =>
        inTransaction(connection, 'BEGIN IMMEDIATE', work),
      ),
    patience,
  );
}

/** Runs `work` between `begin` and COMMIT; rolls back if it throws. A plain BEGIN takes no lock before the database is used. */
export function inTransaction<T>(
  connection: DatabaseSync,
  begin: 'BEGIN' | 'BEGIN IMMEDIATE',
  work: () => T,
): T {
  connection.exec(begin);
  try {
    const result = work();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Repeats `work` while another process holds the lock that it needs. Waiting does not block this process, as SQLite's own
 * would: connections have no busy timeout. Rejects with `busy` after `patience` milliseconds.
 */
export async function whenUnlocked<T>(work: () => T, patience: number): Promise<T> {
  const deadline = performance.now() + patience;
  for (;;) {
    try {
      return work();
    } catch (error) {
      const isLocked = error instanceof StoreError && error.code === 'busy';
      if (!isLocked || performance.now() > deadline) throw error;
    }
    await sleep(1 + Math.random() * 9);
  }
}

/** Copies the log into its file and empties it, because it still has what was deleted. Does less while others read or write. */
export function emptyLog(connection: DatabaseSync): void {
  explaining(connection.location() ?? 'database', () => connection.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
}

/** Prepares a statement whose values are `$1`, `$2`, …, as in what both engines share. */
export function prepare(connection: DatabaseSync, sql: string): StatementSync {
  return connection.prepare(sql.replaceAll(/\$(?=\d)/g, '?'));
}

/** All rows of a query. `Row` names its columns; STRICT tables guarantee their types. */
export function allRows<Row>(statement: StatementSync, ...values: readonly SQLInputValue[]): Row[] {
  return statement.all(...values) as unknown as Row[];
}

/** The first row of a query. */
export function firstRow<Row>(
  statement: StatementSync,
  ...values: readonly SQLInputValue[]
): Row | undefined {
  return statement.get(...values) as unknown as Row | undefined;
}

/** What is deleted is overwritten with zeros: it may be what somebody wrote. */
function prepareWrites(connection: DatabaseSync, { synchronous }: DatabaseFile): void {
  connection.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA secure_delete = ON`);
}

function prepareWriter(database: DatabaseFile): DatabaseSync {
  const { pageSize } = database;
  const connection = openFile(database.file);
  try {
    // In one read transaction, because a database that another process is still creating would look foreign.
    connection.exec('BEGIN');
    rejectForeign(connection, database);
    connection.exec('COMMIT');
    if (pageSize !== undefined) connection.exec(`PRAGMA page_size = ${pageSize}`);
    connection.exec('PRAGMA journal_mode = WAL');
    prepareWrites(connection, database);
    migrate(connection, database);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Throws `StoreError` if there is no such file, or its folder cannot be read. */
export async function mustExist(file: string): Promise<void> {
  try {
    await stat(file);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (missing) throw new StoreError('missing', `the database ${file} does not exist`, { cause: error });
    throw new StoreError('unusable', `the database ${file} cannot be read`, { cause: error });
  }
}
