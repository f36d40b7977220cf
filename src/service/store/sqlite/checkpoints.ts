import type { StatementSync } from 'node:sqlite';
import type { CheckpointStore } from '../store.ts';
import { PATIENCE } from './connection.ts';
import type { FileDatabase } from './file-database.ts';

const FIND = 'SELECT value FROM memo WHERE identity = $1 AND name = $2';

const SAVE = `
  INSERT INTO memo (identity, name, value) VALUES ($1, $2, $3) ON CONFLICT DO UPDATE SET value = excluded.value`;

/**
 * Checkpoints in the file of counters, for the database with this id. Once another database has replaced it, they are
 * not found any more, and the next save deletes them.
 */
export function checkpointStore(database: FileDatabase, databaseId: string): CheckpointStore {
  return {
    async checkpoint(name) {
      const [row] = await database.rows<{ value: string }>(FIND, databaseId, name);
      return row?.value ?? null;
    },

    saveCheckpoint: (name, text) =>
      database.write((statement) => saveCheckpoint(statement, databaseId, name, text), PATIENCE),
  };
}

/** Inside the caller's transaction. */
export function saveCheckpoint(
  statement: (sql: string) => StatementSync,
  databaseId: string,
  name: string,
  text: string,
): void {
  statement('DELETE FROM memo WHERE identity <> $1').run(databaseId);
  statement(SAVE).run(databaseId, name, text);
}
