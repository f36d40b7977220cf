import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, type ClientOptions, createClient } from './client.ts';
import { createSendRequest, type Network } from './send-request.ts';

const servers: Server[] = [];
const KEY = `hc_${'k'.repeat(38)}`;

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function clientOf(
  listener: RequestListener,
  options: Partial<ClientOptions> = {},
  network: Network = {},
): Promise<Client> {
  const port = await listen(createServer(listener));
  return createClient({
    target: `http://127.0.0.1:${port}`,
    key: KEY,
    maxRequests: 60,
    timeoutMs: 5000,
    deadline: Date.now() + 20_000,
    fetch: createSendRequest(network),
    ...options,
  });
}

const status = { endpoint: 'status' } as const;

describe('what leaves', () => {
  it.each(['GET', 'POST'])('is counted when a %s is sent again on a new connection', async (method) => {
    let received = 0;
    const client = await clientOf((request, response) => {
      received += 1;
      if (received === 2) request.socket.destroy();
      else response.end('{}');
    });
    await client.send('one', status);
    const exchange = await client.send('two', { ...status, method });
    expect(exchange).toMatchObject({ response: { status: 200 }, hops: 1 });
    expect([received, client.sent()]).toEqual([3, 3]);
  });

  it('is never more than the budget, if each connection is closed after its response', async () => {
    let received = 0;
    const client = await clientOf(
      (request, response) => {
        received += 1;
        response.end('{}', () => setTimeout(() => request.socket.destroy(), 0));
      },
      { maxRequests: 8 },
    );
    while (client.left() > 0) await client.send('step', status);
    expect(client.sent()).toBe(8);
    expect(received).toBeLessThanOrEqual(8);
  });

  it('names the gate, and has the fields of the caller', async () => {
    const seen: unknown[] = [];
    const client = await clientOf(
      ({ headers }, response) => {
        seen.push([headers['user-agent'], headers['cf-access-client-id'], headers.authorization]);
        response.end('{}');
      },
      { headers: { 'cf-access-client-id': 'someone' } },
    );
    await client.send('one', status);
    await client.send('two', { ...status, credential: 'none' });
    expect(seen).toEqual([
      [expect.stringMatching(/^queue-headcount\/\S+ \(\+https:/), 'someone', `Token ${KEY}`],
      [expect.any(String), 'someone', undefined],
    ]);
  });

  it('has the cookies that the deployment set, with the key only', async () => {
    const seen: unknown[] = [];
    const client = await clientOf(({ headers }, response) => {
      seen.push(headers.cookie);
      response.setHeader('Set-Cookie', [
        'node=a; Path=/',
        'gone=b; Max-Age=0',
        'date=c; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
      ]);
      response.end('{}');
    });
    const first = await client.send('one', status);
    await client.send('two', status);
    await client.send('three', { ...status, credential: 'none' });
    expect(seen).toEqual([undefined, 'node=a; date=c', undefined]);
    expect(first.response?.headers['set-cookie']).not.toMatch(/=a|=c/);
  });
});

describe('what is recorded', () => {
  it('has neither the key, nor other keys, nor the values of further fields', async () => {
    const client = await clientOf(
      (_request, response) => response.end(`secret-of-a-proxy ${KEY} hc_${'x'.repeat(38)}`),
      { headers: { 'x-proxy': 'secret-of-a-proxy' } },
    );
    const exchange = await client.send('one', status);
    expect(exchange.response?.body).toBe('$HEADCOUNT_API_KEY $HEADCOUNT_API_KEY $HEADCOUNT_API_KEY');
  });
});

describe('a deployment that says that requests come too soon', () => {
  it('is asked more slowly, and nothing of it is recorded', async () => {
    let times: number[] = [];
    const client = await clientOf((_request, response) => {
      const now = Date.now();
      times = times.filter((time) => now - time < 1000);
      if (times.length >= 5) response.writeHead(429, { 'Retry-After': '1' });
      else times.push(now);
      response.end('{}');
    });
    for (let n = 0; n < 12; n += 1) await client.send('step', status);
    expect(client.exchanges.map(({ response }) => response?.status)).toEqual(Array(12).fill(200));
    expect(client.stopped()).toBeUndefined();
    expect(client.sent()).toBeLessThan(20);
  });

  it.each([
    ['no time', {}],
    ['a time that is too long to wait for', { 'Retry-After': '31' }],
  ])('ends the run with %s', async (_, fields) => {
    const client = await clientOf((_request, response) => response.writeHead(429, fields).end());
    expect((await client.send('one', status)).unanswered).toMatch(/^rejected with 429/);
    expect([client.sent(), client.stopped()]).toEqual([1, 'the deployment responded with 429']);
  });

  it('is waited for when no requests remain', async () => {
    const client = await clientOf((_request, response) => {
      response.writeHead(200, { 'RateLimit-Remaining': '0', 'RateLimit-Reset': '1' }).end('{}');
    });
    const begin = Date.now();
    await client.send('one', status);
    await client.send('two', status);
    expect(Date.now() - begin).toBeGreaterThan(900);
  });
});

describe('a proxy', () => {
  it('gets requests for plain URLs whole, and tunnels of others', async () => {
    const seen: unknown[] = [];
    const proxy = createServer(({ method, url, headers }, response) => {
      seen.push([method, url, headers.host, headers['proxy-authorization']]);
      response.end('{}');
    });
    proxy.on('connect', ({ url }, socket) => {
      seen.push(['CONNECT', url]);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    const port = await listen(proxy);
    const fetch = createSendRequest({
      environment: { HTTP_PROXY: `http://ada:pw@127.0.0.1:${port}`, HTTPS_PROXY: `http://127.0.0.1:${port}` },
    });
    const plain = await clientOf(() => undefined, { fetch, target: 'http://queue.test' });
    await plain.send('one', status);
    const tunnel = await clientOf(() => undefined, { fetch, target: 'https://queue.test' });
    await tunnel.send('one', status);
    expect(seen).toEqual([
      ['GET', 'http://queue.test/api/v1/status', 'queue.test', 'Basic YWRhOnB3'],
      ['CONNECT', 'queue.test:443'],
    ]);
  });
});
