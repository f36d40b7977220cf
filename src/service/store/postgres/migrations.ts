/** Numbered steps that update a schema to this program's version, each in one transaction. */
import { StoreError } from '../errors.ts';
import type { PostgresAddress } from './address.ts';
import type { Database } from './connection.ts';
import { inTransaction, type Statements } from './leases.ts';
import { verifyTables } from './verify-tables.ts';

/** One step; its number is its position in the list, from 1. Never change a released one. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/**
 * Creates the schema if it is missing, and applies the steps it lacks. Safe if several processes start at once: each
 * step takes an advisory lock and checks again. A failing step leaves the version before it. Without `create`, a schema
 * without our tables is `StoreError` `missing`.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  create: boolean,
): Promise<void> {
  const { address } = database;
  const before = await versionOf(database, address);
  rejectForeign(before, address, migrations);
  if (before.version === null && !create) throw missing(address);
  if (before.version === migrations.length) return verifyTables(database, migrations);
  const session = await database.session();
  try {
    for (const [index, migration] of migrations.entries()) {
      if ((before.version ?? 0) > index) continue;
      await inTransaction(session, async (statements) => {
        await statements.run('SELECT pg_advisory_xact_lock(hashtext($1))', `${address.schema} migrations`);
        const now = await versionOf(statements, address);
        rejectForeign(now, address, migrations);
        if ((now.version ?? 0) === index) await apply(statements, address, migration, index + 1, now.exists);
      });
    }
  } finally {
    session.end();
  }
  await verifyTables(database, migrations);
}

/** The version of an existing schema. Throws `StoreError` if it is missing, foreign or newer. */
export async function existingVersion(database: Database, migrations: readonly Migration[]): Promise<number> {
  const { address } = database;
  const state = await versionOf(database, address);
  rejectForeign(state, address, migrations);
  if (state.version === null) throw missing(address);
  return state.version;
}

function missing({ shown, schema }: PostgresAddress): StoreError {
  return new StoreError('missing', `the database ${shown} has no reports and keys in the schema ${schema}`);
}

interface SchemaState {
  readonly exists: boolean;
  /** The number of tables in the schema, ours or not. */
  readonly tables: number;
  /** Null if the schema is not ours yet. */
  readonly version: number | null;
  /** The names of the steps that were applied, by number. */
  readonly steps: ReadonlyMap<number, string>;
}

async function versionOf(statements: Statements, { schema, shown }: PostgresAddress): Promise<SchemaState> {
  const [row] = await statements.rows<{ exists: boolean; tables: number; ours: boolean; usable: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1) AS exists,
       (SELECT count(*) FROM pg_tables WHERE schemaname = $1) AS tables,
       EXISTS (SELECT FROM pg_tables WHERE schemaname = $1 AND tablename = 'headcount_layout') AS ours,
       EXISTS (SELECT FROM pg_namespace WHERE nspname = $1 AND has_schema_privilege(oid, 'USAGE')) AS usable`,
    schema,
  );
  if (row === undefined || !row.ours) {
    return { exists: row?.exists ?? false, tables: row?.tables ?? 0, version: null, steps: new Map() };
  }
  if (!row.usable) {
    throw new StoreError(
      'unusable',
      `the user lacks the privilege USAGE on the schema ${schema} of the database ${shown}; grant it on the server`,
    );
  }
  const layout = await statements.rows<{ step: number; name: string }>(
    'SELECT step, name FROM headcount_layout',
  );
  const steps = new Map(layout.map(({ step, name }) => [step, name]));
  return { exists: true, tables: row.tables, version: Math.max(0, ...steps.keys()), steps };
}

function rejectForeign(
  { version, tables, steps }: SchemaState,
  { shown, schema }: PostgresAddress,
  migrations: readonly Migration[],
): void {
  if (version === null && tables > 0) {
    throw new StoreError(
      'foreign-database',
      `the schema ${schema} of the database ${shown} has tables of another program; choose another with ?schema=NAME`,
    );
  }
  if (version !== null && version > migrations.length) {
    throw new StoreError(
      'newer-version',
      `the database ${shown} has version ${version} of the schema; this program supports versions up to ` +
        `${migrations.length}: run the newer program, or restore a backup from before the upgrade`,
    );
  }
  for (const [index, { name }] of migrations.slice(0, version ?? 0).entries()) {
    const applied = steps.get(index + 1);
    if (applied === name) continue;
    const reason = applied === undefined ? 'is missing' : `is "${applied}"`;
    throw new StoreError(
      'unusable',
      `the schema ${schema} of the database ${shown} was not made by this program: its step ${index + 1} ${reason} ` +
        `instead of "${name}"; restore a backup, or run the program that made it`,
    );
  }
}

async function apply(
  statements: Statements,
  { shown, schema }: PostgresAddress,
  { name, sql }: Migration,
  version: number,
  exists: boolean,
): Promise<void> {
  try {
    // Only if it is missing: a user without permission to create schemas can be given one.
    if (!exists) await statements.run(`CREATE SCHEMA ${schema}`);
    if (version === 1) {
      await statements.run(
        `CREATE TABLE headcount_layout (
          step integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
      );
    }
    await statements.run(sql);
    await statements.run('INSERT INTO headcount_layout (step, name) VALUES ($1, $2)', version, name);
  } catch (error) {
    if (error instanceof StoreError && error.code === 'unavailable') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(
      'migration-failed',
      `the database ${shown} could not be updated to version ${version} (${name}): ${reason}`,
      { cause: error },
    );
  }
}
