import type { DatabaseSync } from 'node:sqlite';
import type { MemoStore } from '../store.ts';
import { firstRow } from './connection.ts';

export function memoStore(connection: DatabaseSync): MemoStore {
  const find = connection.prepare('SELECT value FROM memo WHERE name = ?');
  const keep = connection.prepare(`
    INSERT INTO memo (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`);

  return {
    async memo(name) {
      return firstRow<{ value: string }>(find, name)?.value ?? null;
    },

    async keepMemo(name, value) {
      keep.run(name, value);
    },
  };
}
