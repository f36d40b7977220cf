/** Request counters, shared by all processes: one statement for all keys that consume quota together. */
import type { NamedQuery } from '../statements.ts';
import type { QuotaStore } from '../store.ts';
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

export function quotaStore(database: Database): Pick<QuotaStore, 'consumeQuota'> & {
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
  };
}

interface CountRow {
  readonly key_id: number;
  readonly day: string;
  readonly used: number;
  readonly granted: number;
}
