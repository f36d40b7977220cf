import type { CheckpointStore } from '../store.ts';
import type { Statements } from './statements.ts';

const FIND = { name: 'checkpoint', text: 'SELECT value FROM memo WHERE name = $1' };

const SAVE = `
  INSERT INTO memo (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

export function checkpointStore(database: Statements): CheckpointStore {
  return {
    async checkpoint(name) {
      const [row] = await database.rows<{ value: string }>(FIND, name);
      return row?.value ?? null;
    },

    async saveCheckpoint(name, text) {
      await database.run(SAVE, name, text);
    },
  };
}
