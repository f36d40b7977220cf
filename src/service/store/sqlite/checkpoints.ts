import type { DatabaseSync } from 'node:sqlite';
import type { CheckpointStore } from '../store.ts';
import { firstRow, transaction } from './connection.ts';

/**
 * Checkpoints in the file of counters, for the database with this id. Once another database has replaced it, they are
 * not found any more, and the next save deletes them.
 */
export function checkpointStore(connection: DatabaseSync, databaseId: string): CheckpointStore {
  const find = connection.prepare('SELECT value FROM memo WHERE identity = ? AND name = ?');
  const save = connection.prepare(`
    INSERT INTO memo (identity, name, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`);
  const deleteOthers = connection.prepare('DELETE FROM memo WHERE identity <> ?');

  return {
    async checkpoint(name) {
      return firstRow<{ value: string }>(find, databaseId, name)?.value ?? null;
    },

    async saveCheckpoint(name, text) {
      await transaction(connection, () => {
        deleteOthers.run(databaseId);
        save.run(databaseId, name, text);
      });
    },
  };
}
