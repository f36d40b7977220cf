/** Replaces all rows of a schema with the rows of a backup, in one transaction. */

import {
  COUNTERS,
  type Counts,
  countRows,
  DATABASE_ID,
  differences,
  HAS_DATA,
  type Row,
  TABLES,
  type TableName,
} from '../backup/tables.ts';
import { BackupError, StoreError } from '../errors.ts';
import type { PostgresAddress } from './address.ts';
import { Database } from './connection.ts';
import { raiseVersion } from './data-version.ts';
import { inTransaction, type Statements } from './leases.ts';
import { migrate } from './migrations.ts';
import { MIGRATIONS } from './schema.ts';

export interface BackupRows {
  readonly counts: Counts;
  rows(table: (typeof TABLES)[number]): Iterable<readonly Row[]>;
}

/**
 * Restores a verified backup: all of it, or nothing. Counters are never lowered, and sessions end. Adding reports counts them, by the
 * trigger. Throws `StoreError` if the schema has data and `force` is false.
 */
export async function restoreSchema(
  backup: BackupRows,
  address: PostgresAddress,
  force: boolean,
): Promise<void> {
  const database = await Database.open(address);
  try {
    await migrate(database, MIGRATIONS, true);
    const session = await database.session();
    try {
      await inTransaction(session, (statements) => replaceRows(statements, backup, address, force));
    } finally {
      session.end();
    }
  } finally {
    await database.close();
  }
}

/** Whether the server rejects a value or breaks a constraint. */
function isRejectedRow(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));
}

/** The longest wait for a service that still uses the tables, in milliseconds. */
const LOCK_TIMEOUT = 5000;

/** Types of arrays, as the driver cannot derive them. */
const TYPES: Readonly<Record<TableName, readonly string[]>> = {
  account: ['integer', 'text', 'bigint', 'bigint'],
  report: ['bigint', 'bigint', 'smallint', 'float8', 'float8'],
  photo: ['bigint', 'bigint', 'text', 'text', 'bigint'],
  photo_like: ['bigint', 'integer'],
  api_key: ['integer', 'integer', 'bytea', 'text', 'bigint', 'bigint', 'integer', 'text', 'bigint'],
  audit_event: ['bigint', 'bigint', 'text', 'text', 'integer', 'integer', 'text'],
  fact: ['text', 'text'],
  reporter: ['integer', 'text', 'bytea', 'text', 'bigint', 'bigint'],
  reporter_report: ['bigint', 'integer', 'bytea'],
  request_count: ['integer', 'text', 'bigint', 'bigint'],
};

/** The columns of the last grant are not in a backup. */
const ADD_COUNTERS = `
  INSERT INTO request_count AS c (key_id, day, used, granted, quota, touched_at)
  SELECT key_id, day, used, 0, used, to_timestamp(touched_at)
  FROM unnest($1::integer[], $2::text[], $3::bigint[], $4::bigint[]) AS r (key_id, day, used, touched_at)`;

/** Keys that the backup doesn't have are left out: new ones will get their ids. */
const RAISE_COUNTERS = `
  INSERT INTO request_count AS c SELECT kept.* FROM kept JOIN api_key k ON k.id = kept.key_id
  ON CONFLICT (key_id, day) DO UPDATE
  SET used = greatest(c.used, excluded.used), touched_at = greatest(c.touched_at, excluded.touched_at)`;

const NEXT_IDS = ['account', 'api_key', 'audit_event', 'reporter'].map(
  (table) =>
    `SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table} HAVING max(id) IS NOT NULL`,
);

async function replaceRows(
  statements: Statements,
  backup: BackupRows,
  { shown, schema }: PostgresAddress,
  force: boolean,
): Promise<void> {
  const count = async (sql: string) => (await statements.rows<{ count: number }>(sql))[0]?.count ?? 0;
  // The lock that merges take.
  await statements.run('SELECT pg_advisory_xact_lock(hashtext($1))', `${schema} reports`);
  if (!force && (await count(HAS_DATA)) > 0) {
    throw new StoreError(
      'not-empty',
      `the schema ${schema} of the database ${shown} already has reports or keys; restore into a new one, or add ` +
        '--force to replace them',
    );
  }
  // TRUNCATE waits for every reader, and new ones wait for it.
  await statements.run(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`);
  await statements.run('CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT * FROM request_count');
  await statements.run(
    `TRUNCATE ${TABLES.map(({ name }) => name).join(', ')}, quarter_count, week_count, memo, sign_in_link, session`,
  );
  for (const table of TABLES) {
    const sql = table === COUNTERS ? ADD_COUNTERS : insertInto(table);
    for (const rows of backup.rows(table)) {
      const stored = rows.filter((row) => table.name !== 'fact' || row['name'] !== DATABASE_ID);
      const values = table.columns.map((column) => stored.map((row) => row[column]));
      await statements.run(sql, ...values).catch((error: unknown) => {
        if (!isRejectedRow(error)) throw error;
        const reason = `the backup has a row of the table ${table.name} that does not fit: ${error.message}`;
        throw new BackupError(reason, { cause: error });
      });
    }
  }
  const wrong = differences(backup.counts, await countRows(count));
  if (wrong.length > 0) throw new BackupError(`the backup is damaged: ${wrong.join(', ')}`);
  await statements.run(RAISE_COUNTERS);
  for (const sql of NEXT_IDS) await statements.run(sql);
  await raiseVersion(statements, schema);
}

function insertInto({ name, columns }: (typeof TABLES)[number]): string {
  const arrays = TYPES[name].map((type, index) => `$${index + 1}::${type}[]`).join(', ');
  return `INSERT INTO ${name} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest(${arrays})`;
}
