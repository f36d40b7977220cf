import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { newApiKey } from '../../keys/api-key.ts';
import type { RequestRecord } from '../server/observer.ts';
import type { Problem } from '../server/problem.ts';
import { ENDPOINTS, keptLog, type Running, services, shared } from '../service-under-test.fixture.ts';
import { FAILURE_POLICIES, failureLimit, unauthorized } from './key-access.ts';

const start = services();
const { count } = FAILURE_POLICIES.failures;
const { logger, lines, entries } = keptLog();
const service = shared(start, { logger, settings: { trustProxy: ['loopback'] } });

const PREFLIGHT = { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' };

/** A request of a network without a key. */
function from(address: string, method = 'GET', headers: Readonly<Record<string, string>> = {}) {
  const fields = { 'X-Forwarded-For': address, ...headers };
  return fetch(`${service().url}/api/v1/status`, { headers: fields, method });
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
    const wrong = { Authorization: `Token ${newApiKey()}` };
    for (let n = 0; n < count; n += 50) {
      const batch = Array.from({ length: 50 }, (_, at) => from(FULL, 'GET', at % 2 === 0 ? wrong : {}));
      for (const { status } of await Promise.all(batch)) expect(status).toBe(401);
    }
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
    const { get, keyId, store } = service();
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
    expect((await from(FULL, 'OPTIONS', PREFLIGHT)).status).toBe(204);
    expect((await fetch(`${service().url}/openapi.json`, { headers })).status).toBe(200);
    expect((await fetch(`${service().url}/api/v1/nowhere`, { headers })).status).toBe(404);
  });

  it.each([
    ['gains nothing with X-Forwarded-For unless a trusted proxy sends it', [], '127.0.0.1'],
    ['is counted for each network that a trusted proxy reports', ['loopback'], '198.51.100.1'],
  ])('%s', (_, trusted, client) => {
    const limit = failureLimit(trusted);
    const failed = (address: string) => {
      const record = {} as RequestRecord;
      const socket = { remoteAddress: '127.0.0.1' };
      const headers = { 'x-forwarded-for': address };
      const error = limit(unauthorized('no'), { headers, socket } as unknown as IncomingMessage, record);
      return { code: (error as Problem).code, client: record.client };
    };
    for (let n = 0; n < count; n += 1) expect(failed(`192.0.2.${n % 250}`).code).toBe('unauthorized');
    const code = trusted.length === 0 ? 'too-many-failures' : 'unauthorized';
    expect(failed('198.51.100.1')).toEqual({ code, client });
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
    const direct: Running = await start({ logger });
    const headers = { 'X-Forwarded-For': '198.51.100.1', 'X-Real-IP': '198.51.100.1' };
    const line = await lineOf(fetch(`${direct.url}/api/v1/status`, { headers }));
    expect(line).toMatchObject({ client: '127.0.0.1' });
    expect(JSON.stringify(line)).not.toContain('198.51');
  });

  it('is on no other lines', async () => {
    const forwarded = { 'X-Forwarded-For': '192.0.2.1' };
    for (const request of [
      () => service().get('status', forwarded),
      () => service().get('chart?since=nonsense', forwarded),
      () => fetch(`${service().url}/livez`, { headers: forwarded }),
      () => fetch(`${service().url}/api/v1/nowhere`, { headers: forwarded }),
    ]) {
      const line = await lineOf(request());
      expect(line).toHaveProperty('path');
      expect(line).not.toHaveProperty('client');
      expect(JSON.stringify(line)).not.toContain('192.0.2.1');
    }
  });
});
