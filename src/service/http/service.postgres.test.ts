/** Services that share a PostgreSQL database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PostgresServer } from '../../../tools/postgres-server/postgres-server.ts';
import { type PostgresAddress, parsePostgresAddress } from '../store/postgres/address.ts';
import {
  asOperator,
  describeOwnPostgres,
  describePostgres,
  postgresAddresses,
} from '../store/postgres/server.fixture.ts';
import { TIME_ZONE } from '../store/store.ts';
import { FRIDAY_LUNCH, sampleReports } from './sample-data.fixture.ts';
import { at, ENDPOINTS, type Running, services } from './service-under-test.fixture.ts';

const start = services();

const PATHS = [
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
];

async function textOf(service: Running, path: string): Promise<string> {
  return (await service.text(path)).replaceAll(service.url, 'https://queue.example');
}

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
    const rows = await asOperator<{ key_id: number }>(database, 'SELECT key_id::integer FROM request_count');
    expect(rows).toEqual([{ key_id: service.keyId }]);
  });

  it.each([1, 2] as const)('returns the same as one on SQLite, in Form %i', async (form) => {
    const reports = sampleReports();
    const [one, other] = [
      await start({ form, reports }),
      await start({ form, reports, database: newAddress() }),
    ];
    const paths = [...PATHS, ...(form === 2 ? ['highlights', 'highlights?days=60'] : [])];
    for (const now of [FRIDAY_LUNCH, '2026-10-17T03:10:00-07:00', '2026-05-01T00:00:00-07:00']) {
      for (const service of [one, other]) service.clock.now = at(now);
      for (const path of paths)
        expect([path, await textOf(other, path)]).toEqual([path, await textOf(one, path)]);
    }
  });

  it.each([
    ['SQLite', () => ({})],
    ['PostgreSQL', () => ({ database: newAddress() })],
  ])('returns on %s what a new one does there, when the venue has another time zone', async (_, place) => {
    const reports = sampleReports();
    const settings = { timeZone: 'Europe/Vienna' };
    const database = place();
    const before = await start({ ...database, reports, quota: PATHS.length + 1 });
    for (const path of PATHS) await before.text(path);
    await expect.poll(() => before.store.checkpoint('model')).not.toBeNull();
    await before.store.advance(TIME_ZONE, () => ({ value: settings.timeZone, reports: [] }));
    await before.close();
    const [moved, fresh] = [
      await start({ ...database, file: before.file, settings }),
      await start({ ...place(), reports, settings }),
    ];
    for (const path of PATHS)
      expect([path, await textOf(moved, path)]).toEqual([path, await textOf(fresh, path)]);
    // The date is the same there, and the key has one request left for it.
    const Authorization = `Token ${before.key}`;
    const statusOf = async () => (await moved.get('status', { Authorization })).status;
    expect([await statusOf(), await statusOf()]).toEqual([200, 429]);
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
});
