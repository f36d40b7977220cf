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

it('a visitor of Form 1 gets what Form 1 has, as does the owner of a key', async () => {
  const running = await start({ form: 1, settings: PUBLIC });
  for (const path of PAGES) {
    const status = path === 'highlights' ? 404 : 200;
    expect((await visit(path, {}, running)).status, path).toBe(status);
    expect((await running.get(path)).status, path).toBe(status);
  }
});

describe('a visitor of a public page', () => {
  it.each(PAGES)('%s needs no key, and says the same as to the owner of one', async (path) => {
    const { status, headers, body } = await visit(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const own = await service().text(path);
    expect(body.toString().replaceAll('/page/api/v1/', '/api/v1/')).toBe(own);
  });

  it('links lead to pages that need no key either', async () => {
    const { next } = problemOf(await visit('reports?limit=3'));
    expect(next).toBe(`${service().url}/page/api/v1/reports?limit=3&cursor=${next.split('cursor=')[1]}`);
    const second = problemOf(await rawRequest(next));
    expect(second.results).toHaveLength(3);
    expect(second.previous).toContain('/page/api/v1/reports?');
  });

  it('the export does not exist, whatever its parameters', async () => {
    for (const path of ['export.csv', 'export.csv?since=x', 'export.csv/', 'forecast', '']) {
      const response = await visit(path);
      expect(response.status, path).toBe(404);
      expect(problemOf(response).type).toBe('urn:queue-headcount:problem:not-found');
    }
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

  it('gets 304 for what it has', async () => {
    const { headers } = await visit('chart', { headers: { 'Accept-Encoding': 'gzip' } });
    const conditional = { 'If-None-Match': headers['etag'] as string };
    const { status, body } = await visit('chart', { headers: conditional });
    expect([status, body.length]).toEqual([304, 0]);
  });

  it('gets the same with a key, a wrong one or none', async () => {
    const texts = new Set<string>();
    for (const headers of [
      {},
      service().authorized,
      { Authorization: 'Token wrong' },
      { Authorization: 'x' },
    ])
      texts.add((await visit('highlights?days=60', { headers })).body.toString());
    expect(texts.size).toBe(1);
  });

  it('likes nothing', async () => {
    const likedIn = (text: string) => text.match(/"liked":true/g)?.length ?? 0;
    expect(likedIn(await service().text('highlights?days=60'))).toBeGreaterThan(0);
    expect(likedIn((await visit('highlights?days=60')).body.toString())).toBe(0);
  });

  it('writes nothing to the database', async () => {
    const { store, keyId } = service();
    const used = () => store.usedQuota(keyId, '2026-10-16');
    const before = [await store.version(), await used()];
    for (const path of PAGES) await visit(path);
    expect([await store.version(), await used()]).toEqual(before);
  });

  it('is a line in the log with the operation and without a key', async () => {
    lines.length = 0;
    await visit('patterns?until=2026-10-15');
    await visit('chart?since=x');
    await vi.waitFor(() => expect(lines.length).toBe(2));
    const [read, rejected] = entries();
    expect(read).toMatchObject({ path: '/page/api/v1/patterns', operation: 'getPatterns', status: 200 });
    expect(rejected).toMatchObject({ path: '/page/api/v1/chart', operation: 'getChart', status: 400 });
    expect(Object.keys(read)).not.toContain('key');
  });
});

describe('hostile visitors', () => {
  /** A service with a public URL, by the address it really listens on. */
  const behindProxy = async (): Promise<Running> => {
    const port = await freePort();
    const settings = { ...PUBLIC, trustProxy: ['loopback'], publicUrl: 'https://queue.example', port };
    return { ...(await start({ reports: sampleReports(), settings })), url: `http://127.0.0.1:${port}` };
  };
  const FIRST = Temporal.PlainDate.from('2020-01-01');
  /** Charts of days that nobody else asks for, all at once, and the status of a key in between. */
  const attack = async (running: Running, count: number, headersOf = (_n: number) => ({})) => {
    const visits = Array.from({ length: count }, (_, n) => {
      const date = FIRST.add({ days: n });
      return visit(`chart?since=${date}&until=${date}`, { headers: headersOf(n) }, running);
    });
    const own = await rawRequest(`${running.url}/api/v1/status`, { headers: running.authorized });
    const responses = await Promise.all(visits);
    const refused = responses.filter(({ status }) => status === 429);
    for (const response of refused) {
      expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
      expect(response.headers['ratelimit']).toMatch(/^"(network|visitors)";r=0;t=\d+$/);
      expect(response.headers['cache-control']).toBe('no-store');
    }
    return { own: own.status, refused, served: count - refused.length };
  };
  const forwarded = (n: number) => ({ 'X-Forwarded-For': `198.51.${n >> 8}.${n & 255}` });

  it('of one network are refused what is not computed yet, while keys and the page itself keep working', async () => {
    const running = await start({ reports: sampleReports(), settings: PUBLIC });
    const { own, refused, served } = await attack(running, 200);
    expect(own).toBe(200);
    expect(served).toBeGreaterThanOrEqual(30);
    expect(refused.length).toBeGreaterThan(100);
    const problem = problemOf(refused[0] as { body: Buffer });
    expect(problem).toMatchObject({
      type: 'urn:queue-headcount:problem:visitor-limit',
      'violated-policies': ['network'],
    });
    expect(CONTRACTS[1]?.schemaErrors('Problem', problem)).toEqual([]);
    for (const path of PAGES) expect((await visit(path, {}, running)).status, path).toBe(200);
    expect((await visit('chart?since=2020-01-01&until=2020-01-01', {}, running)).status).toBe(200);
  });

  it('gain nothing with X-Forwarded-For unless a trusted proxy sends it', async () => {
    const direct = await attack(await start({ settings: PUBLIC }), 200, forwarded);
    expect(direct.refused).not.toEqual([]);
    for (const response of direct.refused)
      expect(problemOf(response)['violated-policies']).toEqual(['network']);
    const proxied = await attack(await behindProxy(), 200, forwarded);
    expect(proxied.refused).not.toEqual([]);
    expect(proxied.served).toBeGreaterThanOrEqual(60);
    for (const response of proxied.refused)
      expect(problemOf(response)['violated-policies']).toEqual(['visitors']);
  });

  it('get the same links as others, whatever host a proxy passes on', async () => {
    const running = await behindProxy();
    for (const host of ['evil.example', 'queue.example']) {
      const forwardedHost = { headers: { 'X-Forwarded-Host': host } };
      const { headers, body } = await visit('reports?limit=1', forwardedHost, running);
      expect(problemOf({ body }).next).toMatch(/^https:\/\/queue\.example\/page\/api\/v1\/reports\?/);
      expect(headers['cache-control']).toBe('public, max-age=10');
    }
  });

  it('get links of their own host name without a public URL, so shared caches must not store them', async () => {
    const { port } = new URL(service().url);
    for (const path of PAGES) {
      const { headers, body } = await visit(path, { headers: { Host: `localhost:${port}` } });
      const isOfHost = body.includes('://localhost:');
      expect(isOfHost, path).toBe(['reports', 'highlights'].includes(path));
      expect(headers['cache-control'], path).toBe(isOfHost ? 'private, max-age=10' : 'public, max-age=10');
    }
  });
});
