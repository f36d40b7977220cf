import type { DatabaseSync } from 'node:sqlite';
import type { CheckpointStore } from '../store.ts';
import { firstRow } from './connection.ts';

/**
 * Memos in the file of counters, about the reports in a file of that `identity`: should that one be replaced by another, they
 * are forgotten.
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
      deleteOthers.run(databaseId);
      save.run(databaseId, name, text);
    },
  };
}
