/**
 * Request counters, in a separate file beside the reports, so that counting never waits for an import, needs no disk
 * flush, and does not change the version of the data. A killed process loses no count; a power failure may lose the
 * last ones.
 */
import { rows, run, type StoreDatabase, type Transaction } from '../statements.ts';
import type { QuotaAllowance, QuotaRequest, QuotaStore } from '../store.ts';

/** No key has this id. */
const NOBODY = 0;

const USED = 'SELECT used FROM request_count WHERE key_id = $1 AND day = $2';

const COUNT = `
  INSERT INTO request_count (key_id, day, used, touched_at) VALUES ($1, $2, $3, unixepoch())
  ON CONFLICT DO UPDATE SET used = excluded.used, touched_at = excluded.touched_at`;

export function quotaStore(database: StoreDatabase): Pick<QuotaStore, 'consumeQuota'> & {
  /** Rejects if no request could be counted. */
  rehearseCount(): Promise<void>;
} {
  return {
    // Committed, because only that writes to the file: a full disk must show.
    rehearseCount: () =>
      database.transaction(function* () {
        yield* consume({ key: NOBODY, day: '', quota: 1, count: 1 });
        yield* run('DELETE FROM request_count WHERE key_id = $1', NOBODY);
      }),

    async consumeQuota(requests) {
      if (requests.length === 0) return [];
      return database.transaction(function* () {
        const allowances: QuotaAllowance[] = [];
        for (const request of requests) allowances.push(yield* consume(request));
        return allowances;
      });
    },
  };
}

function* consume({ key, day, quota, count }: QuotaRequest): Transaction<QuotaAllowance> {
  const [row] = yield* rows<{ used: number }>(USED, key, day);
  const usedBefore = row?.used ?? 0;
  const allowed = Math.max(0, Math.min(count, quota - usedBefore));
  if (allowed > 0) yield* run(COUNT, key, day, usedBefore + allowed);
  return { usedBefore, allowed };
}
