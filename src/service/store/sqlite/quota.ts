/**
 * Request counters, in a separate file beside the reports, so that counting never waits for an import, needs no disk
 * flush, and does not change the version of the data. A killed process loses no count; a power failure may lose the
 * last ones.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { QuotaRequest, QuotaStore } from '../store.ts';
import { firstRow, transaction } from './connection.ts';
import type { FileDatabase } from './file-database.ts';

/** A row of `request_count`. */
export interface CountRow {
  readonly key_id: number;
  readonly day: string;
  readonly used: number;
  readonly touched_at: number;
}

/** No key has this id. */
const NOBODY = 0;

const USED = 'SELECT used FROM request_count WHERE key_id = $1 AND day = $2';

const COUNT = `
  INSERT INTO request_count (key_id, day, used, touched_at) VALUES ($1, $2, $3, unixepoch())
  ON CONFLICT DO UPDATE SET used = excluded.used, touched_at = excluded.touched_at`;

export function quotaStore(database: FileDatabase): Pick<QuotaStore, 'consumeQuota'> & {
  /** Rejects if no request could be counted. */
  rehearseCount(): Promise<void>;
} {
  return {
    // Committed, because only that writes to the file: a full disk must show.
    rehearseCount: () =>
      database.write((statement) => {
        consume(statement, { key: NOBODY, day: '', quota: 1, count: 1 });
        statement('DELETE FROM request_count WHERE key_id = $1').run(NOBODY);
      }),

    async consumeQuota(requests) {
      if (requests.length === 0) return [];
      return database.write((statement) => requests.map((request) => consume(statement, request)));
    },
  };
}

function consume(
  statement: (sql: string) => StatementSync,
  { key, day, quota, count: wanted }: QuotaRequest,
) {
  const usedBefore = firstRow<{ used: number }>(statement(USED), key, day)?.used ?? 0;
  const allowed = Math.max(0, Math.min(wanted, quota - usedBefore));
  if (allowed > 0) statement(COUNT).run(key, day, usedBefore + allowed);
  return { usedBefore, allowed };
}

/** Raises counters to at least these, so that a counter that was set back allows nothing twice. */
export function raiseCounts(connection: DatabaseSync, counts: readonly CountRow[]): Promise<void> {
  const raise = connection.prepare(`
    INSERT INTO request_count (key_id, day, used, touched_at) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET used = excluded.used, touched_at = excluded.touched_at WHERE used < excluded.used`);
  return transaction(connection, () => {
    for (const { key_id, day, used, touched_at } of counts) raise.run(key_id, day, used, touched_at);
  });
}
