/** Reads all rows of a schema, from one snapshot. */
import { BATCH, type Row, TABLES, type Table } from '../backup/tables.ts';
import { checkpointStore, ownerOf } from '../checkpoints.ts';
import { LAST_BACKUP } from '../store.ts';
import type { PostgresAddress } from './address.ts';
import { Database, SNAPSHOT } from './connection.ts';
import { DataVersion } from './data-version.ts';
import { existingVersion, rejectUnreleased } from './migrations.ts';
import { inTransaction, type Statements } from './statements.ts';
import { storeDatabase } from './store-database.ts';

/** In version 6, the time of a counter was no number. */
const TOUCHED_AT_OF_6 = "extract(epoch FROM date_trunc('second', touched_at))::bigint AS touched_at";

/**
 * Passes the rows of all tables to `add`, in batches and in the order of `TABLES`. The snapshot is held until the last
 * one, and nothing waits for it. Throws `StoreError` if the schema is missing, foreign, newer or of a version without a release.
 */
export async function readRows(
  address: PostgresAddress,
  add: (table: Table, rows: readonly Row[]) => void,
): Promise<void> {
  await inSnapshot(address, async (statements, version) => {
    rejectUnreleased(address, version);
    const known = await columnsIn(statements, address);
    for (const { name, columns: all } of TABLES) {
      const table = { name, columns: all.filter((column) => known.has(`${name}.${column}`)) };
      if (table.columns.length === 0) continue;
      const values = table.columns.map((column) =>
        version === 6 && column === 'touched_at' ? TOUCHED_AT_OF_6 : column,
      );
      await statements.run(
        `DECLARE backed_up CURSOR FOR SELECT ${values.join(', ')} FROM ${table.name} ORDER BY 1`,
      );
      for (;;) {
        const rows = await statements.rows<Row>(`FETCH ${BATCH} FROM backed_up`);
        if (rows.length === 0) break;
        add(table, rows);
      }
      await statements.run('CLOSE backed_up');
    }
  });
}

/** Stores when a backup was made, beside the counters of the database. */
export async function noteBackup(address: PostgresAddress, madeAt: string): Promise<void> {
  await Database.at(address, async (database) => {
    const statements = storeDatabase(database, new DataVersion(database));
    await checkpointStore(statements, ownerOf(undefined)).saveCheckpoint(LAST_BACKUP, madeAt);
  });
}

/** The columns of the schema, which may be of an earlier version, as `table.column`. */
async function columnsIn(statements: Statements, { schema }: PostgresAddress): Promise<ReadonlySet<string>> {
  const rows = await statements.rows<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = $1`,
    schema,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Runs `work` in a read-only snapshot of an existing schema, whose version it gets. */
export async function inSnapshot<T>(
  address: PostgresAddress,
  work: (statements: Statements, version: number) => Promise<T>,
): Promise<T> {
  return Database.at(address, async (database) => {
    const version = await existingVersion(database);
    return database.inSession((session) =>
      inTransaction(session, (statements) => work(statements, version), SNAPSHOT),
    );
  });
}
