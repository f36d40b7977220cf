/** A connection pooler between the store and the server. */
import { describe, expect, it } from 'vitest';
import { descending, NOON, newReport } from '../suite/new-report.fixture.ts';
import { withinASecond } from '../suite/store-under-test.fixture.ts';
import { HAS_POOLER, poolers } from './pooler.fixture.ts';
import { openPostgresStore } from './postgres-store.ts';
import { describePostgres, postgresAddresses, tablesOf } from './server.fixture.ts';

const ALL = { start: 0, end: NOON + 1 };
const SKIPPED = 'SKIPPED, NOT TESTED: pgbouncer is not installed';
if (!HAS_POOLER) console.warn(`a connection pooler: ${SKIPPED}`);

describePostgres('a connection pooler', () => {
  describe.skipIf(!HAS_POOLER)('such as PgBouncer', () => {
    const newAddress = postgresAddresses();
    const behind = poolers();

    it.each([
      ['transaction', {}],
      [
        'transaction, ignoring options',
        { ignore_startup_parameters: 'options,statement_timeout,lock_timeout' },
      ],
      ['transaction, with one connection', { default_pool_size: '1' }],
      ['transaction, with connections in turn', { server_round_robin: '1', min_pool_size: '3' }],
      ['statement', {}],
    ])('is refused in the mode %s, in a sentence that says what to do', async (mode, settings) => {
      const direct = newAddress();
      const [pool_mode = ''] = mode.split(',');
      const address = await behind(direct, { pool_mode, ...settings });
      await expect(openPostgresStore(address, { create: true })).rejects.toMatchObject({
        code: 'unusable',
        message:
          `the database ${address.shown} is behind a connection pooler that shares connections between clients; ` +
          'connect to the server directly, or set the pooler to session mode',
      });
      expect(await tablesOf(direct)).toEqual([]);
    });

    it('is used in session mode, with its own schema and time limits', async () => {
      const direct = newAddress();
      const address = await behind(direct, { pool_mode: 'session', default_pool_size: '40' });
      const [store, other] = [
        await openPostgresStore(address, { create: true }),
        await openPostgresStore(address),
      ];
      await store.addReports([descending(3000, 1)]);
      expect(await store.consumeQuota([{ key: 1, day: '2026-03-02', quota: 5, count: 9 }])).toEqual([
        { usedBefore: 0, allowed: 5 },
      ]);
      expect(
        (await Array.fromAsync(store.exportReports(ALL))).reduce((sum, { length }) => sum + length, 0),
      ).toBe(3000);
      const before = await other.version();
      await store.addReports([[newReport({ createdAt: NOON + 1 })]]);
      await withinASecond(
        async () => await other.version(),
        (version) => version !== before,
      );
      await Promise.all([store.close(), other.close()]);
    });
  });
});
