import { describe, expect, it } from 'vitest';
import { sampleReports } from '../sample-data.fixture.ts';
import { ENDPOINTS, rawRequest, services, shared } from '../service-under-test.fixture.ts';

const start = services();
const service = shared(start, { reports: sampleReports() });
const url = (path: string) => `${service().url}${path}`;
const authorized = () => service().authorized;

describe.each(ENDPOINTS[2])('%s', (path) => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])(
    'does not allow %s: 405 with a key, 401 without',
    async (method) => {
      const rejected = await rawRequest(url(`/api/v1/${path}`), { method, headers: authorized() });
      expect(rejected.status).toBe(405);
      expect(rejected.headers['allow']).toBe('GET, HEAD, OPTIONS');
      expect(JSON.parse(rejected.body.toString())).toMatchObject({
        status: 405,
        detail: expect.stringContaining(method),
      });
      expect((await rawRequest(url(`/api/v1/${path}`), { method })).status).toBe(401);
    },
  );

  it('responds to HEAD as to GET, without a body', async () => {
    const options = { headers: authorized() };
    const whole = await rawRequest(url(`/api/v1/${path}`), options);
    const head = await rawRequest(url(`/api/v1/${path}`), { ...options, method: 'HEAD' });
    expect([whole.status, head.status, head.body.length]).toEqual([200, 200, 0]);
    const fields = ['content-type', 'content-length', 'etag', 'content-disposition', 'cache-control', 'vary'];
    for (const name of fields) expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
    expect((await rawRequest(url(`/api/v1/${path}`), { method: 'HEAD' })).status).toBe(401);
    const wrong = await rawRequest(url(`/api/v1/${path}?x=1`), { ...options, method: 'HEAD' });
    expect([wrong.status, wrong.body.length]).toEqual([400, 0]);
  });

  it('responds to preflights without a key', async () => {
    const { status, headers, body } = await rawRequest(url(`/api/v1/${path}`), {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://page.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization',
      },
    });
    expect([status, body.length]).toEqual([204, 0]);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-methods']).toContain('GET');
    expect(headers['access-control-allow-headers']).toBe('authorization');
    expect(headers['access-control-max-age']).toBe('86400');
  });

  it('lets pages of any origin read the response and its fields, even of an error', async () => {
    for (const headers of [authorized(), {}]) {
      const response = await rawRequest(url(`/api/v1/${path}`), {
        headers: { ...headers, Origin: 'https://page.example' },
      });
      expect(response.headers['access-control-allow-origin']).toBe('*');
      expect(response.headers['access-control-allow-credentials']).toBeUndefined();
      const exposed = String(response.headers['access-control-expose-headers']).split(',');
      const fields = ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'ETag', 'Content-Disposition'];
      expect(exposed).toEqual(expect.arrayContaining(fields));
    }
  });
});

it.each([
  ...['/api', '/api/v1', '/api/v1/', '/api/v1/nothing', '/api/v1/Status', '/api/v1/status/x'],
  ...['/api/v2/status', '/api/status', '/v1/status', '/api/v1/export', '/api/v1/reports/1'],
  ...['/api/v1/../v2/status', '/api/v1/status%2f', '/api/v1/%', '/api/v1/%ff', '/nothing', '/.env'],
  '/api/v1/__proto__',
])('the unknown address %s is 404 with or without a key, for GET as for POST', async (path) => {
  for (const headers of [authorized(), {}]) {
    for (const method of ['GET', 'POST']) {
      const { status, headers: fields, body } = await rawRequest(service().url, { path, method, headers });
      expect([method, status, fields['content-type']]).toEqual([method, 404, 'application/problem+json']);
      expect(JSON.parse(body.toString())).toMatchObject({
        type: 'urn:queue-headcount:problem:not-found',
        status: 404,
      });
    }
  }
});

describe('an unusual request', () => {
  it('with a body, or an empty query, is accepted', async () => {
    const headers = { ...authorized(), 'Content-Type': 'application/json', 'Content-Length': '8' };
    const withBody = await rawRequest(url('/api/v1/status'), { headers, body: '{"broken' });
    const withQuery = await rawRequest(url('/api/v1/status?'), { headers: authorized() });
    expect([withBody.status, withQuery.status]).toEqual([200, 200]);
  });

  it.each([
    '/api/v1/chart?since=%',
    '/api/v1/chart?since=%ff',
    '/api/v1/chart?%',
    '/api/v1/reports?cursor=%00',
    '/photos/%',
    '/photos/%ff',
  ])('to %s gets 400', async (path) => {
    const { status, headers } = await rawRequest(service().url, { path, headers: authorized() });
    expect([status, headers['content-type']]).toEqual([400, 'application/problem+json']);
  });
});

describe('what needs no key', () => {
  it.each([
    ['/livez', 'text/plain; charset=utf-8', 'ok\n'],
    ['/readyz', 'text/plain; charset=utf-8', 'ready\n'],
  ])('is %s', async (path, type, text) => {
    const { status, headers, body } = await rawRequest(url(path));
    expect([status, headers['content-type'], body.toString()]).toEqual([200, type, text]);
  });

  it('is the welcome text, which lists the endpoints', async () => {
    const text = await (await fetch(url('/'))).text();
    for (const path of ENDPOINTS[2]) expect(text).toContain(`${service().url}/api/v1/${path}`);
  });

  it('says nothing about the software behind it', async () => {
    for (const path of ['/', '/livez', '/api/v1/status', '/nothing']) {
      const { headers } = await rawRequest(url(path));
      expect([headers['x-powered-by'], headers['server']]).toEqual([undefined, undefined]);
    }
  });
});
