import { expect, it } from 'vitest';
import { newReport } from '../suite/new-report.fixture.ts';
import { openPostgresStore } from './postgres-store.ts';
import { describePostgres, postgresAddresses } from './server.fixture.ts';

describePostgres('the use of pools', () => {
  const newAddress = postgresAddresses();

  it('counts connections in use, and the calls that wait for one', async () => {
    const store = await openPostgresStore({ ...newAddress(), connections: 3 }, { create: true });
    await store.addReports([[newReport({}), newReport({})]]);
    const use = () => store.poolUse?.().find(({ pool }) => pool === 'sessions');
    const limit = use()?.limit ?? 0;
    expect(limit).toBeGreaterThan(0);
    await expect.poll(use).toEqual({ pool: 'sessions', inUse: 0, limit, waiting: 0 });
    const span = { start: 0, end: Number.MAX_SAFE_INTEGER };
    const exports = Array.from({ length: limit + 1 }, () =>
      store.exportReports(span)[Symbol.asyncIterator](),
    );
    const begun = Promise.allSettled(exports.map((one) => one.next()));
    await expect.poll(use).toEqual({ pool: 'sessions', inUse: limit, limit, waiting: 1 });
    expect(store.poolUse?.().map(({ pool }) => pool)).toEqual(['urgent', 'computing', 'sessions']);
    // The last one gives up.
    await begun;
    expect(use()).toEqual({ pool: 'sessions', inUse: limit, limit, waiting: 0 });
    await store.close();
  });
});
