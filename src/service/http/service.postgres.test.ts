/** Services that share a PostgreSQL database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runGate } from '../../../conformance/gate.ts';
import { judgingHere } from '../../../conformance/judging.ts';
import { PostgresServer } from '../../../tools/postgres-server/postgres-server.ts';
import { type PostgresAddress, parsePostgresAddress } from '../store/postgres/address.ts';
import {
  asOperator,
  describeOwnPostgres,
  describePostgres,
  lockTable,
  postgresAddresses,
} from '../store/postgres/server.fixture.ts';
import { newReport } from '../store/suite/new-report.fixture.ts';
import { withinASecond } from '../store/suite/store-under-test.fixture.ts';
import { FRIDAY_LUNCH, sampleReports } from './sample-data.fixture.ts';
import { at, ENDPOINTS, type Running, services } from './service-under-test.fixture.ts';

const start = services();

describePostgres('a service on PostgreSQL', () => {
  const newAddress = postgresAddresses();

  it.each([
    [
      'counters refuse new rows',
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
       CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON request_count FOR EACH ROW EXECUTE FUNCTION refuse()`,
      'DROP TRIGGER refuse ON request_count',
    ],
    [
      'counters are missing',
      'ALTER TABLE request_count RENAME TO gone',
      'ALTER TABLE gone RENAME TO request_count',
    ],
    ['keys are missing', 'ALTER TABLE api_key RENAME TO gone', 'ALTER TABLE gone RENAME TO api_key'],
  ])('is not ready and responds with 503 while %s, and recovers', async (_, change, undo) => {
    const database = newAddress();
    const service = await start({ database });
    const responses = async () => [
      (await fetch(`${service.url}/readyz`)).status,
      (await service.get('status')).status,
    ];
    const both = (status: number) => expect.poll(responses, { timeout: 10_000 }).toEqual([status, status]);
    await both(200);
    await asOperator(database, change);
    // Keys are remembered until the data change.
    await asOperator(database, 'UPDATE data_version SET version = version + 1');
    await both(503);
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
    await asOperator(database, undo);
    await both(200);
    const rows = await asOperator<{ key_id: number }>(database, 'SELECT key_id FROM request_count');
    expect(rows).toEqual([{ key_id: service.keyId }]);
  });

  it.each([1, 2] as const)('returns the same as one on SQLite, in Form %i', async (form) => {
    const reports = sampleReports();
    const [one, other] = [
      await start({ form, reports }),
      await start({ form, reports, database: newAddress() }),
    ];
    const textOf = async (service: Running, path: string) =>
      (await service.text(path)).replaceAll(service.url, 'https://queue.example');
    const paths = [
      'status',
      'chart',
      'chart?since=2026-10-12',
      'chart?since=2026-06-01&until=2026-10-31',
      'patterns',
      'patterns?since=2026-09-01&until=2026-09-30',
      'reports',
      'reports?limit=200',
      'export.csv',
      'export.csv?since=2026-10-01&until=2026-10-20',
      ...(form === 2 ? ['highlights', 'highlights?days=60'] : []),
    ];
    for (const now of [FRIDAY_LUNCH, '2026-10-17T03:10:00-07:00', '2026-05-01T00:00:00-07:00']) {
      for (const service of [one, other]) service.clock.now = at(now);
      for (const path of paths)
        expect([path, await textOf(other, path)]).toEqual([path, await textOf(one, path)]);
    }
  });

  it.each([1, 2] as const)('passes the conformance gate in Form %i', async (form) => {
    const database = newAddress();
    const now = Temporal.Now.instant();
    const reports = Array.from({ length: 3000 }, (_, n) =>
      newReport({ createdAt: now.epochMilliseconds * 1000 - n * 900_000_000 }),
    );
    const service = await start({ form, database, reports, now: now.toString() });
    const options = { skipDredd: true, judging: judgingHere };
    const result = await runGate({ url: service.url, form, key: service.key, ...options });
    const found = result.outcomes.filter(({ outcome }) => outcome === 'fail');
    expect(found).toEqual([]);
    expect([result.exitCode, result.problem]).toEqual([0, undefined]);
    expect(result.outcomes.filter(({ outcome }) => outcome === 'pass').length).toBeGreaterThan(60);
  });

  it('counts exactly when three other services share its database', async () => {
    const database = newAddress();
    const first = await start({ quota: 170, database });
    const others = [await start({ form: 1, database }), await start({ database }), await start({ database })];
    const all = [first, ...others];
    const headers = { Authorization: `Token ${first.key}` };
    const responses = await Promise.all(
      Array.from({ length: 400 }, (_, n) => (all[n % 4] as Running).get('status', headers)),
    );
    for (const response of responses) await response.arrayBuffer();
    const left = responses
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
    expect(left.sort((a, b) => b - a)).toEqual(Array.from({ length: 170 }, (_, index) => 169 - index));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(230);
    expect(await first.store.usedQuota(first.keyId, '2026-10-16')).toBe(170);
  });

  it('notices a revocation, a quota and new data from another service within a second, even without a notification', async () => {
    const database = newAddress();
    const service = await start({ database, quota: 500, reports: sampleReports() });
    const other = await start({ database, quota: 500 });
    const headers = { Authorization: `Token ${service.key}` };
    const status = async () => (await other.get('status', headers)).status;
    const quota = async () => (await other.get('status', headers)).headers.get('ratelimit-policy');
    const newest = async () => {
      const response = await other.get('reports?limit=1', headers);
      return ((await response.json()) as { results: { id: number }[] }).results[0]?.id;
    };
    const before = await newest();
    const quietly = (sql: string) =>
      asOperator(database, `BEGIN; ${sql}; UPDATE data_version SET version = version + 1; COMMIT`);
    await quietly(`INSERT INTO report SELECT 9999, max(created_at), 0 FROM report WHERE id = ${before}`);
    await withinASecond(newest, (id) => id === 9999);
    await quietly(`UPDATE api_key SET quota = 400 WHERE id = ${service.keyId}`);
    await withinASecond(quota, (policy) => policy?.includes('q=400;') === true);
    await service.store.setQuota(service.keyId, 300, service.clock.now);
    await withinASecond(quota, (policy) => policy?.includes('q=300;') === true);
    expect(await status()).toBe(200);
    await service.store.revokeKey(service.keyId, 1);
    await withinASecond(status, (code) => code === 401);
  });

  it('rejects an export with 503 when all connections for exports are in use, and accepts it when one is free', async () => {
    const database = { ...newAddress(), connections: 1 };
    const service = await start({ database });
    await asOperator(
      database,
      `INSERT INTO report SELECT n, ${at(FRIDAY_LUNCH)} - n * 1000000::bigint, 1 FROM generate_series(1, 400000) n;
       UPDATE data_version SET version = version + 1`,
    );
    // More than the connection buffers, so it stays open until it is read.
    const first = await service.get('export.csv', { 'Accept-Encoding': 'identity' });
    const rejected = await service.get('export.csv');
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await service.get('status')).status).toBe(200);
    expect((await first.text()).split('\r\n').length).toBe(400_002);
    expect((await service.get('export.csv')).status).toBe(200);
  });

  it.each([
    ['counters', 'request_count', ['status', 'chart', 'patterns', 'reports', 'highlights', 'export.csv']],
    ['reports', 'report', ['chart?since=2026-10-12', 'export.csv', 'reports?limit=20']],
  ])(
    'responds with 503 and Retry-After while %s are locked, before the lock ends',
    async (_, table, paths) => {
      const database = newAddress();
      const service = await start({ database, reports: sampleReports() });
      expect((await service.get('status')).status).toBe(200);
      const usedBefore = await service.store.usedQuota(service.keyId, '2026-10-16');
      const unlock = await lockTable(database, table);
      const responses = await Promise.all([...paths, ...paths, ...paths].map((path) => service.get(path)));
      expect(
        new Set(responses.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`)),
      ).toEqual(new Set(['503 5']));
      expect((await fetch(`${service.url}/livez`)).status).toBe(200);
      await unlock();
      for (const path of paths) expect((await service.get(path)).status).toBe(200);
      if (table === 'report') return;
      const used = await service.store.usedQuota(service.keyId, '2026-10-16');
      expect(used).toBe(usedBefore + paths.length);
    },
  );
});

describeOwnPostgres('a service whose PostgreSQL server is stopped and started under load', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.create();
    await server.start();
  }, 60_000);
  afterAll(() => server.remove(), 60_000);

  it('responds correctly or with 503 and Retry-After, and recovers completely', async () => {
    const database = parsePostgresAddress(`${server.url}?schema=outage`) as PostgresAddress;
    const service = await start({ database, reports: sampleReports() });
    const paths = ENDPOINTS[2];
    const right = new Map(
      await Promise.all(paths.map(async (path) => [path, await service.text(path)] as const)),
    );
    const counts = new Map<number, number>();
    const wrong: string[] = [];
    const send = async (path: string) => {
      const response = await service.get(path);
      const body = await response.text().catch(() => 'cut');
      counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
      if (response.status === 200 && (body === right.get(path) || body === 'cut')) return;
      if (response.status === 503 && response.headers.get('retry-after') === '5') return;
      wrong.push(`${path}: ${response.status} ${body.slice(0, 200)}`);
    };
    let running = true;
    const load = paths.map(async (path) => {
      while (running) await send(path);
    });
    const ready = async () => (await fetch(`${service.url}/readyz`)).status;
    const waited = { timeout: 10_000, interval: 20 };
    for (const mode of ['fast', 'immediate'] as const) {
      await sleep(150);
      await server.stop(mode);
      await expect.poll(ready, waited).toBe(503);
      expect((await fetch(`${service.url}/livez`)).status).toBe(200);
      await sleep(300);
      await server.start();
      await expect.poll(ready, waited).toBe(200);
    }
    await sleep(150);
    running = false;
    await Promise.all(load);
    expect(wrong).toEqual([]);
    expect(counts.get(200)).toBeGreaterThan(paths.length);
    expect(counts.get(503)).toBeGreaterThan(paths.length);
    for (const path of paths) expect(await service.text(path)).toBe(right.get(path));
  });

  it('sends no cached response that is older than a change made during the outage', async () => {
    const database = parsePostgresAddress(`${server.url}?schema=kept`) as PostgresAddress;
    const service = await start({ database, reports: sampleReports() });
    const before = await service.text('reports');
    await server.stop();
    await expect.poll(async () => (await service.get('reports')).status, { timeout: 10_000 }).toBe(503);
    await sleep(1000);
    await server.start();
    // Without a notification, as if it had been committed while the service was not connected.
    await asOperator(
      database,
      `UPDATE data_version SET version = version + 1;
       INSERT INTO report (id, created_at, bucket) VALUES (9999, ${at(FRIDAY_LUNCH)}, 5)`,
    );
    await expect.poll(async () => (await service.get('status')).status, { timeout: 10_000 }).toBe(200);
    const after = await service.text('reports');
    expect(after).not.toBe(before);
    expect(after).toContain('"id":9999,');
  });
});
