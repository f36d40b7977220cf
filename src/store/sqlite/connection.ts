/** Opens SQLite files, runs transactions and reads rows; no other file deals with `node:sqlite`'s peculiarities. */
import { stat } from 'node:fs/promises';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../errors.ts';
import { type Migration, migrate, rejectForeign } from './migrations.ts';

/** The longest wait for another process's lock, in milliseconds. */
const BUSY_TIMEOUT = 15_000;

const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

export interface DatabaseFile {
  readonly file: string;
  /** `FULL`: a commit survives a power loss. `NORMAL`: it survives a crash of the process. */
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly migrations: readonly Migration[];
  /** In bytes, for a new file; SQLite's default if missing. */
  readonly pageSize?: number;
}

/**
 * The writing connection of a database in WAL mode, migrated to the newest version; safe in several processes at
 * once. Throws `StoreError` if the file is missing (unless `create`) or not a database of ours.
 */
export async function openWriter(database: DatabaseFile, create: boolean): Promise<DatabaseSync> {
  const { file } = database;
  if (!create) await mustExist(file);
  const deadline = performance.now() + BUSY_TIMEOUT;
  for (;;) {
    try {
      return prepareWriter(database);
    } catch (error) {
      // SQLite reports some conflicts between starting and ending processes at once, without waiting.
      if (errcode(error) !== SQLITE_BUSY || performance.now() > deadline) throw explained(error, file);
    }
    await sleep(5 + Math.random() * 20);
  }
}

/** A read-only connection; use it only while a writer of the same file is open. */
export function openReader(file: string): DatabaseSync {
  return explaining(file, () => new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT }));
}

/** Another writing connection beside an `openWriter` of the same database. */
export function openAnotherWriter(database: DatabaseFile): DatabaseSync {
  return explaining(database.file, () => {
    const connection = new DatabaseSync(database.file, { timeout: BUSY_TIMEOUT });
    connection.exec(`PRAGMA synchronous = ${database.synchronous}`);
    return connection;
  });
}

/** Runs `work` as one writing transaction; waits for other writers, rolls back if it throws. */
export function transaction<T>(connection: DatabaseSync, work: () => T): T {
  return explaining(connection.location() ?? 'database', () => {
    connection.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  });
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

/** Turns SQLite's errors about the file into a `StoreError` that names it; rethrows others unchanged. */
export function explaining<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explained(error, file);
  }
}

function prepareWriter({ file, synchronous, migrations, pageSize }: DatabaseFile): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
  try {
    // Before any change, because the file may belong to another program. In one read transaction, because a database
    // that another process is still creating would look foreign.
    connection.exec('BEGIN');
    rejectForeign(connection, file, migrations);
    connection.exec('COMMIT');
    if (pageSize !== undefined) connection.exec(`PRAGMA page_size = ${pageSize}`);
    connection.exec('PRAGMA journal_mode = WAL');
    connection.exec(`PRAGMA synchronous = ${synchronous}`);
    migrate(connection, file, migrations);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

async function mustExist(file: string): Promise<void> {
  try {
    await stat(file);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (missing) throw new StoreError('missing', `the database ${file} does not exist`, { cause: error });
    throw new StoreError('unusable', `the database ${file} cannot be read`, { cause: error });
  }
}

function explained(error: unknown, file: string): unknown {
  const code = errcode(error);
  if (code === undefined) return error;
  const reason = error instanceof Error ? error.message : '';
  const options = { cause: error };
  if (code === SQLITE_NOTADB)
    return new StoreError('not-a-database', `${file} is not an SQLite database`, options);
  if (code === SQLITE_BUSY)
    return new StoreError('busy', `the database ${file} is locked by another process`, options);
  return UNUSABLE.has(code)
    ? new StoreError('unusable', `the database ${file} cannot be used: ${reason}`, options)
    : error;
}

/** PERM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN: the file, its folder or its disk is at fault. */
const UNUSABLE: ReadonlySet<number> = new Set([3, 8, 10, 11, 13, 14]);

/** SQLite's primary result code, without the detail in its upper bits. */
function errcode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
