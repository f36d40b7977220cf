/** Request counters, shared by all processes: one statement for all keys that consume quota together. */
import { type Micros, SECOND } from '../../domain/micros.ts';
import type { NamedQuery } from '../accounts/statements.ts';
import type { DayUse, QuotaStore } from '../store.ts';
import type { Database } from './connection.ts';

/**
 * Consumes as much as each quota still allows. The row lock makes other processes wait, and they then continue from the
 * updated row. All statements lock rows in the same order, so they cannot deadlock. A used-up quota stays used up, so
 * its requests are rejected without a lock or a write.
 */
const CONSUME: NamedQuery = {
  name: 'consumeQuota',
  urgent: true,
  text: `
    WITH requested AS (
      SELECT key_id, day, r.quota, r.count, c.used
      FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[]) AS r (key_id, day, quota, count)
      LEFT JOIN request_count c USING (key_id, day)
    ), consumed AS (
      INSERT INTO request_count AS c (key_id, day, used, granted, quota, touched_at)
      SELECT key_id, day, least(count, quota), least(count, quota), quota, $5::bigint
      FROM requested WHERE used IS NULL OR used < quota ORDER BY key_id, day
      ON CONFLICT (key_id, day) DO UPDATE
      SET used = c.used + least(excluded.granted, greatest(0, excluded.quota - c.used)),
        granted = least(excluded.granted, greatest(0, excluded.quota - c.used)),
        quota = excluded.quota,
        touched_at = excluded.touched_at
      RETURNING key_id, day, used, granted
    )
    SELECT key_id, day, used, granted FROM consumed
    UNION ALL
    SELECT key_id, day, used, 0 FROM requested WHERE used >= quota`,
};

const USED: NamedQuery = {
  name: 'usedQuota',
  text: 'SELECT used FROM request_count WHERE key_id = $1 AND day = $2',
};

const KEY_USE: NamedQuery = {
  name: 'keyUse',
  text: `
    SELECT coalesce(max(used) FILTER (WHERE day = $2), 0) AS used,
      max(touched_at) * ${SECOND} AS "lastUsedAt"
    FROM request_count WHERE key_id = $1`,
};

const DAILY_USE: NamedQuery = {
  name: 'dailyUse',
  text: 'SELECT day, used FROM request_count WHERE key_id = $1 ORDER BY day DESC',
};

export function quotaStore(database: Database): QuotaStore & {
  /** Rejects if no request could be counted. */
  rehearseCount(): Promise<void>;
} {
  return {
    rehearseCount() {
      // No key has it, and no other process waits for it.
      const key = -1 - Math.floor(Math.random() * 2 ** 31);
      return database.rehearse(CONSUME, [key], [''], [1], [1], 0);
    },

    async consumeQuota(requests) {
      if (requests.length === 0) return [];
      const rows = await database.rows<CountRow>(
        CONSUME,
        requests.map(({ key }) => key),
        requests.map(({ day }) => day),
        requests.map(({ quota }) => quota),
        requests.map(({ count }) => count),
        Math.floor(Date.now() / 1000),
      );
      const counts = new Map(rows.map((row) => [`${row.key_id} ${row.day}`, row]));
      return requests.map(({ key, day }) => {
        const row = counts.get(`${key} ${day}`);
        if (row === undefined) throw new Error('the counter that was just changed is missing');
        return { usedBefore: row.used - row.granted, allowed: row.granted };
      });
    },

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

interface CountRow {
  readonly key_id: number;
  readonly day: string;
  readonly used: number;
  readonly granted: number;
}
