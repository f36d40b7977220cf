/** A standby that takes over from a primary, both in one address. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PostgresServer } from '../../../../tools/postgres-server/postgres-server.ts';
import { descending, NOON, newReport } from '../suite/new-report.fixture.ts';
import { type PostgresAddress, parsePostgresAddress } from './address.ts';
import { consumers } from './consumers.fixture.ts';
import { openPostgresStore } from './postgres-store.ts';
import { describeOwnPostgres } from './server.fixture.ts';

const DAY = '2026-03-02';
const ALL = { start: 0, end: NOON + 1 };

describeOwnPostgres('a standby that takes over', () => {
  let primary: PostgresServer;
  let standby: PostgresServer;

  beforeAll(async () => {
    primary = await PostgresServer.create();
    standby = await primary.standby();
    // A commit waits until the standby has it: otherwise the last ones may be lost.
    await primary.start({ synchronous_standby_names: '*', synchronous_commit: 'remote_write' });
    await standby.start();
  }, 60_000);
  afterAll(async () => {
    await primary.remove();
    await standby.remove();
  }, 60_000);

  it('is found, counts go on from where they were, and a former primary that comes back is not used', async () => {
    const address = both(standby, primary);
    const errors: unknown[] = [];
    const store = await openPostgresStore(address, { create: true, onError: (error) => errors.push(error) });
    await store.addReports([descending(3, 1)]);
    const { more, end } = consumers(store);
    await more();
    await primary.stop('immediate');
    await promote(standby);
    await more();
    const failures = await end(store, 1);
    const used = await store.usedQuota(1, DAY);
    expect(await store.observations(ALL)).toHaveLength(3);
    expect(errors).not.toEqual([]);
    for (const failure of failures) expect(['unavailable', 'read-only', 'busy']).toContain(failure);
    // It knows nothing of the standby, and can be written.
    await primary.start();
    const fresh = await openPostgresStore(both(primary, standby));
    const before = await fresh.version();
    await store.addReports([[newReport({ createdAt: NOON + 1 })]]);
    await expect.poll(async () => fresh.version()).not.toBe(before);
    expect(await fresh.usedQuota(1, DAY)).toBe(used);
    for (const one of [store, fresh]) await one.close();
  });
});

function both(...servers: readonly PostgresServer[]): PostgresAddress {
  const hosts = servers.map(({ url }) => new URL(url).host).join(',');
  const text = `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`;
  return parsePostgresAddress(text) as PostgresAddress;
}

async function promote({ url }: PostgresServer): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SELECT pg_promote()');
  await client.end();
}
