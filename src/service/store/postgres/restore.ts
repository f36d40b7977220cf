/** Replaces all rows of a schema with the rows of a backup, in one transaction. */

import { REBUILD_COUNTS } from '../backup/checks.ts';
import {
  COUNTERS,
  type Counts,
  countRows,
  DATABASE_ID,
  differences,
  HAS_DATA,
  type Row,
  TABLES,
  type Table,
} from '../backup/tables.ts';
import { BackupError, StoreError } from '../errors.ts';
import { REPORTS_LOCK } from '../live/live-reports.ts';
import type { PostgresAddress } from './address.ts';
import { inSnapshot } from './back-up.ts';
import { countIn } from './check.ts';
import { Database } from './connection.ts';
import { raiseVersion } from './data-version.ts';
import { rejectUse } from './in-use.ts';
import { CHANGE_TIMEOUT } from './limits.ts';
import { migrate, rejectOutdated } from './migrations.ts';
import { inTransaction, runEach, type Statements } from './statements.ts';
import { LOCK } from './store-database.ts';

export interface BackupRows {
  readonly counts: Counts;
  rows(table: Table): Iterable<readonly Row[]>;
}

/**
 * Restores a verified backup: all of it, or nothing. Counters are never lowered, and sessions end.
 * Throws `StoreError` if the schema is in use, or has data and `force` is false.
 */
export async function restoreSchema(
  backup: BackupRows,
  address: PostgresAddress,
  force: boolean,
): Promise<void> {
  await Database.at(address, async (database) => {
    await migrate(database, { create: true });
    await database.inSession(async (session) => {
      await inTransaction(session, (statements) => replaceRows(statements, backup, address, force));
      await session.run(ANALYZE);
    });
  });
}

/** Throws `StoreError` if `restoreSchema` would, and changes nothing. */
export async function rejectTarget(address: PostgresAddress, force: boolean): Promise<void> {
  try {
    await inSnapshot(address, async (statements, version) => {
      rejectOutdated(address, version);
      if (!force) await rejectData(statements, address);
      await rejectUse(statements, address);
    });
  } catch (error) {
    // A restore creates it.
    if (!(error instanceof StoreError && error.code === 'missing')) throw error;
  }
}

/** Whether the server rejects a value or breaks a constraint. */
function isRejectedRow(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
}

/** Counters of keys that the backup doesn't have: new keys will get their ids. */
const DELETE_COUNTERS =
  'DELETE FROM request_count WHERE NOT EXISTS (SELECT 1 FROM api_key WHERE id = key_id)';

/** Every table whose rows are replaced; those of counters are kept. */
const EMPTIED = [
  ...TABLES.filter((table) => table !== COUNTERS).map(({ name }) => name),
  ...['quarter_count', 'week_count', 'memo', 'sign_in_link', 'session'],
];

const WITH_IDS = ['account', 'api_key', 'audit_event', 'reporter'];

/** Without this, the first charts would be planned for empty tables. */
const ANALYZE = `ANALYZE ${[...TABLES.map(({ name }) => name), 'quarter_count', 'week_count'].join(', ')}`;

async function replaceRows(
  statements: Statements,
  backup: BackupRows,
  address: PostgresAddress,
  force: boolean,
): Promise<void> {
  const { schema } = address;
  const count = countIn(statements);
  // The lock that merges take.
  await statements.run(LOCK, `${schema} ${REPORTS_LOCK}`);
  if (!force) await rejectData(statements, address);
  await rejectUse(statements, address);
  // TRUNCATE waits for every reader, and new ones wait for it.
  await statements.run(`SET LOCAL lock_timeout = ${CHANGE_TIMEOUT}`);
  await statements.run(`TRUNCATE ${EMPTIED.join(', ')}`);
  await statements.run('LOCK TABLE request_count IN ACCESS EXCLUSIVE MODE');
  let counters = 0;
  for (const table of TABLES) {
    const sql = table === COUNTERS ? addCounters(schema) : insertInto(table, schema);
    // By now the keys of the backup are there.
    if (table === COUNTERS) await statements.run(DELETE_COUNTERS);
    for (const rows of backup.rows(table)) {
      const stored = rows.filter((row) => table.name !== 'fact' || row['name'] !== DATABASE_ID);
      const added = await statements.run(sql, JSON.stringify(stored, withHex)).catch((error: unknown) => {
        if (!isRejectedRow(error)) throw error;
        const reason = `the backup has a row of the table ${table.name} that does not fit: ${error.message}`;
        throw new BackupError(reason, { cause: error });
      });
      if (table === COUNTERS) counters += added;
    }
  }
  const wrong = differences(backup.counts, { ...(await countRows(count)), request_count: counters });
  if (wrong.length > 0) throw new BackupError(`the backup is damaged: ${wrong.join(', ')}`);
  await runEach(statements, REBUILD_COUNTS);
  for (const table of WITH_IDS) {
    const highest = await count(`SELECT coalesce(max(id), 0) AS count FROM ${table}`);
    // In a statement of its own: on Citus, the node that has the table numbers other rows than the one that is asked.
    const sequence = `"${schema}".${table}`;
    if (highest > 0)
      await statements.run("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", sequence, highest);
  }
  await raiseVersion(statements, schema);
}

async function rejectData(statements: Statements, { shown, schema }: PostgresAddress): Promise<void> {
  if ((await countIn(statements)(HAS_DATA)) === 0) return;
  throw new StoreError(
    'not-empty',
    `the schema ${schema} of the database ${shown} already has reports or keys; restore into a new one, or add ` +
      '--force to replace them',
  );
}

function insertInto({ name, columns }: Table, schema: string): string {
  return `INSERT INTO ${name} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::"${schema}".${name}, $1)`;
}

/** Counters are never lowered. The columns of the last grant are not in a backup. */
function addCounters(schema: string): string {
  return `
    INSERT INTO request_count AS c (key_id, day, used, granted, quota, touched_at)
    SELECT key_id, day, used, 0, used, touched_at FROM json_populate_recordset(NULL::"${schema}".request_count, $1)
    ON CONFLICT (key_id, day) DO UPDATE
    SET used = greatest(c.used, excluded.used), touched_at = greatest(c.touched_at, excluded.touched_at)`;
}

/** Writes bytes as PostgreSQL reads them. */
function withHex(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}
