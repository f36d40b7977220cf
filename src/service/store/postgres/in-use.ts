/** Who uses a schema: each process that listens for its changes holds a lock, which ends with its connection. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { StoreError } from '../errors.ts';
import type { PostgresAddress } from './address.ts';
import { CLOSE_TIMEOUT } from './limits.ts';
import type { Statements } from './statements.ts';

/** The first key of the locks; the second one is the schema. */
const IN_USE = 1751474532;

/** Makes a connection hold the locks of these schemas, and no others. */
export async function holdInUse(client: Client, schemas: readonly string[]): Promise<void> {
  // Both are queued at once, so that two calls don't mix.
  await Promise.all([
    client.query('SELECT pg_advisory_unlock_all()'),
    client.query(
      `SELECT pg_advisory_lock_shared(${IN_USE}, hashtext(name)) FROM unnest($1::text[]) AS name`,
      [schemas],
    ),
  ]);
}

const USERS = `
  SELECT pid, host(client_addr) AS address
  FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND classid = ${IN_USE} AND objid = hashtext($1)::oid AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/**
 * Throws `StoreError` `busy` while a process uses the schema; one that is just closing has a second. Behind a pooler, nothing is known of those
 * that aren't told where the server is.
 */
export async function rejectUse(
  statements: Statements,
  { shown, schema }: Pick<PostgresAddress, 'shown' | 'schema'>,
): Promise<void> {
  const deadline = performance.now() + CLOSE_TIMEOUT;
  for (;;) {
    const users = await statements.rows<{ pid: number; address: string | null }>(USERS, schema);
    if (users.length === 0) return;
    if (performance.now() > deadline) {
      const named = users.map(
        ({ pid, address }) => `process ${pid}${address === null ? '' : ` from ${address}`}`,
      );
      throw new StoreError(
        'busy',
        `the schema ${schema} of the database ${shown} is in use (${named.join(', ')}); stop the service first`,
      );
    }
    await sleep(50);
  }
}
