import { expect, it } from 'vitest';
import type { Store } from '../store.ts';
import { descending, NOON, newReport } from '../suite/new-report.fixture.ts';
import { openStoreOn } from './postgres-store.ts';
import { asOperator, describePostgres, postgresAddresses } from './server.fixture.ts';
import { Server } from './server.ts';

const ALL = { start: 0, end: NOON + 1 };

describePostgres('the connections to a server', () => {
  const newAddress = postgresAddresses();

  it('are shared by many stores, each with its own schema, and not more than those of one', async () => {
    const address = newAddress();
    const url = new URL(address.url);
    url.searchParams.set('application_name', address.schema);
    const server = await Server.connect({ ...address, url: url.href });
    const schemas = Array.from({ length: 12 }, () => newAddress().schema);
    const stores: Store[] = [];
    for (const schema of schemas) stores.push(await openStoreOn(server, schema, { create: true }));
    for (const [n, store] of stores.entries()) {
      await store.addReports([Array.from({ length: n }, (_, i) => newReport({ createdAt: NOON - i }))]);
    }
    await Promise.all(
      stores.map(async (store, n) => {
        await store.signIn(`person-${n}@u.edu`, NOON);
        await store.consumeQuota([{ key: 1, day: '2026-03-02', quota: 100, count: n }]);
      }),
    );
    for (const [n, store] of stores.entries()) {
      expect(await store.observations(ALL)).toHaveLength(n);
      expect(await store.usedQuota(1, '2026-03-02')).toBe(n);
      expect((await store.listAccounts()).map(({ email }) => email)).toEqual([`person-${n}@u.edu`]);
    }
    const connections = await asOperator(
      address,
      `SELECT FROM pg_stat_activity WHERE application_name = '${address.schema}'`,
    );
    expect(connections.length).toBeGreaterThan(0);
    expect(connections.length).toBeLessThanOrEqual(20);
    const [first, second] = stores as [Store, Store];
    const version = await second.version();
    await first.addReports([descending(1500, 1)]);
    expect(await second.version()).toBe(version);
    const walk = first.exportReports(ALL)[Symbol.asyncIterator]();
    await walk.next();
    await first.close();
    await expect(walk.next()).rejects.toMatchObject({ code: 'closed' });
    await expect(first.ping()).rejects.toMatchObject({ code: 'closed' });
    await second.ping();
    await server.close();
    await expect(second.ping()).rejects.toMatchObject({ code: 'closed' });
  });
});
