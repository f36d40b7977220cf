import { describe, expect, it } from 'vitest';
import { newApiKey } from '../../keys/api-key.ts';
import { ENDPOINTS, keptLog, type Running, services, shared } from '../service-under-test.fixture.ts';
import { FAILURE_POLICIES } from './key-access.ts';

const start = services();
const { count } = FAILURE_POLICIES.failures;
const { logger, lines, entries } = keptLog();
const proxied = shared(start, { logger, settings: { trustProxy: ['loopback'] } });
const direct = shared(start, { logger });

const PREFLIGHT = { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' };

/** A request without a key, unless `headers` have one. */
function without(service: Running, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  return fetch(`${service.url}/api/v1/status`, { headers, method });
}
const from = (address: string, method = 'GET') => without(proxied(), { 'X-Forwarded-For': address }, method);

/** Sends requests, fifty at a time, and returns how often each status came. */
async function statuses(requests: number, send: (n: number) => Promise<Response>) {
  const seen: Record<number, number> = {};
  for (let begin = 0; begin < requests; begin += 50) {
    const batch = Array.from({ length: Math.min(50, requests - begin) }, async (_, n) => {
      const response = await send(begin + n);
      await response.arrayBuffer();
      seen[response.status] = (seen[response.status] ?? 0) + 1;
    });
    await Promise.all(batch);
  }
  return seen;
}

/** The first response that is a refusal: some requests of a network at its limit may have been paid off meanwhile. */
async function refusal(send: () => Promise<Response>): Promise<Response> {
  for (let n = 0; n < count; n += 1) {
    const response = await send();
    if (response.status === 429) return response;
  }
  throw new Error('no request was refused');
}

describe('failed authentication', () => {
  /** A network that is at its limit after the first test. */
  const FULL = '192.0.2.1';

  it('is limited to a number of requests at once; the next ones are 429', async () => {
    const wrong = { 'X-Forwarded-For': FULL, Authorization: `Token ${newApiKey()}` };
    const seen = await statuses(count + 100, (n) => (n % 2 === 0 ? from(FULL) : without(proxied(), wrong)));
    // Some are paid off meanwhile.
    expect(Object.keys(seen)).toEqual(['401', '429']);
    expect(seen[401]).toBeGreaterThanOrEqual(count);
    const response = await refusal(() => from(FULL));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'retry-after': '1',
      'ratelimit-policy': '"failures";q=300;w=100',
      ratelimit: '"failures";r=0;t=1',
      'content-type': 'application/problem+json',
      'access-control-allow-origin': '*',
    });
    expect(await response.json()).toMatchObject({
      type: 'urn:queue-headcount:problem:too-many-failures',
      status: 429,
      'violated-policies': ['failures'],
    });
  });

  it('beyond the limit affects no valid key of the network, and no quota', async () => {
    const { get, keyId, store } = proxied();
    const used = await store.usedQuota(keyId, '2026-10-16');
    for (const path of ENDPOINTS[2]) {
      await refusal(() => from(FULL));
      expect((await get(path, { 'X-Forwarded-For': FULL })).status, path).toBe(200);
    }
    expect(await store.usedQuota(keyId, '2026-10-16')).toBe(used + ENDPOINTS[2].length);
  });

  it('beyond the limit is refused with every method except that of a preflight, and nowhere else', async () => {
    const headers = { 'X-Forwarded-For': FULL };
    for (const method of ['HEAD', 'POST', 'DELETE']) await refusal(() => from(FULL, method));
    expect((await without(proxied(), { ...headers, ...PREFLIGHT }, 'OPTIONS')).status).toBe(204);
    expect((await fetch(`${proxied().url}/openapi.json`, { headers })).status).toBe(200);
    expect((await fetch(`${proxied().url}/api/v1/nowhere`, { headers })).status).toBe(404);
  });

  it('does not count preflights', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.4', ...PREFLIGHT };
    const send = () => without(proxied(), headers, 'OPTIONS');
    expect(await statuses(count + 100, send)).toEqual({ 204: count + 100 });
    expect((await from('192.0.2.4')).status).toBe(401);
  });

  it('gains nothing with X-Forwarded-For unless a trusted proxy sends it', async () => {
    lines.length = 0;
    const wrong = { Authorization: `Token ${newApiKey()}` };
    await statuses(count + 100, (n) =>
      without(direct(), { 'X-Forwarded-For': `192.0.2.${n % 250}`, ...(n % 2 === 0 ? wrong : {}) }),
    );
    await expect.poll(() => lines.length).toBe(count + 100);
    expect(entries().some(({ status }) => status === 429)).toBe(true);
    expect(entries().filter(({ client }) => client !== '127.0.0.1')).toEqual([]);
    await refusal(() => without(direct(), { 'X-Forwarded-For': '198.51.100.1' }));
  });
});

describe("the client's address in the log", () => {
  /** The log line of a request. */
  async function lineOf(request: Promise<unknown>): Promise<Record<string, unknown>> {
    lines.length = 0;
    await request;
    await expect.poll(() => lines.length, { interval: 5 }).toBeGreaterThan(0);
    return entries()[0];
  }

  it('is what a trusted proxy reports, or that of a proxy that reports none', async () => {
    expect(await lineOf(from('203.0.113.5, [2001:db8::1]:4711'))).toMatchObject({ client: '2001:db8::1' });
    expect(await lineOf(from('<script>'))).toMatchObject({ client: '127.0.0.1' });
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
