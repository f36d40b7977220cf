/**
 * Counters of requests, in a file of their own beside the reports so that counting never waits for an import,
 * costs no disk flush, and does not look like new data. A killed process loses no take; a loss of power may
 * lose the last ones.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { QuotaStore, QuotaTake } from '../store.ts';
import { firstRow, transaction } from './connection.ts';

/** Counters that nothing was taken from for this long go, by the machine's clock, whatever day they are for. */
const KEPT_SECONDS = 35 * 24 * 60 * 60;

export function quotaStore(connection: DatabaseSync): QuotaStore {
  const used = connection.prepare('SELECT used FROM request_count WHERE key_id = ? AND day = ?');
  const count = connection.prepare(`
    INSERT INTO request_count (key_id, day, used, touched_at) VALUES (?, ?, ?, unixepoch())
    ON CONFLICT DO UPDATE SET used = excluded.used, touched_at = excluded.touched_at`);
  const dropOld = connection.prepare(
    `DELETE FROM request_count WHERE touched_at < unixepoch() - ${KEPT_SECONDS}`,
  );
  const usedOf = (key: number, day: string) => firstRow<{ used: number }>(used, key, day)?.used ?? 0;
  let cleanedFor = '';

  const take = ({ key, day, quota, count: wanted }: QuotaTake) => {
    const usedBefore = usedOf(key, day);
    const granted = Math.max(0, Math.min(wanted, quota - usedBefore));
    if (granted > 0) count.run(key, day, usedBefore + granted);
    return { usedBefore, granted };
  };

  return {
    async takeQuota(takes) {
      const [first] = takes;
      if (first === undefined) return [];
      return transaction(connection, () => {
        if (first.day !== cleanedFor) dropOld.run();
        cleanedFor = first.day;
        return takes.map(take);
      });
    },

    async usedQuota(key, day) {
      return usedOf(key, day);
    },
  };
}
