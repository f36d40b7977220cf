import { describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../../tools/testing/free-port.ts';
import { CONTRACTS } from '../../contract/contract-under-test.fixture.ts';
import { sampleReports } from '../sample-data.fixture.ts';
import { keptLog, type Running, rawRequest, services, shared } from '../service-under-test.fixture.ts';

const start = services();
const { logger, lines, entries } = keptLog();
const PUBLIC = { publicPage: true } as const;
const service = shared(start, { reports: sampleReports(), settings: PUBLIC, logger });
const other = shared(start);

const PAGES = ['status', 'chart', 'patterns', 'reports', 'highlights'] as const;
const visit = (path: string, options: Parameters<typeof rawRequest>[1] = {}, { url }: Running = service()) =>
  rawRequest(`${url}/page/api/v1/${path}`, options);
const problemOf = ({ body }: { readonly body: Buffer }) => JSON.parse(body.toString());

it.each([...PAGES, 'export.csv', 'status?x=1', ''])(
  'without --public-page, there is nothing at /page/api/v1/%s',
  async (path) => {
    for (const method of ['GET', 'HEAD', 'POST'])
      expect((await visit(path, { method }, other())).status).toBe(404);
  },
);

it('a visitor of Form 1 gets what Form 1 has', async () => {
  const running = await start({ form: 1, settings: PUBLIC });
  for (const path of PAGES)
    expect((await visit(path, {}, running)).status, path).toBe(path === 'highlights' ? 404 : 200);
});

describe('a visitor of a public page', () => {
  it.each([...PAGES, 'highlights?days=60'])(
    '%s is the same as for the owner of a key, who likes nothing, and whose key is ignored',
    async (path) => {
      const own = await service().text(path);
      expect(own.includes('"liked":true')).toBe(path === 'highlights?days=60');
      const expected = own.replaceAll('"liked":true', '"liked":false');
      for (const headers of [{}, service().authorized, { Authorization: 'Token wrong' }]) {
        const { status, headers: fields, body } = await visit(path, { headers });
        expect([status, fields['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
        expect(body.toString().replaceAll('/page/api/v1/', '/api/v1/')).toBe(expected);
      }
    },
  );

  it('links lead to pages that need no key either', async () => {
    const { next } = problemOf(await visit('reports?limit=3'));
    expect(next).toBe(`${service().url}/page/api/v1/reports?limit=3&cursor=${next.split('cursor=')[1]}`);
    const second = problemOf(await rawRequest(next));
    expect(second.results).toHaveLength(3);
    expect(second.previous).toContain('/page/api/v1/reports?');
  });

  it.each([
    ['GET', 'status', 200],
    ['HEAD', 'status', 200],
    ['GET', 'chart?since=2026-10-01', 200],
    ['GET', 'chart?since=x', 400],
    ['GET', 'chart?until=2026-10-01&since=2026-10-02', 400],
    ['GET', 'chart?since=1000-01-01&until=9999-12-31', 400],
    ['GET', 'status?key=hc_secret', 400],
    ['GET', 'reports', 200],
    ['GET', 'reports?limit=201', 400],
    ['GET', 'reports?cursor=nonsense', 400],
    ['POST', 'status', 405],
    ['DELETE', 'reports', 405],
    ['OPTIONS', 'status', 405],
  ])('gets for %s %s what the contract says, with no sign of a key: %i', async (method, path, status) => {
    const response = await visit(path, { method });
    expect(response.status).toBe(status);
    const { headers, body } = response;
    const names = Object.keys(headers).filter((name) => /^access-control|^ratelimit|^www-auth/.test(name));
    expect(names).toEqual([]);
    const scope = path === 'reports' ? 'private' : 'public';
    expect(headers['cache-control']).toBe(status === 200 ? `${scope}, max-age=10` : 'no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['vary']).toBe(status === 200 ? 'Accept-Encoding' : undefined);
    if (status === 405) expect(headers['allow']).toBe('GET, HEAD');
    if (method === 'HEAD') expect(body.length).toBe(0);
    if (status < 400) return;
    expect(CONTRACTS[1]?.schemaErrors('Problem', problemOf(response))).toEqual([]);
    expect(body.toString()).not.toContain('hc_secret');
  });

  it.each(['export.csv', 'export.csv?since=x', 'export.csv/', 'forecast', ''])('has no %s', async (path) => {
    const response = await visit(path);
    expect([response.status, problemOf(response).type]).toEqual([
      404,
      'urn:queue-headcount:problem:not-found',
    ]);
  });

  it('gets 304 for what it has', async () => {
    const { headers } = await visit('chart', { headers: { 'Accept-Encoding': 'gzip' } });
    const conditional = { 'If-None-Match': headers['etag'] as string };
    const { status, body } = await visit('chart', { headers: conditional });
    expect([status, body.length]).toEqual([304, 0]);
  });

  it('writes nothing to the database, and is a line in the log with the operation and without a key', async () => {
    const { store, keyId } = service();
    const written = async () => [await store.version(), await store.usedQuota(keyId, '2026-10-16')];
    const before = await written();
    lines.length = 0;
    await visit('patterns?until=2026-10-15');
    await visit('chart?since=x');
    await vi.waitFor(() => expect(lines.length).toBe(2));
    const [read, rejected] = entries();
    expect(read).toMatchObject({ path: '/page/api/v1/patterns', operation: 'getPatterns', status: 200 });
    expect(rejected).toMatchObject({ path: '/page/api/v1/chart', operation: 'getChart', status: 400 });
    expect(Object.keys(read)).not.toContain('key');
    expect(await written()).toEqual(before);
  });

  it('gets links of its own host name without a public URL, so shared caches must not store them', async () => {
    const { port } = new URL(service().url);
    for (const path of PAGES) {
      const { headers, body } = await visit(path, { headers: { Host: `localhost:${port}` } });
      const isOfHost = body.includes('://localhost:');
      expect(isOfHost, path).toBe(['reports', 'highlights'].includes(path));
      expect(headers['cache-control'], path).toBe(isOfHost ? 'private, max-age=10' : 'public, max-age=10');
    }
  });
});

describe('hostile visitors', () => {
  const FIRST = Temporal.PlainDate.from('2020-01-01');
  /** Charts of 200 days that nobody else asks for, all at once, and the status of a key in between. */
  async function attack(running: Running, headersOf = (_n: number) => ({})) {
    const visits = Array.from({ length: 200 }, (_, n) => {
      const date = FIRST.add({ days: n });
      return visit(`chart?since=${date}&until=${date}`, { headers: headersOf(n) }, running);
    });
    const own = await rawRequest(`${running.url}/api/v1/status`, { headers: running.authorized });
    expect(own.status).toBe(200);
    const refused = (await Promise.all(visits)).filter(({ status }) => status === 429);
    for (const { headers } of refused) {
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(headers['ratelimit']).toMatch(/^"(network|visitors)";r=0;t=\d+$/);
      expect(headers['cache-control']).toBe('no-store');
    }
    const problems = refused.map(problemOf);
    expect(problems[0]).toMatchObject({ type: 'urn:queue-headcount:problem:visitor-limit' });
    expect(CONTRACTS[1]?.schemaErrors('Problem', problems[0])).toEqual([]);
    const policies = new Set(problems.flatMap((problem) => problem['violated-policies'] as string[]));
    return { policies: [...policies], served: visits.length - refused.length };
  }
  const forwarded = (n: number) => ({ 'X-Forwarded-For': `198.51.${n >> 8}.${n & 255}` });

  it('of one network are refused what is not computed yet, while keys and the page itself keep working', async () => {
    const running = await start({ reports: sampleReports(), settings: PUBLIC });
    const { policies, served } = await attack(running);
    expect(policies).toEqual(['network']);
    expect(served).toBeGreaterThanOrEqual(30);
    expect(served).toBeLessThan(100);
    for (const path of [...PAGES, 'chart?since=2020-01-01&until=2020-01-01'])
      expect((await visit(path, {}, running)).status, path).toBe(200);
  });

  it('gain nothing with X-Forwarded-For unless a trusted proxy sends it', async () => {
    expect((await attack(await start({ settings: PUBLIC }), forwarded)).policies).toEqual(['network']);
    const port = await freePort();
    const settings = { ...PUBLIC, trustProxy: ['loopback'], publicUrl: 'https://queue.example', port };
    const running = {
      ...(await start({ reports: sampleReports(), settings })),
      url: `http://127.0.0.1:${port}`,
    };
    const { policies, served } = await attack(running, forwarded);
    expect(policies).toEqual(['visitors']);
    expect(served).toBeGreaterThanOrEqual(60);
    // The links are the same for all, whatever host a proxy passes on.
    const passedOn = { headers: { 'X-Forwarded-Host': 'evil.example' } };
    const { headers, body } = await visit('reports', passedOn, running);
    expect(problemOf({ body }).next).toMatch(/^https:\/\/queue\.example\/page\/api\/v1\/reports\?/);
    expect(headers['cache-control']).toBe('public, max-age=10');
  });
});
