import { beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE, SECOND } from '../../domain/micros.ts';
import { newReport } from '../../store/suite/new-report.fixture.ts';
import { FRIDAY_LUNCH, sampleReports } from '../sample-data.fixture.ts';
import { at, ENDPOINTS, type Running, rawRequest, services } from '../service-under-test.fixture.ts';

const start = services();
const NOW = at(FRIDAY_LUNCH);
const DAY = 24 * 60 * MINUTE;
const JSON_PATHS = ENDPOINTS[2].filter((path) => path !== 'export.csv');

type Fields = Awaited<ReturnType<typeof rawRequest>>['headers'];

let service: Running;
beforeAll(async () => {
  service = await start({ reports: sampleReports() });
});

async function etagOf(path: string): Promise<string> {
  const response = await service.get(path);
  await response.arrayBuffer();
  return response.headers.get('etag') ?? 'none';
}

/** Sends `If-None-Match` without what `fetch` would add. */
function conditional(path: string, etag: string, headers: Readonly<Record<string, string>> = {}) {
  return rawRequest(`${service.url}/api/v1/${path}`, {
    headers: { ...service.authorized, 'If-None-Match': etag, ...headers },
  });
}

describe.each(JSON_PATHS)('%s', (path) => {
  it('gets 304 without a body when the client has it already', async () => {
    const etag = await etagOf(path);
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    for (const held of [etag, etag.slice(2), `"other", ${etag}`, `"other",${etag} , "more"`, '*']) {
      const { status, body, headers } = await conditional(path, held);
      expect([held, status, body.length]).toEqual([held, 304, 0]);
      expect(headers).toMatchObject({
        etag,
        'cache-control': 'private, no-cache',
        vary: expect.stringContaining('Authorization'),
      });
      expect(headers['ratelimit']).toBeDefined();
    }
  });

  it('is sent in full when the client has something else', async () => {
    for (const held of ['"other"', 'W/""', '', 'nonsense', (await etagOf(path)).replaceAll('"', '')]) {
      const { status, body } = await conditional(path, held);
      expect([held, status]).toEqual([held, 200]);
      expect(body.length).toBeGreaterThan(2);
    }
  });
});

it('no-cache, which fetch adds, asks intermediate caches only: it gets 304, too', async () => {
  const etag = await etagOf('status');
  const fields = { 'Cache-Control': 'no-cache', Pragma: 'no-cache' };
  expect((await conditional('status', etag, fields)).status).toBe(304);
  expect((await service.get('status', { 'If-None-Match': etag })).status).toBe(304);
});

it('every response but highlights, which depend on photos, has another ETag when there is new data', async () => {
  const own = await start({ reports: sampleReports() });
  const before = new Map<string, Response>();
  for (const path of JSON_PATHS) before.set(path, await own.get(path));
  const times = [NOW - SECOND, NOW - 40 * DAY];
  await own.store.addReports([times.map((createdAt) => newReport({ createdAt, bucket: '30+' }))]);
  for (const [path, first] of before) {
    const second = await own.get(path, { 'If-None-Match': first.headers.get('etag') ?? '' });
    expect([path, second.status]).toEqual([path, path === 'highlights' ? 304 : 200]);
    if (path !== 'highlights') expect(await second.text()).not.toBe(await first.text());
  }
});

it('a new minute changes the status, and no other response', async () => {
  const etags = new Map<string, string>();
  for (const path of JSON_PATHS) etags.set(path, await etagOf(path));
  for (const [later, ofStatus] of [
    [39 * SECOND, 304],
    [MINUTE, 200],
  ] as const) {
    service.clock.now = NOW + later;
    for (const [path, etag] of etags) {
      const { status } = await conditional(path, etag);
      expect([path, status]).toEqual([path, path === 'status' ? ofStatus : 304]);
    }
  }
  service.clock.now = NOW;
});

/** The model is trained beside requests, and the machine may be busy. */
const TRAINED = { timeout: 20_000, interval: 100 };

describe('a chart of a past day', () => {
  const reports = [
    ...sampleReports(),
    newReport({ createdAt: at('2026-10-13T12:00:00-07:00'), bucket: '6-10' }),
  ];

  it('is the same from the cache and when it is computed again, for today to three days back', async () => {
    const today = Temporal.PlainDate.from('2026-10-16');
    const days = [0, 1, 2, 3].map((days) => today.subtract({ days }));
    const own = await start({ reports });
    for (const now of [
      '2026-10-16T12:35:00-07:00',
      '2026-10-16T13:05:00-07:00',
      '2026-10-17T00:30:00-07:00',
    ]) {
      own.clock.now = at(now);
      const fresh = await start({ reports, now });
      for (const day of days) {
        const path = `chart?since=${day}&until=${day}`;
        const expected = await fresh.text(path);
        // A new day is learned while the first requests are served.
        await vi.waitFor(async () => expect(await own.text(path), path).toBe(expected), TRAINED);
      }
    }
  });
});

describe('a cached response', () => {
  it('is separate for different parameters', async () => {
    const bodies = await Promise.all(
      ['reports?limit=1', 'reports?limit=2', 'reports', 'reports?limit=08'].map((path) => service.text(path)),
    );
    expect(new Set(bodies.slice(0, 3)).size).toBe(3);
    expect(JSON.parse(bodies[3] as string).results).toEqual(JSON.parse(bodies[2] as string).results);
  });

  it('has the same fields and bytes as the one before, for every content coding', async () => {
    const variable = ({ date: _, ratelimit: __, 'x-request-id': ___, ...fields }: Fields) => fields;
    for (const path of [...JSON_PATHS, 'reports?limit=3']) {
      for (const coding of ['identity', 'gzip', 'br', 'deflate', 'gzip, deflate, br']) {
        const headers = { ...service.authorized, 'Accept-Encoding': coding };
        const [first, second] = [
          await rawRequest(`${service.url}/api/v1/${path}`, { headers }),
          await rawRequest(`${service.url}/api/v1/${path}`, { headers }),
        ];
        expect(variable(second.headers)).toEqual(variable(first.headers));
        expect(second.body.equals(first.body)).toBe(true);
        expect(second.headers['content-length']).toBe(String(second.body.length));
      }
    }
  });
});

it('reports with a time in the future are invisible to every operation until their time has come', async () => {
  const everything = [
    ...['status', 'chart', 'patterns', 'export.csv', 'reports?limit=200', 'highlights?days=60'],
    ...[
      'chart?since=2026-06-01&until=2026-10-31',
      'patterns?since=2026-10-16',
      'export.csv?until=2026-12-31',
    ],
  ];
  const bodies = (running: Running) => Promise.all(everything.map((path) => running.text(path)));
  const past = sampleReports().filter(({ createdAt }) => createdAt <= NOW);
  expect(sampleReports().length - past.length).toBeGreaterThan(50);
  const [without, withAll] = [await start({ reports: past }), await start({ reports: sampleReports() })];
  const seen = (await bodies(withAll)).map((body) => body.replaceAll(withAll.url, without.url));
  expect(seen).toEqual(await bodies(without));
  withAll.clock.now = without.clock.now = at('2026-11-30T12:00:00-08:00');
  expect(await withAll.text('export.csv')).not.toBe(await without.text('export.csv'));
});
