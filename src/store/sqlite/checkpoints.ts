import type { DatabaseSync } from 'node:sqlite';
import type { CheckpointStore } from '../store.ts';
import { firstRow, REQUEST_PATIENCE, transaction } from './connection.ts';

/**
 * Checkpoints in the file of counters, for the database with this id. Once another database has replaced it, they are
 * not found any more, and the next save deletes them.
 */
export function checkpointStore(
  connection: DatabaseSync,
  databaseId: string,
): CheckpointStore & {
  /** Rejects if nothing can be written. */
  probe(): Promise<void>;
} {
  const find = connection.prepare('SELECT value FROM memo WHERE identity = ? AND name = ?');
  const save = connection.prepare(`
    INSERT INTO memo (identity, name, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`);
  // SQLite does not write a page whose bytes stay the same.
  const probe = connection.prepare(`
    INSERT INTO memo (identity, name, value) VALUES (?, 'probe', hex(randomblob(8)))
    ON CONFLICT DO UPDATE SET value = excluded.value`);
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

    async probe() {
      await transaction(connection, () => probe.run(databaseId), REQUEST_PATIENCE);
    },
  };
}
