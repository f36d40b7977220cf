/**
 * Request counters, in a separate file beside the reports, so that counting never waits for an import, needs no disk
 * flush, and does not change the version of the data. A killed process loses no count; a power failure may lose the
 * last ones.
 */
import type { DatabaseSync } from 'node:sqlite';
import { SECOND } from '../../domain/micros.ts';
import type { DayUse, QuotaRequest, QuotaStore } from '../store.ts';
import { allRows, firstRow, PATIENCE, REQUEST_PATIENCE, transaction } from './connection.ts';

/** A row of `request_count`. */
export interface CountRow {
  readonly key_id: number;
  readonly day: string;
  readonly used: number;
  readonly touched_at: number;
}

/** No key has this id. */
const NOBODY = 0;

export function quotaStore(connection: DatabaseSync): QuotaStore & {
  /** Rejects if no request could be counted. */
  rehearseCount(): Promise<void>;
} {
  const used = connection.prepare('SELECT used FROM request_count WHERE key_id = ? AND day = ?');
  const count = connection.prepare(`
    INSERT INTO request_count (key_id, day, used, touched_at) VALUES (?, ?, ?, unixepoch())
    ON CONFLICT DO UPDATE SET used = excluded.used, touched_at = excluded.touched_at`);
  const lastUse = connection.prepare('SELECT max(touched_at) AS at FROM request_count WHERE key_id = ?');
  const daily = connection.prepare('SELECT day, used FROM request_count WHERE key_id = ? ORDER BY day DESC');
  const dropOld = connection.prepare('DELETE FROM request_count WHERE touched_at < ?');
  const forget = connection.prepare('DELETE FROM request_count WHERE key_id = ?');
  const usedOf = (key: number, day: string) => firstRow<{ used: number }>(used, key, day)?.used ?? 0;

  const consume = ({ key, day, quota, count: wanted }: QuotaRequest) => {
    const usedBefore = usedOf(key, day);
    const allowed = Math.max(0, Math.min(wanted, quota - usedBefore));
    if (allowed > 0) count.run(key, day, usedBefore + allowed);
    return { usedBefore, allowed };
  };

  return {
    // Committed, because only that writes to the file: a full disk must show.
    rehearseCount: () =>
      transaction(
        connection,
        () => {
          consume({ key: NOBODY, day: '', quota: 1, count: 1 });
          forget.run(NOBODY);
        },
        REQUEST_PATIENCE,
      ),

    async consumeQuota(requests) {
      if (requests.length === 0) return [];
      return transaction(connection, () => requests.map(consume), REQUEST_PATIENCE);
    },

    async usedQuota(key, day) {
      return usedOf(key, day);
    },

    async keyUse(key, day) {
      const seconds = firstRow<{ at: number | null }>(lastUse, key)?.at ?? null;
      return { used: usedOf(key, day), lastUsedAt: seconds === null ? null : seconds * SECOND };
    },

    deleteOldCounts: (before) =>
      transaction(connection, () => {
        dropOld.run(Math.floor(before / SECOND));
      }),

    dailyUse: async (key) => allRows<DayUse>(daily, key),
  };
}

/** The counters of the last two days, by the machine's clock. */
export function recentCounts(connection: DatabaseSync): readonly CountRow[] {
  return allRows<CountRow>(
    connection.prepare('SELECT * FROM request_count WHERE touched_at > unixepoch() - 2 * 86400'),
  );
}

/** Raises counters to at least these, so that a counter that was set back allows nothing twice. */
export function raiseCounts(
  connection: DatabaseSync,
  counts: readonly CountRow[],
  patience = PATIENCE,
): Promise<void> {
  const raise = connection.prepare(`
    INSERT INTO request_count (key_id, day, used, touched_at) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET used = excluded.used, touched_at = excluded.touched_at WHERE used < excluded.used`);
  return transaction(
    connection,
    () => {
      for (const { key_id, day, used, touched_at } of counts) raise.run(key_id, day, used, touched_at);
    },
    patience,
  );
}
