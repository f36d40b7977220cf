/** Makes the tables of this program's version in a schema, or updates those of an earlier version. */
import { StoreError } from '../errors.ts';
import type { Database } from './connection.ts';
import { CHANGE_TIMEOUT } from './limits.ts';
import type { Layout } from './schema.ts';
import { inTransaction, runEach, type Statements } from './statements.ts';
import { LOCK } from './store-database.ts';
import { verifyTables } from './verify-tables.ts';

/**
 * Makes the tables if they are missing, if `create`, and updates them, if `update`. Safe if several processes do so at once: each takes an
 * advisory lock and checks again. A failing step leaves the version before it. Throws `StoreError`: `missing` without `create`, and `outdated`
 * without `update`.
 */
export async function migrate(
  database: Database,
  layout: Layout,
  { create, update = false }: { readonly create: boolean; readonly update?: boolean },
): Promise<void> {
  const { steps } = layout;
  const before = await versionOf(database, database);
  rejectForeign(before, database, layout);
  if (before.version === null && !create) throw missing(database);
  if (before.version !== null && before.version < steps.length) {
    rejectUnreleased(database, before.version, layout);
    if (!update) throw outdated(database, before.version, steps.length);
  }
  if (before.version !== steps.length) {
    await database.inSession(async (session) => {
      for (let version = before.version ?? 0; version < steps.length; version += 1) {
        await inTransaction(session, async (statements) => {
          await statements.run(`SET LOCAL lock_timeout = ${CHANGE_TIMEOUT}`);
          await statements.run(LOCK, `${database.schema} migrations`);
          const now = await versionOf(statements, database);
          rejectForeign(now, database, layout);
          if (now.version === null) await apply(statements, database, layout, 0, now.exists);
          else if (now.version === version) await apply(statements, database, layout, version + 1, true);
        });
      }
    });
  }
  await verifyTables(database, layout);
}

/** The version of an existing schema. Throws `StoreError` if it is missing, foreign or newer. */
export async function existingVersion(database: Database, layout: Layout): Promise<number> {
  const state = await versionOf(database, database);
  rejectForeign(state, database, layout);
  if (state.version === null) throw missing(database);
  return state.version;
}

/** What messages name. */
type Place = Pick<Database, 'schema' | 'shown'>;

function missing({ shown, schema }: Place): StoreError {
  return new StoreError('missing', `the database ${shown} has no reports and keys in the schema ${schema}`);
}

export function outdated({ shown, schema }: Place, version: number, needed: number): StoreError {
  return new StoreError(
    'outdated',
    `the schema ${schema} of the database ${shown} has version ${version}, and this program needs version ${needed}: ` +
      'stop the older programs that use it, make a backup, and run headcount migrate',
  );
}

/** Throws `StoreError` about tables of a version that was never released. */
export function rejectUnreleased({ shown, schema }: Place, version: number, { steps }: Layout): void {
  const first = steps.findLastIndex(({ sql }) => sql === null) + 1;
  if (version >= first) return;
  throw new StoreError(
    'unusable',
    `the schema ${schema} of the database ${shown} has version ${version}, which was never released; ` +
      'make a backup with the program that made it, and restore that with this one',
  );
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

async function versionOf(statements: Statements, { schema, shown }: Place): Promise<SchemaState> {
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
  { version, tables, steps: applied }: SchemaState,
  { shown, schema }: Place,
  { steps }: Layout,
): void {
  if (version === null && tables > 0) {
    throw new StoreError(
      'foreign-database',
      `the schema ${schema} of the database ${shown} has tables of another program; choose another with ?schema=NAME`,
    );
  }
  if (version !== null && version > steps.length) {
    throw new StoreError(
      'newer-version',
      `the database ${shown} has version ${version} of the schema; this program supports versions up to ` +
        `${steps.length}: run the newer program, or restore a backup from before the upgrade`,
    );
  }
  for (const [index, { name }] of steps.slice(0, version ?? 0).entries()) {
    const one = applied.get(index + 1);
    if (one === name) continue;
    const reason = one === undefined ? 'is missing' : `is "${one}"`;
    throw new StoreError(
      'unusable',
      `the schema ${schema} of the database ${shown} was not made by this program: its step ${index + 1} ${reason} ` +
        `instead of "${name}"; restore a backup, or run the program that made it`,
    );
  }
}

/** Updates the tables of the version before, or makes all at once for the version 0. */
async function apply(
  statements: Statements,
  { shown, schema }: Place,
  { create, steps }: Layout,
  version: number,
  exists: boolean,
): Promise<void> {
  const first = version === 0 ? 1 : version;
  const made = steps.slice(first - 1, version === 0 ? undefined : version);
  try {
    // Only if it is missing: a user without permission to create schemas can be given one.
    if (!exists) await statements.run(`CREATE SCHEMA "${schema}"`);
    if (version === 0) {
      await statements.run('CREATE TABLE headcount_layout (step integer PRIMARY KEY, name text NOT NULL)');
    }
    await runEach(statements, version === 0 ? create : (made[0]?.sql ?? ''));
    for (const [index, { name }] of made.entries()) {
      await statements.run('INSERT INTO headcount_layout (step, name) VALUES ($1, $2)', first + index, name);
    }
  } catch (error) {
    if (error instanceof StoreError && error.code === 'unavailable') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const step =
      version === 0 ? 'could not be made' : `could not be updated to version ${version} (${made[0]?.name})`;
    throw new StoreError('migration-failed', `the tables of the database ${shown} ${step}: ${reason}`, {
      cause: error,
    });
  }
}
