/** A connection pooler between the store and the server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HAS_POOLER } from '../../../../tools/postgres-server/pooler.fixture.ts';
import { PostgresServer } from '../../../../tools/postgres-server/postgres-server.ts';
import { StoreError } from '../errors.ts';
import { describeStore } from '../store.suite.ts';
import type { Store } from '../store.ts';
import { descending, NOON, newReport } from '../suite/new-report.fixture.ts';
import { withinASecond } from '../suite/store-under-test.fixture.ts';
import type { PostgresAddress } from './address.ts';
import { consumers } from './consumers.fixture.ts';
import { type PoolerUnderTest, poolers } from './pooler.fixture.ts';
import { openPostgresStore } from './postgres-store.ts';
import {
  addressIn,
  asOperator,
  describeOwnPostgres,
  describePostgres,
  postgresAddresses,
  renewedPostgresStores,
} from './server.fixture.ts';

const ALL = { start: 0, end: NOON + 1 };
const DAY = '2026-03-02';
const SKIPPED = 'SKIPPED, NOT TESTED: pgbouncer is not installed';
if (!HAS_POOLER) console.warn(`a connection pooler: ${SKIPPED}`);

describePostgres('a connection pooler', () => {
  describe.skipIf(!HAS_POOLER)('such as PgBouncer', () => {
    const newAddress = postgresAddresses();
    const behind = poolers();

    let transactions: Promise<PoolerUnderTest> | undefined;
    describeStore(
      'the PostgreSQL store behind a pooler in transaction mode',
      renewedPostgresStores(async (direct) => {
        transactions ??= behind(direct, { pool_mode: 'transaction', server_round_robin: '1' });
        return (await transactions).address;
      }),
    );

    it.each([
      ['transaction', {}],
      ['transaction, with connections in turn', { server_round_robin: '1', min_pool_size: '3' }],
      ['session', { default_pool_size: '60' }],
    ])('answers many calls at once, of two processes, in the mode %s', async (mode, settings) => {
      const direct = newAddress();
      const [pool_mode = ''] = mode.split(',');
      const { address } = await behind(direct, { pool_mode, ...settings });
      const stores = [await openPostgresStore(address, { create: true }), await openPostgresStore(address)];
      const [one, other] = stores as [Store, Store];
      await one.addReports([descending(3000, 1)]);
      let allowed = 0;
      const failures: unknown[] = [];
      const calls = stores.flatMap((store, n) =>
        Array.from({ length: 30 }, (_, call) => [
          async () => {
            const [allowance] = await store.consumeQuota([{ key: 1, day: DAY, quota: 100, count: 2 }]);
            allowed += allowance?.allowed ?? 0;
          },
          () => store.findKey(new Uint8Array(32)),
          () => store.feed({ now: NOON, limit: 3, from: null }),
          () => store.signIn(`person-${call % 7}@u.edu`, NOON),
          () => store.ping(),
          () => (call % 10 > 0 ? null : store.addReports([[newReport({ createdAt: NOON - n - 1 - call })]])),
          () => (call % 10 > 0 ? null : Array.fromAsync(store.exportReports(ALL))),
        ]),
      );
      await Promise.all(
        calls.map(async (some) => {
          for (const one of some)
            await Promise.resolve(one()).catch((error: unknown) => failures.push(error));
        }),
      );
      // A busy machine may keep some waiting for too long; anything else would be a response of 500.
      const isOutage = (error: unknown) =>
        error instanceof StoreError && ['busy', 'unavailable'].includes(error.code);
      expect(failures.filter((error) => !isOutage(error))).toEqual([]);
      expect(allowed).toBeLessThanOrEqual(100);
      await expect.poll(() => one.usedQuota(1, DAY).catch(() => 0)).toBeGreaterThanOrEqual(allowed);
      const before = await other.version();
      await one.addReports([[newReport({ createdAt: NOON + 1 })]]);
      await withinASecond(
        async () => await other.version(),
        (version) => version !== before,
      );
      for (const store of stores) await store.close();
    });

    it('is refused in statement mode, in a sentence that says what to do', async () => {
      const { address } = await behind(newAddress(), { pool_mode: 'statement' });
      await expect(openPostgresStore(address, { create: true })).rejects.toMatchObject({
        code: 'unusable',
        message: expect.stringMatching(
          /a connection pooler in statement mode, .* set it to transaction mode$/,
        ),
      });
    });

    it('cancels a statement that takes too long', async () => {
      const direct = newAddress('&statement_timeout=200');
      const { address } = await behind(direct, { pool_mode: 'transaction' });
      const store = await openPostgresStore(address, { create: true });
      await asOperator(
        direct,
        `ALTER TABLE report RENAME TO report_; CREATE VIEW report AS SELECT * FROM report_ WHERE pg_sleep(3600) IS NOT NULL;
         INSERT INTO report_ (id, created_at, bucket) VALUES (1, 1, 1)`,
      );
      await expect(store.observations(ALL)).rejects.toMatchObject({ code: 'busy' });
      const sleeping = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE '%${direct.schema}%'`;
      await expect.poll(() => asOperator(direct, sleeping)).toEqual([]);
      await store.close();
    });

    it('gets notifications from the server itself, if the address says where that is', async () => {
      const direct = newAddress();
      const { address } = await behind(direct, { pool_mode: 'transaction' });
      const { host } = new URL(direct.url);
      const listeners = (application: string) =>
        asOperator(
          direct,
          `SELECT FROM pg_stat_activity WHERE query = 'LISTEN headcount' AND application_name = '${application}'`,
        );
      const named = (application: string, listen: string) => {
        const url = new URL(address.url);
        url.searchParams.set('application_name', application);
        return { ...address, url: url.href, listen };
      };
      const [told, polling] = [`${direct.schema}_told`, `${direct.schema}_polling`].map((name) =>
        name.slice(5),
      );
      const stores = [
        await openPostgresStore(named(told ?? '', host), { create: true }),
        await openPostgresStore(named(polling ?? '', '')),
      ];
      await expect.poll(() => listeners(told ?? '')).toHaveLength(1);
      expect(await listeners(polling ?? '')).toEqual([]);
      for (const store of stores) await store.close();
    });
  });
});

describeOwnPostgres('behind a pooler in transaction mode', () => {
  describe.skipIf(!HAS_POOLER)('such as PgBouncer', () => {
    const behind = poolers();
    let server: PostgresServer;

    beforeAll(async () => {
      server = await PostgresServer.create();
      await server.start();
    }, 60_000);
    afterAll(() => server.remove(), 60_000);

    it('a quota stays exact while the pooler and the server are killed, and every failure is an outage', async () => {
      const direct: PostgresAddress = addressIn(server.url, 'killed');
      const { pooler, address } = await behind(direct, { pool_mode: 'transaction' });
      const stores = [await openPostgresStore(address, { create: true }), await openPostgresStore(address)];
      const { more, end } = consumers(...stores);
      await more();
      await pooler.kill();
      await pooler.start();
      await more();
      const begun = performance.now();
      for (const mode of ['fast', 'immediate'] as const) {
        await server.stop(mode);
        await server.start();
        await more();
      }
      // Without the guide's server_login_retry, the pooler would wait for 15 s each time.
      expect(performance.now() - begun).toBeLessThan(15_000);
      const observer = await openPostgresStore(direct);
      const failures = await end(observer, 3);
      expect(failures.filter((code) => code !== 'unavailable' && code !== 'busy')).toEqual([]);
      for (const one of [observer, ...stores]) await one.close();
    });
  });
});
