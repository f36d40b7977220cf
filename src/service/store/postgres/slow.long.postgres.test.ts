/** A store on a server that is slow in one place: calls that need it fail soon, and others aren't affected. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { PostgresServer } from '../../../../tools/postgres-server/postgres-server.ts';
import type { Store } from '../store.ts';
import { descending, NOON } from '../suite/new-report.fixture.ts';
import type { PostgresAddress } from './address.ts';
import { openPostgresStore } from './postgres-store.ts';
import { addressIn, asOperator, describeOwnPostgres, holding, lockTable } from './server.fixture.ts';

const DAY = '2026-03-02';
const ALL = { start: 0, end: NOON + 1 };
const BUSY = { code: 'busy' };
const FAILED = { status: 'rejected', reason: expect.objectContaining(BUSY) };
const ONE = [{ key: 1, day: DAY, quota: 1000, count: 1 }];

describeOwnPostgres('a slow server', () => {
  let server: PostgresServer;
  let schemas = 0;
  let address: PostgresAddress;
  let store: Store;
  const errors: unknown[] = [];

  beforeAll(async () => {
    server = await PostgresServer.create();
    await server.start({ fsync: 'off' });
  }, 60_000);
  afterAll(() => server.remove(), 60_000);
  beforeEach(async () => {
    schemas += 1;
    address = addressIn(server.url, `slow_${schemas}`);
    errors.length = 0;
    store = await openPostgresStore(address, { create: true, onError: (error) => errors.push(error) });
    await store.addReports([descending(3, 1)]);
    await store.consumeQuota(ONE);
    await store.observations(ALL);
  });
  afterEach(() => store.close());

  it('whose counters are locked fails those who consume quota before the lock ends, and counts nothing of it', async () => {
    const before = await backends();
    const unlock = await lockTable(address, 'request_count');
    const failing = Array.from({ length: 3 }, () => store.consumeQuota(ONE));
    expect(await Promise.allSettled(failing)).toEqual(failing.map(() => FAILED));
    expect(await store.observations(ALL)).toHaveLength(3);
    expect(await store.version()).toBeGreaterThan(1);
    await unlock();
    expect(await store.consumeQuota(ONE)).toEqual([{ usedBefore: 1, allowed: 1 }]);
    // No connection was replaced, and nothing was an outage.
    expect(await backends()).toEqual(expect.arrayContaining(before));
    expect(errors).toEqual([]);
  });

  it('whose reports are locked fails computations before the lock ends, and still consumes quota', async () => {
    const before = await backends();
    const unlock = await lockTable(address, 'report');
    const failing = Array.from({ length: 12 }, () => store.observations(ALL));
    const exporting: Promise<unknown> = Array.fromAsync(store.exportReports(ALL));
    const consumed = await store.consumeQuota(ONE).catch(String);
    expect(await Promise.allSettled([...failing, exporting])).toEqual(
      [...failing, exporting].map(() => FAILED),
    );
    expect(consumed).toEqual([{ usedBefore: 1, allowed: 1 }]);
    await unlock();
    expect(await store.observations(ALL)).toHaveLength(3);
    expect(await backends()).toEqual(expect.arrayContaining(before));
    expect(errors).toEqual([]);
  });

  it('on which an import merges for long fails what waits for it in a service, and makes no tables before another has', async () => {
    const impatient = await openPostgresStore({ ...address, statementTimeout: 500 }, { create: false });
    const later = addressIn(server.url, 'later');
    const unlock = await holding(
      address,
      `SELECT pg_advisory_xact_lock(hashtext(name)) FROM unnest(ARRAY['${address.schema} reports', 'later migrations']) AS name`,
    );
    await expect(impatient.advance('n', () => ({ value: '1', reports: [] }))).rejects.toMatchObject(BUSY);
    await expect(openPostgresStore(later, { create: true })).rejects.toMatchObject(BUSY);
    await unlock();
    await impatient.advance('n', (value) => ({ value: `${value}`, reports: [] }));
    expect(await impatient.metadata('n')).toBe('null');
    await impatient.close();
    await (await openPostgresStore(later, { create: true })).close();
  });

  it('that takes an hour for a counter fails those who consume quota long before', async () => {
    await asOperator(
      address,
      `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3600); RETURN new; END';
       CREATE TRIGGER slow BEFORE UPDATE ON request_count FOR EACH ROW EXECUTE FUNCTION dawdle()`,
    );
    await expect(store.consumeQuota(ONE)).rejects.toMatchObject(BUSY);
    await asOperator(address, 'DROP TRIGGER slow ON request_count');
    expect(await store.consumeQuota(ONE)).toEqual([{ usedBefore: 1, allowed: 1 }]);
    expect(errors).toEqual([]);
  });

  it('that ends one connection fails the call on it, and no other', async () => {
    const unlock = await lockTable(address, 'request_count');
    const hit = store.consumeQuota(ONE);
    const waiting = `SELECT pid FROM pg_locks WHERE relation = 'request_count'::regclass AND NOT granted`;
    const outcome = expect(hit).rejects.toMatchObject({ code: 'unavailable' });
    await expect.poll(async () => (await asOperator(address, waiting)).length, { timeout: 10_000 }).toBe(1);
    await asOperator(address, `SELECT pg_terminate_backend(pid) FROM (${waiting}) w`);
    await outcome;
    for (let n = 0; n < 20; n += 1) expect(await store.observations(ALL)).toHaveLength(3);
    await unlock();
    expect(await store.consumeQuota(ONE)).toEqual([{ usedBefore: 1, allowed: 1 }]);
    expect(errors).toEqual([]);
  });

  it('that is read-only is not ready, until it is writable again', async () => {
    const set = async (value: string) => {
      await asOperator(address, `ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      await asOperator(address, 'SELECT pg_reload_conf()');
    };
    const isReady = () => store.ping().then(String, ({ code }) => code);
    await set('on');
    await expect.poll(isReady, { timeout: 10_000 }).toBe('read-only');
    await expect(store.consumeQuota(ONE)).rejects.toMatchObject({ code: 'read-only' });
    await set('off');
    await expect.poll(isReady, { timeout: 10_000 }).toBe('undefined');
    expect(await store.consumeQuota(ONE)).toEqual([{ usedBefore: 1, allowed: 1 }]);
  });

  /** The processes that serve this store's pools. */
  async function backends(): Promise<number[]> {
    const rows = await asOperator<{ pid: number }>(
      address,
      `SELECT pid FROM pg_stat_activity
       WHERE application_name = 'headcount' AND (query LIKE '%request_count%' OR query LIKE '%FROM report%')
       ORDER BY 1`,
    );
    return rows.map(({ pid }) => pid);
  }
});
