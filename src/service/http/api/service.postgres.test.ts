/** Services that share a PostgreSQL database. */
import { expect, it } from 'vitest';
import { asOperator, describePostgres, postgresAddresses } from '../../store/postgres/server.fixture.ts';
import { TIME_ZONE } from '../../store/store.ts';
import { FRIDAY_LUNCH, sampleReports } from '../sample-data.fixture.ts';
import { at, type Running, services } from '../service-under-test.fixture.ts';

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

  it.each([
    { form: 1, now: FRIDAY_LUNCH, more: [] },
    { form: 2, now: '2026-10-17T03:10:00-07:00', more: ['highlights', 'highlights?days=60'] },
    { form: 2, now: '2026-05-01T00:00:00-07:00', more: ['highlights'] },
  ] as const)('returns the same as one on SQLite, in Form $form at $now', async ({ form, now, more }) => {
    const given = { form, now, reports: sampleReports() };
    const [one, other] = [await start(given), await start({ ...given, database: newAddress() })];
    for (const path of [...PATHS, ...more])
      expect([path, await textOf(other, path)]).toEqual([path, await textOf(one, path)]);
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
    const statusOf = async () => (await moved.get('status', before.authorized)).status;
    expect([await statusOf(), await statusOf()]).toEqual([200, 429]);
  });

  it('rejects an export with 503 when all connections for exports are in use, and accepts it when one is free', async () => {
    const database = { ...newAddress(), connections: 1 };
    const service = await start({ database });
    await asOperator(
      database,
      `INSERT INTO report SELECT n, ${at(FRIDAY_LUNCH)} - n * 1000000::bigint, 1 FROM generate_series(1, 500000) n;
       UPDATE data_version SET version = version + 1`,
    );
    // More than the connection buffers, so it stays open until it is read.
    const first = await service.get('export.csv', { 'Accept-Encoding': 'identity' });
    const rejected = await service.get('export.csv');
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await service.get('status')).status).toBe(200);
    expect((await first.text()).split('\r\n').length).toBe(500_002);
    expect((await service.get('export.csv')).status).toBe(200);
  });
});
