/** A store during and after an outage of its server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { PostgresServer } from '../../../../tools/postgres-server/postgres-server.ts';
import type { Store } from '../store.ts';
import { descending, NOON, newReport } from '../suite/new-report.fixture.ts';
import type { PostgresAddress } from './address.ts';
import { consumers } from './consumers.fixture.ts';
import { openPostgresStore } from './postgres-store.ts';
import { addressIn, asOperator, describeOwnPostgres, expectBack, lockTable } from './server.fixture.ts';

const DAY = '2026-03-02';
const ALL = { start: 0, end: NOON + 1 };
const UNAVAILABLE = { code: 'unavailable' };

describeOwnPostgres('a server that stops', () => {
  let server: PostgresServer;
  let store: Store;
  let address: PostgresAddress;
  let schemas = 0;
  const errors: unknown[] = [];

  beforeAll(async () => {
    server = await PostgresServer.create();
    await server.start();
  }, 60_000);
  afterAll(() => server.remove(), 60_000);
  beforeEach(async () => {
    schemas += 1;
    address = addressIn(server.url, `outage_${schemas}`);
    errors.length = 0;
    store = await openPostgresStore(address, { create: true, onError: (error) => errors.push(error) });
    await store.addReports([descending(3, 1)]);
  });
  afterEach(() => store.close());

  it('makes every call fail as unavailable and reports it, until it is back', async () => {
    expect(errors).toEqual([]);
    await server.stop();
    await expect(store.feed({ now: NOON, limit: 1, from: null })).rejects.toMatchObject(UNAVAILABLE);
    for (const attempt of [
      () => store.observations(ALL),
      () => store.findKey(new Uint8Array(32)),
      () => store.consumeQuota([{ key: 1, day: DAY, quota: 9, count: 1 }]),
      () => store.ping(),
      () => store.metadata('x'),
      () => store.addReports([descending(1, 1)]),
      () => Array.fromAsync(store.exportReports(ALL)),
    ]) {
      await expect(attempt()).rejects.toMatchObject(UNAVAILABLE);
    }
    expect(errors).not.toEqual([]);
    for (const error of errors) expect(error).toMatchObject(UNAVAILABLE);
    await server.start();
    await expectBack(store);
    expect(await store.observations(ALL)).toHaveLength(3);
    expect(await store.consumeQuota([{ key: 1, day: DAY, quota: 9, count: 1 }])).toEqual([
      { usedBefore: 0, allowed: 1 },
    ]);
  });

  it('leaves no valid version after a second, and hides no change made during the outage', async () => {
    const before = await store.version();
    await server.stop();
    await sleep(1000);
    await expect(async () => store.version()).rejects.toMatchObject(UNAVAILABLE);
    await server.start();
    // Committed before this store has reconnected or been notified.
    await asOperator(address, 'UPDATE data_version SET version = version + 1');
    await expectBack(store);
    expect(await store.version()).toBe(before + 1);
  });

  it('loses no allowed request, even in a crash', async () => {
    const { more, end } = consumers(store);
    await more();
    for (const mode of ['fast', 'immediate'] as const) {
      await server.stop(mode);
      await server.start();
      await more();
    }
    await end(store, 2);
  });

  it('aborts running imports, which then add nothing, and running exports', async () => {
    await store.addReports([descending(3000, 1, { bucket: '0' })]);
    const walk = store.exportReports(ALL)[Symbol.asyncIterator]();
    expect((await walk.next()).done).toBe(false);
    const interrupted = async function* () {
      yield [newReport({ bucket: '30+' })];
      await server.stop();
      yield [newReport({ bucket: '30+' })];
    };
    await expect(store.addReports(interrupted())).rejects.toMatchObject(UNAVAILABLE);
    await expect(walk.next()).rejects.toMatchObject(UNAVAILABLE);
    await server.start();
    await expectBack(store);
    expect(await store.observations(ALL)).toHaveLength(3003);
  });
});

describeOwnPostgres('a server that ends connections', () => {
  let server: PostgresServer;
  let schemas = 0;
  const newAddress = (parameters: string) => {
    schemas += 1;
    return addressIn(server.url, `connections_${schemas}`, parameters);
  };

  beforeAll(async () => {
    server = await PostgresServer.create();
    await server.start();
  }, 60_000);
  afterAll(() => server.remove(), 60_000);

  it('is used again over new connections', async () => {
    const address = newAddress('&connections=3');
    const store = await openPostgresStore(address, { create: true });
    const calls = () =>
      Promise.all(Array.from({ length: 9 }, () => [store.ping(), store.observations(ALL)]).flat());
    await calls();
    const ended = await asOperator<{ ended: number }>(
      address,
      `SELECT count(pg_terminate_backend(pid))::integer AS ended FROM pg_stat_activity
       WHERE application_name = 'headcount' AND pid <> pg_backend_pid()`,
    );
    // Three of the pools, and the listener.
    expect(ended[0]?.ended).toBeGreaterThanOrEqual(4);
    await expectBack(store);
    await calls();
    await store.close();
  });

  it('has no more connections than allowed', async () => {
    const address = newAddress('&connections=2');
    const store = await openPostgresStore(address, { create: true });
    const connections = async () => {
      const [row] = await asOperator<{ count: number }>(
        address,
        `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE application_name = 'headcount'`,
      );
      return row?.count ?? 0;
    };
    const unlock = await lockTable(address, 'report');
    const calls = Promise.allSettled(
      Array.from({ length: 300 }, () => [store.ping(), store.observations(ALL)]).flat(),
    );
    const tenCounts = async () => {
      const counts: number[] = [];
      while (counts.length < 10) counts.push(await connections());
      return counts;
    };
    // Two, and the one that listens, once the connection of the migrations has ended.
    await expect.poll(tenCounts).toEqual(Array(10).fill(3));
    await unlock();
    await calls;
    await store.close();
  });
});
