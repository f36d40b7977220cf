/** Makes the tables of this program's version in a schema, or updates those of an earlier version. */
import { StoreError } from '../errors.ts';
import type { Database } from './connection.ts';
import { CHANGE_TIMEOUT } from './limits.ts';
import { CREATE, STEPS } from './schema.ts';
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
  { create, update = false }: { readonly create: boolean; readonly update?: boolean },
): Promise<void> {
  const before = await stateOf(database, database);
  if (before.version === null && !create) throw missing(database);
  if (before.version !== null) rejectUnreleased(database, before.version);
  if (before.version !== null && !update) rejectOutdated(database, before.version);
  if (before.version !== STEPS.length) {
    await database.inSession(async (session) => {
      for (let version = before.version ?? 0; version < STEPS.length; version += 1) {
        await inTransaction(session, async (statements) => {
          await statements.run(`SET LOCAL lock_timeout = ${CHANGE_TIMEOUT}`);
          await statements.run(LOCK, `${database.schema} migrations`);
          const now = await stateOf(statements, database);
          if (now.version === null) await makeTables(statements, database, now.exists);
          else if (now.version === version) await applyStep(statements, database, version + 1);
        });
      }
    });
  }
  await verifyTables(database);
}

/** The version of an existing schema. Throws `StoreError` if it is missing, foreign or newer. */
export async function existingVersion(database: Database): Promise<number> {
  const { version } = await stateOf(database, database);
  if (version === null) throw missing(database);
  return version;
}

/** What messages name. */
type Place = Pick<Database, 'schema' | 'shown'>;

function missing({ shown, schema }: Place): StoreError {
  return new StoreError('missing', `the database ${shown} has no reports and keys in the schema ${schema}`);
}

export function rejectOutdated(place: Place, version: number): void {
  if (version < STEPS.length) throw outdated(place, version);
}

export function outdated({ shown, schema }: Place, version: number): StoreError {
  return new StoreError(
    'outdated',
    `the schema ${schema} of the database ${shown} has version ${version}, and this program needs version ${STEPS.length}: ` +
      'stop the older programs that use it, make a backup, and run headcount migrate',
  );
}

/** Throws `StoreError` about tables of a version that was never released. */
export function rejectUnreleased({ shown, schema }: Place, version: number): void {
  const first = STEPS.findLastIndex(({ sql }) => sql === null) + 1;
  if (version >= first) return;
  throw new StoreError(
    'unusable',
    `the schema ${schema} of the database ${shown} has version ${version}, which was never released; ` +
      'make a backup with the program that made it, and restore that with this one',
  );
}

interface SchemaState {
  readonly exists: boolean;
  /** Null if the schema has no tables yet. */
  readonly version: number | null;
}

/** Throws `StoreError` if the tables belong to another program, or to a newer version of this one. */
async function stateOf(statements: Statements, place: Place): Promise<SchemaState> {
  const { schema, shown } = place;
  const [row] = await statements.rows<{ exists: boolean; tables: number; ours: boolean; usable: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1) AS exists,
       (SELECT count(*) FROM pg_tables WHERE schemaname = $1) AS tables,
       EXISTS (SELECT FROM pg_tables WHERE schemaname = $1 AND tablename = 'headcount_layout') AS ours,
       EXISTS (SELECT FROM pg_namespace WHERE nspname = $1 AND has_schema_privilege(oid, 'USAGE')) AS usable`,
    schema,
  );
  if (row === undefined || row.tables === 0) return { exists: row?.exists ?? false, version: null };
  if (!row.ours) {
    throw new StoreError(
      'foreign-database',
      `the schema ${schema} of the database ${shown} has tables of another program; choose another with ?schema=NAME`,
    );
  }
  if (!row.usable) {
    throw new StoreError(
      'unusable',
      `the user lacks the privilege USAGE on the schema ${schema} of the database ${shown}; grant it on the server`,
    );
  }
  const steps = await statements.rows<{ step: number; name: string }>(
    'SELECT step, name FROM headcount_layout',
  );
  return { exists: true, version: versionOf(new Map(steps.map(({ step, name }) => [step, name])), place) };
}

/** `applied`: the names of the steps that were applied, by number. */
function versionOf(applied: ReadonlyMap<number, string>, { shown, schema }: Place): number {
  const version = Math.max(0, ...applied.keys());
  if (version > STEPS.length) {
    throw new StoreError(
      'newer-version',
      `the database ${shown} has version ${version} of the schema; this program supports versions up to ` +
        `${STEPS.length}: run the newer program, or restore a backup from before the upgrade`,
    );
  }
  for (const [index, { name }] of STEPS.slice(0, version).entries()) {
    const one = applied.get(index + 1);
    if (one === name) continue;
    const reason = one === undefined ? 'is missing' : `is "${one}"`;
    throw new StoreError(
      'unusable',
      `the schema ${schema} of the database ${shown} was not made by this program: its step ${index + 1} ${reason} ` +
        `instead of "${name}"; restore a backup, or run the program that made it`,
    );
  }
  return version;
}

function makeTables(statements: Statements, place: Place, exists: boolean): Promise<void> {
  return explaining(place, 'could not be made', async () => {
    // Only if it is missing: a user without permission to create schemas can be given one.
    if (!exists) await statements.run(`CREATE SCHEMA "${place.schema}"`);
    await statements.run('CREATE TABLE headcount_layout (step integer PRIMARY KEY, name text NOT NULL)');
    await runEach(statements, CREATE);
    for (const [index, { name }] of STEPS.entries()) await statements.run(NOTE_STEP, index + 1, name);
  });
}

function applyStep(statements: Statements, place: Place, version: number): Promise<void> {
  const { name = '', sql = null } = STEPS[version - 1] ?? {};
  return explaining(place, `could not be updated to version ${version} (${name})`, async () => {
    await runEach(statements, sql ?? '');
    await statements.run(NOTE_STEP, version, name);
  });
}

const NOTE_STEP = 'INSERT INTO headcount_layout (step, name) VALUES ($1, $2)';

async function explaining({ shown }: Place, problem: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (error instanceof StoreError && error.code === 'unavailable') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError('migration-failed', `the tables of the database ${shown} ${problem}: ${reason}`, {
      cause: error,
    });
  });
}
