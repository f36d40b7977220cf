/** A standby that takes over from a primary, behind an address that then leads to it. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PostgresServer } from '../../../../tools/postgres-server/postgres-server.ts';
import { UnreliableProxy } from '../../../../tools/postgres-server/unreliable-proxy.fixture.ts';
import { descending, NOON, newReport } from '../suite/new-report.fixture.ts';
import { consumers } from './consumers.fixture.ts';
import { openPostgresStore } from './postgres-store.ts';
import { addressIn, describeOwnPostgres } from './server.fixture.ts';

const DAY = '2026-03-02';
const ALL = { start: 0, end: NOON + 1 };

describeOwnPostgres('a standby that takes over', () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let proxy: UnreliableProxy;

  beforeAll(async () => {
    primary = await PostgresServer.create();
    standby = await primary.standby();
    // A commit waits until the standby has it: otherwise the last ones may be lost.
    await primary.start({ synchronous_standby_names: '*', synchronous_commit: 'remote_write' });
    await standby.start();
    proxy = await UnreliableProxy.start(primary.url);
  }, 60_000);
  afterAll(async () => {
    await proxy.close();
    await primary.remove();
    await standby.remove();
  }, 60_000);

  it('is used as soon as the address leads to it and it is promoted, and counts go on from where they were', async () => {
    const address = addressIn(proxy.url, 'failover', '&target_session_attrs=read-write');
    const errors: unknown[] = [];
    const store = await openPostgresStore(address, { create: true, onError: (error) => errors.push(error) });
    await store.addReports([descending(3, 1)]);
    const { more, end } = consumers(store);
    await more();
    await primary.stop('immediate');
    proxy.moveTo(standby.url);
    await expect.poll(() => store.ping().catch(({ code }) => code), { timeout: 10_000 }).toBe('read-only');
    await promote(standby);
    await more();
    const failures = await end(store, 1);
    const used = await store.usedQuota(1, DAY);
    expect(await store.observations(ALL)).toHaveLength(3);
    expect(errors).not.toEqual([]);
    for (const failure of failures) expect(['unavailable', 'read-only', 'busy']).toContain(failure);
    const fresh = await openPostgresStore(addressIn(standby.url, 'failover'));
    const before = await fresh.version();
    await store.addReports([[newReport({ createdAt: NOON + 1 })]]);
    await expect.poll(async () => fresh.version()).not.toBe(before);
    expect(await fresh.usedQuota(1, DAY)).toBe(used);
    for (const one of [store, fresh]) await one.close();
  });
});

async function promote({ url }: PostgresServer): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SELECT pg_promote()');
  await client.end();
}
