/** Numbered steps that update a database file to this program's version, each in one transaction. */
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../errors.ts';

/** One step; its number is its position in the list, from 1. Never change a released one. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

export interface MigratedFile {
  /** Its path. */
  readonly file: string;
  readonly migrations: readonly Migration[];
}

/** Identifies our files in SQLite's header ("QHLC"). */
export const APPLICATION_ID = 0x51484c43;

/**
 * Applies all steps to a new file, in one transaction, and with `update` those that an older file lacks, each in its own; without, such a file
 * is `outdated`. Safe if several processes start at once: each takes the write lock and checks again. A failing step leaves the version before it.
 */
export function migrate(
  connection: DatabaseSync,
  database: MigratedFile,
  { update = false }: { readonly update?: boolean } = {},
): void {
  const { file, migrations } = database;
  const versionOf = () => pragma(connection, 'user_version');
  while (versionOf() < migrations.length) {
    connection.exec('BEGIN IMMEDIATE');
    try {
      rejectForeign(connection, database);
      const version = versionOf();
      if (version > 0 && version < migrations.length && !update)
        throw outdated(file, version, migrations.length);
      const lacking = version === 0 ? migrations : migrations.slice(version, version + 1);
      for (const migration of lacking) apply(connection, file, migration, versionOf() + 1);
      connection.exec('COMMIT');
    } catch (error) {
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  }
}

function outdated(file: string, version: number, needed: number): StoreError {
  return new StoreError(
    'outdated',
    `${file} has version ${version} of the schema, and this program needs version ${needed}: ` +
      'stop the older programs that use it, make a backup, and run headcount migrate',
  );
}

/** Throws `StoreError` if the file belongs to another program or to a newer version of this one. */
export function rejectForeign(connection: DatabaseSync, { file, migrations }: MigratedFile): void {
  const version = pragma(connection, 'user_version');
  const ours = pragma(connection, 'application_id') === APPLICATION_ID;
  const empty =
    version === 0 && connection.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (!ours && !empty) {
    throw new StoreError('foreign-database', `${file} is a database of another program`);
  }
  if (version > migrations.length) {
    throw new StoreError(
      'newer-version',
      `${file} has version ${version} of the schema; this program supports versions up to ` +
        `${migrations.length}: run the newer program, or restore a backup from before the upgrade`,
    );
  }
}

function apply(connection: DatabaseSync, file: string, migration: Migration, version: number): void {
  try {
    connection.exec(migration.sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(
      'migration-failed',
      `${file} could not be updated to version ${version} (${migration.name}): ${reason}`,
      { cause: error },
    );
  }
  connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}`);
}

function pragma(connection: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(connection.prepare(`PRAGMA ${name}`).get()?.[name]);
}
