/** Reads and deletes request counters; consuming them is each engine's own (`quota.ts`). */
import { type Micros, SECOND } from '../domain/micros.ts';
import type { StoreDatabase } from './statements.ts';
import type { DayUse, QuotaStore } from './store.ts';

const USED = {
  name: 'usedQuota',
  text: 'SELECT used FROM request_count WHERE key_id = $1 AND day = $2',
};

const KEY_USE = {
  name: 'keyUse',
  text: `
    SELECT coalesce(max(used) FILTER (WHERE day = $2), 0) AS used,
      max(touched_at) * ${SECOND} AS "lastUsedAt"
    FROM request_count WHERE key_id = $1`,
};

const DAILY_USE = {
  name: 'dailyUse',
  text: 'SELECT day, used FROM request_count WHERE key_id = $1 ORDER BY day DESC',
};

export function requestCounts(database: StoreDatabase): Omit<QuotaStore, 'consumeQuota'> {
  return {
    async usedQuota(key, day) {
      const [row] = await database.rows<{ used: number }>(USED, key, day);
      return row?.used ?? 0;
    },

    async keyUse(key, day) {
      const [row] = await database.rows<{ used: number; lastUsedAt: Micros | null }>(KEY_USE, key, day);
      return row ?? { used: 0, lastUsedAt: null };
    },

    async deleteOldCounts(before) {
      await database.run('DELETE FROM request_count WHERE touched_at < $1', Math.floor(before / SECOND));
    },

    dailyUse: (key) => database.rows<DayUse>(DAILY_USE, key),
  };
}
