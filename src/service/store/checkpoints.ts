import { onSqlite, run, type StoreDatabase, type Transaction } from './statements.ts';
import type { CheckpointStore } from './store.ts';

/** SQL about the rows that belong to a database: on SQLite, they are in another file, which stays if another database takes the place of that one. */
export interface Owner {
  /** `AND` and the condition for its rows, if there may be others. */
  readonly condition: string;
  /** The condition for rows of others; null: there are none. */
  readonly others: string | null;
  /** A comma and the column that names the owner, and its value. */
  readonly column: string;
  readonly value: string;
}

/** `databaseId`: that of the SQLite file; undefined on PostgreSQL. */
export function ownerOf(databaseId: string | undefined): Owner {
  if (databaseId === undefined) return { condition: '', others: null, column: '', value: '' };
  const id = `'${databaseId.replaceAll("'", "''")}'`;
  return {
    condition: `AND identity = ${id}`,
    others: `identity <> ${id}`,
    column: ', identity',
    value: `, ${id}`,
  };
}

/** Once another database has replaced theirs, checkpoints are not found any more, and the next save deletes them. */
export function checkpointStore(database: StoreDatabase, owner: Owner): CheckpointStore {
  const find = { name: 'checkpoint', text: `SELECT value FROM memo WHERE name = $1 ${owner.condition}` };
  return {
    async checkpoint(name) {
      const [row] = await database.rows<{ value: string }>(find, name);
      return row?.value ?? null;
    },

    saveCheckpoint: (name, text) => database.transaction(() => saveCheckpoint(owner, name, text)),
  };
}

export function* saveCheckpoint(
  { others, column, value }: Owner,
  name: string,
  text: string,
): Transaction<void> {
  if (others !== null) yield* onSqlite(`DELETE FROM memo WHERE ${others}`);
  yield* run(
    `INSERT INTO memo (name, value ${column}) VALUES ($1, $2 ${value})
     ON CONFLICT (name ${column}) DO UPDATE SET value = excluded.value`,
    name,
    text,
  );
}
