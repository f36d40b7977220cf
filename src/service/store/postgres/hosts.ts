/** Which of an address's hosts to use: the one that can be written. */
import { StoreError } from '../errors.ts';
import type { PostgresAddress } from './address.ts';
import { isUnavailable } from './errors.ts';
import { onConnection } from './pools.ts';

/**
 * The URL of the host that can be written, of several that with the highest timeline: a server that was replaced while it was away may come
 * back writable. Rejects if there is none within a time in milliseconds. The only host of an address is not asked, and counts if it responds,
 * with `refused` even with a refusal.
 */
export async function writableHost(
  { url, others, shown }: PostgresAddress,
  milliseconds: number,
  { refused }: { readonly refused: boolean },
): Promise<string> {
  if (others.length === 0) {
    await onConnection(url, milliseconds, (client) => client.query('SELECT 1')).catch((error: unknown) => {
      if (!refused || isUnavailable(error)) throw error;
    });
    return url;
  }
  const asked = [url, ...others].map(async (one) => ({
    url: one,
    timeline: await timelineOf(one, milliseconds),
  }));
  const outcomes = await Promise.allSettled(asked);
  const hosts = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const [best] = hosts
    .filter(({ timeline }) => timeline !== '')
    .sort((a, b) => b.timeline.localeCompare(a.timeline));
  if (best !== undefined) return best.url;
  if (hosts.length > 0) throw new StoreError('read-only', `no host of the database ${shown} can be written`);
  throw new AggregateError(outcomes.map((outcome) => (outcome as PromiseRejectedResult).reason));
}

/** The timeline of a server in eight digits; empty if it cannot be written. */
async function timelineOf(url: string, milliseconds: number): Promise<string> {
  const { rows } = await onConnection(url, milliseconds, (client) =>
    client.query<{ timeline: string }>(TIMELINE),
  );
  return rows[0]?.timeline ?? '';
}

const TIMELINE = `
  SELECT CASE WHEN pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' THEN ''
    ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`;
