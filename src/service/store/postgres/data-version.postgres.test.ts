import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { NOON, newReport } from '../suite/new-report.fixture.ts';
import { withinASecond } from '../suite/store-under-test.fixture.ts';
import type { PostgresAddress } from './address.ts';
import { openPostgresStore } from './postgres-store.ts';
import { asOperator, describePostgres, postgresAddresses } from './server.fixture.ts';

const RAISE_QUIETLY = 'UPDATE data_version SET version = version + 1 RETURNING version::float8 AS version';

describePostgres('the version on PostgreSQL', () => {
  const newAddress = postgresAddresses();

  it("shows others' commits within a second even without notifications", async () => {
    const { address, store } = await opened();
    await store.version();
    for (let round = 0; round < 3; round += 1) {
      const version = await raiseQuietly(address);
      await withinASecond(
        () => store.version(),
        (now) => now === version,
      );
    }
    await store.close();
  });

  it('shows them at once after a second without calls', async () => {
    const { address, store } = await opened();
    await store.version();
    await sleep(1000);
    const version = await raiseQuietly(address);
    expect(await store.version()).toBe(version);
    await store.close();
  });

  it('shows them sooner after a notification', async () => {
    const { address, store } = await opened();
    await expect.poll(() => listeners(address), { timeout: 10_000 }).toBe(1);
    let sooner = false;
    for (let round = 0; round < 10 && !sooner; round += 1) {
      await sleep(1000);
      // Without a notification this reading is not renewed for 0.4 s.
      const [begin, before] = [performance.now(), await store.version()];
      await asOperator(address, 'UPDATE data_version SET version = version + 1');
      await asOperator(address, `NOTIFY headcount, '${address.schema}'`);
      await expect.poll(async () => store.version(), { timeout: 10_000, interval: 1 }).not.toBe(before);
      sooner = performance.now() - begin < 350;
    }
    expect(sooner).toBe(true);
    await store.close();
  });

  it('listens again after its connection is lost', async () => {
    const { address, store } = await opened();
    await expect.poll(() => listeners(address), { timeout: 10_000 }).toBe(1);
    await asOperator(
      address,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE query = 'LISTEN headcount' AND application_name = '${address.schema}'`,
    );
    await expect.poll(() => listeners(address), { timeout: 10_000 }).toBe(1);
    await store.close();
    await expect.poll(() => listeners(address), { timeout: 10_000 }).toBe(0);
  });

  it('never repeats after the database is restored to an earlier state', async () => {
    const { address, store } = await opened();
    const seen = new Set([await store.version()]);
    for (let n = 0; n < 5; n += 1) {
      await store.addReports([[newReport({ createdAt: NOON + n })]]);
      expect(seen.has(await store.version())).toBe(false);
      seen.add(await store.version());
      // As in a restored backup.
      await asOperator(address, 'UPDATE data_version SET version = 1');
    }
    expect(seen.size).toBe(6);
    await store.close();
  });

  async function opened() {
    const { url: shared, ...rest } = newAddress();
    const url = new URL(shared);
    url.searchParams.set('application_name', rest.schema);
    const address = { ...rest, url: url.href };
    return { address, store: await openPostgresStore(address, { create: true }) };
  }
});

async function raiseQuietly(address: PostgresAddress): Promise<number> {
  const [row] = await asOperator<{ version: number }>(address, RAISE_QUIETLY);
  return row?.version ?? Number.NaN;
}

const LISTENERS = `SELECT FROM pg_stat_activity WHERE query = 'LISTEN headcount' AND application_name = $1`;

async function listeners(address: PostgresAddress): Promise<number> {
  const rows = await asOperator(address, LISTENERS, [address.schema]);
  return rows.length;
}
