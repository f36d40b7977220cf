import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { newApiKey } from '../keys/api-key.ts';
import { FAILURE_POLICY } from './failed-authentication.ts';
import { ENDPOINTS, type Running, rawRequest, services, shared } from './service-under-test.fixture.ts';

const start = services();
const { count } = FAILURE_POLICY;

/** The statuses of requests that are sent one after the other, each with how often it came. */
async function statuses(requests: number, send: (n: number) => Promise<{ readonly status: number }>) {
  const seen = new Map<number, number>();
  for (let n = 0; n < requests; n += 1) {
    const { status } = await send(n);
    seen.set(status, (seen.get(status) ?? 0) + 1);
  }
  return Object.fromEntries(seen);
}

function without(service: Running, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  return rawRequest(`${service.url}/api/v1/status`, { headers, method });
}

describe('failed authentication', () => {
  it('is limited to a number of requests at once; the next ones are 429', async () => {
    const service = await start();
    const seen = await statuses(2 * count, (n) =>
      without(service, n % 2 === 0 ? {} : { Authorization: `Token ${newApiKey()}` }),
    );
    // One a second is paid off meanwhile.
    expect(Object.keys(seen)).toEqual(['401', '429']);
    expect(seen[401]).toBeGreaterThanOrEqual(count);
    expect(seen[401]).toBeLessThan(count + 60);
    const { status, headers, body } = await without(service);
    expect(status).toBe(429);
    expect(headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-policy': '"failures";q=100;w=100',
      ratelimit: '"failures";r=0;t=1',
      'content-type': 'application/problem+json',
      'access-control-allow-origin': '*',
    });
    expect(JSON.parse(body.toString())).toMatchObject({
      type: 'urn:queue-headcount:problem:too-many-failures',
      status: 429,
      'violated-policies': ['failures'],
    });
  });

  it('beyond the limit affects no valid key of the network, and no quota', async () => {
    const service = await start();
    await statuses(count + 20, () => without(service));
    expect((await without(service)).status).toBe(429);
    const used = await service.store.usedQuota(service.keyId, '2026-10-16');
    for (const path of ENDPOINTS[2]) expect((await service.get(path)).status, path).toBe(200);
    expect(await service.store.usedQuota(service.keyId, '2026-10-16')).toBe(used + ENDPOINTS[2].length);
  });

  it('beyond the limit is refused on every endpoint, with any method but that of a preflight', async () => {
    const service = await start();
    await statuses(count + 20, () => without(service));
    for (const method of ['HEAD', 'POST', 'DELETE']) {
      expect((await without(service, {}, method)).status, method).toBe(429);
    }
    const preflight = { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' };
    expect((await without(service, preflight, 'OPTIONS')).status).toBe(204);
    expect((await fetch(`${service.url}/openapi.json`)).status).toBe(200);
    expect((await fetch(`${service.url}/api/v1/nowhere`)).status).toBe(404);
  });

  it('does not count preflights', async () => {
    const service = await start();
    const preflight = { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' };
    expect(await statuses(2 * count, () => without(service, preflight, 'OPTIONS'))).toEqual({
      204: 2 * count,
    });
    expect((await without(service)).status).toBe(401);
  });

  it('counts for the network that a trusted proxy reports', async () => {
    const service = await start({ settings: { trustProxy: ['loopback'] } });
    const from = (address: string) => without(service, { 'X-Forwarded-For': address });
    await statuses(count + 20, () => from('192.0.2.1'));
    expect((await from('192.0.2.1')).status).toBe(429);
    expect((await from('203.0.113.5, 192.0.2.1')).status).toBe(429);
    expect((await from('192.0.2.2')).status).toBe(401);
    expect((await without(service)).status).toBe(401);
  });

  it('gains nothing with X-Forwarded-For unless a trusted proxy sends it', async () => {
    const service = await start();
    await statuses(count + 20, (n) => without(service, { 'X-Forwarded-For': `192.0.2.${n}` }));
    expect((await without(service, { 'X-Forwarded-For': '198.51.100.1' })).status).toBe(429);
  });
});

describe("the client's address in the log", () => {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const direct = shared(start, { logger });
  const proxied = shared(start, { logger, settings: { trustProxy: ['loopback'] } });

  /** The log line of a request. */
  async function lineOf(request: Promise<unknown>): Promise<Record<string, unknown>> {
    lines.length = 0;
    await request;
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    return lines[0] ?? {};
  }

  it('is on the lines of failed authentication', async () => {
    expect(await lineOf(without(direct()))).toMatchObject({ status: 401, client: '127.0.0.1' });
    const wrong = { Authorization: `Token ${newApiKey()}` };
    expect(await lineOf(without(direct(), wrong))).toMatchObject({ status: 401, client: '127.0.0.1' });
    await statuses(count + 20, () => without(direct()));
    expect(await lineOf(without(direct()))).toMatchObject({ status: 429, client: '127.0.0.1' });
  });

  it('is what trusted proxies report', async () => {
    const from = (address: string) => lineOf(without(proxied(), { 'X-Forwarded-For': address }));
    expect(await from('192.0.2.1')).toMatchObject({ client: '192.0.2.1' });
    expect(await from('203.0.113.5, 192.0.2.1')).toMatchObject({ client: '192.0.2.1' });
    expect(await from('2001:db8::1')).toMatchObject({ client: '2001:db8::1' });
    expect(await from('[2001:db8::1]:4711')).toMatchObject({ client: '2001:db8::1' });
    expect(await from('<script>')).toMatchObject({ client: '127.0.0.1' });
    expect(await from('unknown')).toMatchObject({ client: '127.0.0.1' });
  });

  it('is never what a client says of itself', async () => {
    const line = await lineOf(
      without(direct(), { 'X-Forwarded-For': '198.51.100.1', 'X-Real-IP': '198.51.100.1' }),
    );
    expect(line).toMatchObject({ client: '127.0.0.1' });
    expect(JSON.stringify(line)).not.toContain('198.51');
  });

  it('is on no other lines', async () => {
    const forwarded = { 'X-Forwarded-For': '192.0.2.1' };
    for (const request of [
      () => proxied().get('status', forwarded),
      () => proxied().get('chart?since=nonsense', forwarded),
      () => fetch(`${proxied().url}/livez`, { headers: forwarded }),
      () => fetch(`${proxied().url}/api/v1/nowhere`, { headers: forwarded }),
    ]) {
      const line = await lineOf(request());
      expect(line).toHaveProperty('path');
      expect(line).not.toHaveProperty('client');
      expect(JSON.stringify(line)).not.toContain('192.0.2.1');
    }
  });
});
