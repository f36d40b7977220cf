/**
 * Request counters, in a separate file beside the reports, so that counting never waits for an import, needs no disk
 * flush, and does not change the version of the data. A killed process loses no count; a power failure may lose the
 * last ones.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { QuotaRequest, QuotaStore } from '../store.ts';
import { firstRow, transaction } from './connection.ts';

/** Counters are deleted this long after their last change, by the machine's clock, whatever day they count. */
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

  const consume = ({ key, day, quota, count: wanted }: QuotaRequest) => {
    const usedBefore = usedOf(key, day);
    const allowed = Math.max(0, Math.min(wanted, quota - usedBefore));
    if (allowed > 0) count.run(key, day, usedBefore + allowed);
    return { usedBefore, allowed };
  };

  return {
    async consumeQuota(requests) {
      const [first] = requests;
      if (first === undefined) return [];
      return transaction(connection, () => {
        if (first.day !== cleanedFor) dropOld.run();
        cleanedFor = first.day;
        return requests.map(consume);
      });
    },

    async usedQuota(key, day) {
      return usedOf(key, day);
    },
  };
}
