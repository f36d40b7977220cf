/** Real processes that share a database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { newReport } from '../suite/new-report.fixture.ts';
import type { PostgresAddress } from './address.ts';
import { FIRST, migrated, SECOND } from './layouts.fixture.ts';
import { openPostgresStore } from './postgres-store.ts';
import { asOperator, describePostgres, holding, postgresAddresses } from './server.fixture.ts';

const DAY = '2026-03-02';

describePostgres('several processes on PostgreSQL', () => {
  const newAddress = postgresAddresses();

  it('together consume exactly the quota', async () => {
    const address = newAddress();
    await (await openPostgresStore(address, { create: true })).close();
    // Several keys in different orders would deadlock if rows were locked in the order of the request.
    const consuming = `
      let allowed = 0;
      let rejected = 0;
      const requests = [
        { key: 1, day: '${DAY}', quota: 1500, count: 1 },
        { key: 2, day: '${DAY}', quota: 4000, count: 3 },
        { key: 3, day: '${DAY}', quota: 2501, count: 2 },
      ];
      const request = async (order) => {
        for (let open = true; open; ) {
          const allowances = await store.consumeQuota(order);
          open = allowances.some((allowance) => allowance.allowed > 0);
          for (const allowance of allowances) {
            allowed += allowance.allowed;
            if (allowance.allowed === 0) rejected += 1;
          }
        }
      };
      await Promise.all([request(requests), request(requests.toReversed()), request([requests[1], requests[0], requests[2]])]);
      console.log(allowed, rejected);`;
    const outputs = await Promise.all([1, 2, 3, 4].map(() => run(address, consuming)));
    const allowed = outputs.map((output) => Number(output.split(' ')[0]));
    expect(allowed.reduce((sum, one) => sum + one, 0)).toBe(1500 + 4000 + 2501);
    // Otherwise they ran one after the other, and the test would show nothing.
    expect(allowed.filter((one) => one > 0).length).toBeGreaterThan(1);
    const rows = await asOperator(
      address,
      'SELECT key_id::integer, used::integer FROM request_count ORDER BY key_id',
    );
    expect(rows).toEqual([
      { key_id: 1, used: 1500 },
      { key_id: 2, used: 4000 },
      { key_id: 3, used: 2501 },
    ]);
  });

  it('apply each step of a migration once if they start at the same time', async () => {
    for (let round = 0; round < 3; round += 1) {
      const address = newAddress();
      await migrated(address, FIRST);
      await Promise.all(Array.from({ length: 8 }, () => migrated(address, SECOND)));
      expect(await asOperator(address, 'SELECT * FROM fact')).toHaveLength(1);
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

/** Runs code in a new process that has opened the database as `store`, and returns its output. */
async function run(address: PostgresAddress, code: string): Promise<string> {
  const module = new URL('./postgres-store.ts', import.meta.url).href;
  const script = `
    import { openPostgresStore } from ${JSON.stringify(module)};
    const store = await openPostgresStore(${JSON.stringify(address)}, { create: true });
    ${code}
    await store.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect([status, errors]).toEqual([0, '']);
  return output;
}
