import { beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE, SECOND } from '../domain/micros.ts';
import { newReport } from '../store/suite/new-report.fixture.ts';
import { FRIDAY_LUNCH, sampleReports } from './sample-data.fixture.ts';
import { at, ENDPOINTS, issueKey, type Running, rawRequest, services } from './service-under-test.fixture.ts';

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
    headers: { Authorization: `Token ${service.key}`, 'If-None-Match': etag, ...headers },
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

  it('gets 304 even when the client asks intermediate caches to revalidate, as fetch does', async () => {
    const etag = await etagOf(path);
    expect((await conditional(path, etag, { 'Cache-Control': 'no-cache', Pragma: 'no-cache' })).status).toBe(
      304,
    );
    expect((await service.get(path, { 'If-None-Match': etag })).status).toBe(304);
  });

  it('has another ETag when there is new data', async () => {
    const own = await start({ reports: sampleReports() });
    const first = await own.get(path);
    await own.store.addReports([
      [
        newReport({ createdAt: NOW - SECOND, bucket: '30+' }),
        newReport({ createdAt: NOW - 40 * 24 * 60 * MINUTE, bucket: '30+' }),
      ],
    ]);
    const second = await own.get(path, { 'If-None-Match': first.headers.get('etag') ?? '' });
    // A highlight depends on photos only, and these reports have none.
    expect(second.status).toBe(path === 'highlights' ? 304 : 200);
    if (path !== 'highlights') expect(await second.text()).not.toBe(await first.text());
  });
});

describe('a new minute', () => {
  it('changes the status, and no other response', async () => {
    const etags = new Map<string, string>();
    for (const path of JSON_PATHS) etags.set(path, await etagOf(path));
    service.clock.now = NOW + 39 * SECOND;
    for (const [path, etag] of etags)
      expect([path, (await conditional(path, etag)).status]).toEqual([path, 304]);
    service.clock.now = NOW + MINUTE;
    const statuses = await Promise.all([...etags].map(([path, etag]) => conditional(path, etag)));
    const expected = JSON_PATHS.map((path) => (path === 'status' ? 200 : 304));
    expect(statuses.map(({ status }) => status)).toEqual(expected);
    service.clock.now = NOW;
  });
});

/** The model is trained beside requests, and the machine may be busy. */
const TRAINED = { timeout: 20_000, interval: 100 };

describe('a chart of a past day', () => {
  const PAST = 'chart?since=2026-10-13&until=2026-10-13';
  const reports = [
    ...sampleReports(),
    newReport({ createdAt: at('2026-10-13T12:00:00-07:00'), bucket: '6-10' }),
  ];

  it('uses the retrained model within a minute', async () => {
    const own = await start({ reports });
    await own.json(PAST);
    const busy = Array.from({ length: 500 }, (_, n) =>
      newReport({ createdAt: NOW - (4 + (n % 20)) * DAY - n * MINUTE, bucket: '30+' }),
    );
    await own.store.addReports([busy]);
    // The model is checked against past days once a minute.
    const meanwhile = await own.text(PAST);
    own.clock.now = NOW + MINUTE;
    const fresh = await start({ reports: [...reports, ...busy], now: '2026-10-16T12:36:00-07:00' });
    const after = await fresh.text(PAST);
    expect(after).not.toBe(meanwhile);
    await vi.waitFor(async () => expect(await own.text(PAST)).toBe(after), TRAINED);
  });

  it('is the same from the cache and when it is computed again, for tomorrow to four days back', async () => {
    const today = Temporal.PlainDate.from('2026-10-16');
    const days = [-1, 0, 1, 2, 3, 4].map((days) => today.subtract({ days }));
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

  it('is separate for each account', async () => {
    const other = await issueKey(service.store, 1000, 'nobody-liked@example.edu');
    for (let round = 0; round < 2; round += 1) {
      const own = await service.text('highlights?days=60');
      const theirs = await (
        await service.get('highlights?days=60', { Authorization: `Token ${other.key}` })
      ).text();
      expect([own.includes('"liked":true'), theirs.includes('"liked":true')]).toEqual([true, false]);
    }
  });

  it('has the same fields and bytes as the one before, for every content coding', async () => {
    const variable = ({ date: _, ratelimit: __, 'x-request-id': ___, ...fields }: Fields) => fields;
    for (const path of [...JSON_PATHS, 'reports?limit=3']) {
      for (const coding of ['identity', 'gzip', 'br', 'deflate', 'gzip, deflate, br']) {
        const headers = { Authorization: `Token ${service.key}`, 'Accept-Encoding': coding };
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

describe('reports with a time in the future', () => {
  const EVERYTHING = [
    'status',
    'chart',
    'patterns',
    'export.csv',
    'reports?limit=200',
    'highlights?days=60',
    'chart?since=2026-06-01&until=2026-10-31',
    'patterns?since=2026-10-16',
    'export.csv?until=2026-12-31',
  ];
  const bodies = (running: Running) => Promise.all(EVERYTHING.map((path) => running.text(path)));

  it('are invisible to every operation until their time has come', async () => {
    const ahead = sampleReports().filter(({ createdAt }) => createdAt > NOW);
    const past = sampleReports().filter(({ createdAt }) => createdAt <= NOW);
    expect(ahead.length).toBeGreaterThan(50);
    const [without, withAll] = [await start({ reports: past }), await start({ reports: sampleReports() })];
    const seen = (await bodies(withAll)).map((body) => body.replaceAll(withAll.url, without.url));
    expect(seen).toEqual(await bodies(without));
    withAll.clock.now = without.clock.now = at('2026-11-30T12:00:00-08:00');
    expect(await withAll.text('export.csv')).not.toBe(await without.text('export.csv'));
  });
});

describe('a report that another process adds', () => {
  it('is in the next response of every operation', async () => {
    const own = await start({ form: 1 });
    for (let count = 1; count <= 5; count += 1) {
      await own.store.addReports([[newReport({ createdAt: own.clock.now, bucket: '6-10' })]]);
      expect(await own.json('status')).toMatchObject({ report_count: count });
      expect((await own.json<{ scatter: [] }>('chart')).scatter.length).toBe(count);
      expect(
        (await own.json<{ by_weekday: { report_count: number }[] }>('patterns')).by_weekday[4]?.report_count,
      ).toBe(count);
      expect((await own.json<{ results: [] }>('reports')).results.length).toBe(count);
      expect((await own.text('export.csv')).split('\r\n').length).toBe(count + 2);
      own.clock.now += SECOND;
    }
  });
});
