/** Stores that share a database, as processes do: the server decides, and they have no memory in common. */
import { expect, it } from 'vitest';
import { lackingSteps, updateDatabase } from '../migrate.ts';
import { newReport } from '../suite/new-report.fixture.ts';
import { openPostgresStore } from './postgres-store.ts';
import { VERSION_6 } from './schema-6.fixture.ts';
import { asOperator, describePostgres, holding, postgresAddresses } from './server.fixture.ts';

const DAY = '2026-03-02';

describePostgres('several processes on PostgreSQL', () => {
  const newAddress = postgresAddresses();

  it('together consume exactly the quota', async () => {
    const address = newAddress();
    const stores = [await openPostgresStore(address, { create: true })];
    while (stores.length < 4) stores.push(await openPostgresStore(address));
    // Several keys in different orders would deadlock if rows were locked in the order of the request.
    const [one, two, three] = [
      { key: 1, day: DAY, quota: 1500, count: 1 },
      { key: 2, day: DAY, quota: 4000, count: 3 },
      { key: 3, day: DAY, quota: 2501, count: 2 },
    ] as const;
    const consumed = stores.flatMap((store) =>
      [
        [one, two, three],
        [three, two, one],
        [two, one, three],
      ].map(async (order) => {
        let sum = 0;
        for (let more = true; more; ) {
          const allowed = (await store.consumeQuota(order)).reduce((total, each) => total + each.allowed, 0);
          sum += allowed;
          more = allowed > 0;
        }
        return sum;
      }),
    );
    expect((await Promise.all(consumed)).reduce((sum, each) => sum + each, 0)).toBe(1500 + 4000 + 2501);
    expect(await Promise.all([1, 2, 3].map((key) => stores[0]?.usedQuota(key, DAY)))).toEqual([
      1500, 4000, 2501,
    ]);
    for (const store of stores) await store.close();
  });

  it('apply each step of a migration once if they start at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const address = newAddress();
      await asOperator(address, `CREATE SCHEMA ${address.schema}; ${VERSION_6}`);
      await Promise.all(Array.from({ length: 8 }, () => updateDatabase(address)));
      expect(await lackingSteps(address)).toEqual([]);
      const made = newAddress();
      const stores = await Promise.all(
        Array.from({ length: 6 }, () => openPostgresStore(made, { create: true })),
      );
      const added = await Promise.all(stores.map((store) => store.addReports([[newReport({ id: 1 })]])));
      expect(added.reduce((sum, result) => sum + result.added, 0)).toBe(1);
      for (const store of stores) await store.close();
    }
  });

  it('use a link once, even while its address gets a newer one', async () => {
    const address = newAddress();
    const store = await openPostgresStore(address, { create: true });
    const link = { hash: new Uint8Array(32), email: 'ann@u.edu', createdAt: 1, expiresAt: 9 };
    await store.addSignInLink(link, { most: 1, since: 0 });
    const commit = await holding(address, 'UPDATE sign_in_link SET used_at = 2');
    await store.addSignInLink({ ...link, hash: new Uint8Array(32).fill(1) }, { most: 2, since: 0 });
    const used = store.useSignInLink(link.hash, 2);
    const waiting = `SELECT FROM pg_stat_activity
      WHERE cardinality(pg_blocking_pids(pid)) > 0 AND query LIKE '%${address.schema}%'`;
    await expect.poll(() => asOperator(address, waiting)).toHaveLength(1);
    await commit();
    expect(await used).toBeNull();
    await store.close();
  });

  it('write no counter of a rejected request', async () => {
    const address = newAddress();
    const store = await openPostgresStore(address, { create: true });
    const request = { key: 1, day: DAY, quota: 2, count: 2 };
    await store.consumeQuota([request]);
    const written = () => asOperator(address, 'SELECT xmin::text, xmax::text, * FROM request_count');
    const before = await written();
    expect(await store.consumeQuota([request])).toEqual([{ usedBefore: 2, allowed: 0 }]);
    expect(await written()).toEqual(before);
    await store.close();
  });
});
