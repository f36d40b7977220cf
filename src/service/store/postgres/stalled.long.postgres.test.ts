/** A store behind a network that cuts connections, or passes nothing on. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UnreliableProxy } from '../../../../tools/postgres-server/unreliable-proxy.fixture.ts';
import type { Store } from '../store.ts';
import { descending, NOON } from '../suite/new-report.fixture.ts';
import type { PostgresAddress } from './address.ts';
import { openPostgresStore } from './postgres-store.ts';
import { addressIn, describePostgres, expectBack, postgresAddresses } from './server.fixture.ts';

const DAY = '2026-03-02';
const ALL = { start: 0, end: NOON + 1 };
const ONE = [{ key: 1, day: DAY, quota: 1000, count: 1 }];
const UNAVAILABLE = { code: 'unavailable' };

describePostgres('an unreliable network', () => {
  const newAddress = postgresAddresses();
  let proxy: UnreliableProxy;
  let store: Store;
  const errors: unknown[] = [];

  beforeEach(async () => {
    const direct: PostgresAddress = newAddress();
    proxy = await UnreliableProxy.start(direct.url);
    errors.length = 0;
    const address = addressIn(proxy.url, direct.schema, '&statement_timeout=3000');
    store = await openPostgresStore(address, { create: true, onError: (error) => errors.push(error) });
    await store.addReports([descending(3000, 1)]);
    await store.consumeQuota(ONE);
    await store.observations(ALL);
  });
  afterEach(async () => {
    await store.close();
    await proxy.close();
  });

  it('that cuts all connections fails what runs, and is used again over new ones', async () => {
    for (let round = 0; round < 5; round += 1) {
      const running = [store.observations(ALL), store.consumeQuota(ONE), store.ping()].map((one) =>
        one.then(
          () => 'responded',
          (error: { code?: string }) => error.code,
        ),
      );
      await new Promise(setImmediate);
      proxy.cut();
      for (const outcome of await Promise.all(running))
        expect(['responded', 'unavailable']).toContain(outcome);
      await expectBack(store);
    }
    expect(await store.observations(ALL)).toHaveLength(3000);
  });

  it('that passes nothing on fails everything that waits, and is used again once it does', async () => {
    proxy.stall();
    for (const attempt of [
      () => store.observations(ALL),
      () => store.consumeQuota(ONE),
      () => store.ping(),
      () => Array.fromAsync(store.exportReports(ALL)),
    ]) {
      await expect(attempt()).rejects.toMatchObject(UNAVAILABLE);
    }
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) expect(error).toMatchObject(UNAVAILABLE);
    // As after a firewall has forgotten them, the connections from before stay dead.
    proxy.resume({ forgotten: true });
    await expectBack(store);
    for (let n = 0; n < 12; n += 1) expect(await store.observations(ALL)).toHaveLength(3000);
    const [allowance] = await store.consumeQuota(ONE);
    expect(allowance).toEqual({ usedBefore: expect.any(Number), allowed: 1 });
  });

  it.each([
    ['a computation', () => store.observations(ALL)],
    ['a transaction', () => store.signIn('ann@u.edu', NOON)],
    ['a computation and a quota', () => Promise.all([store.observations(ALL), store.consumeQuota(ONE)])],
  ])('that forgets idle connections fails %s, then none', async (_, attempt) => {
    proxy.stall();
    const failing = expect(attempt()).rejects.toMatchObject(UNAVAILABLE);
    proxy.resume({ forgotten: true });
    await failing;
    await expectBack(store);
    for (let n = 0; n < 12; n += 1) expect(await store.observations(ALL)).toHaveLength(3000);
  });

  it('that stalls in the middle of an export ends it', async () => {
    const walk = store.exportReports(ALL)[Symbol.asyncIterator]();
    expect((await walk.next()).done).toBe(false);
    proxy.stall();
    await expect(walk.next()).rejects.toMatchObject(UNAVAILABLE);
  });

  it('does not keep a store from closing', async () => {
    proxy.stall();
    const waiting = store.observations(ALL).catch(({ code }) => code);
    await store.close();
    expect(await waiting).toBe('closed');
  });
});
