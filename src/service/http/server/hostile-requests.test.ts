/** Requests that no honest client sends: none may get an undocumented response, or take up what others need. */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CONTRACTS } from '../../contract/contract-under-test.fixture.ts';
import { newApiKey } from '../../keys/api-key.ts';
import { connected, everything, exchange, listeningServers, parsedResponse } from '../raw-socket.fixture.ts';
import { keptLog, rawRequest, services, shared } from '../service-under-test.fixture.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, createHttpServer } from './http-server.ts';

const { logger, lines, entries } = keptLog();
const service = shared(services(), { logger });
const serve = listeningServers();

/** The problem in a raw response, which closes the connection. */
function problemIn(text: string): { readonly status: number; readonly code: string } {
  const { status, fields, body } = parsedResponse(text);
  expect(fields).toMatchObject({
    'content-type': 'application/problem+json',
    'content-length': String(body.length),
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    connection: 'close',
  });
  const problem = JSON.parse(body);
  expect(CONTRACTS[1]?.schemaErrors('Problem', problem)).toEqual([]);
  expect(problem.status).toBe(status);
  return { status, code: problem.type.replace('urn:queue-headcount:problem:', '') };
}

describe('what is not a valid request', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `a${n}: 1\r\n`).join('');

  const lengths = ['Content-Length: 1', 'Content-Length: 2', 'Transfer-Encoding: chunked'];
  const get = (target: string, ...more: readonly string[]) =>
    [`GET ${target} HTTP/1.1`, 'Host: a', ...more, '', ''].join('\r\n');

  const malformed: readonly (readonly [string, string])[] = [
    ['no HTTP', 'hello\r\n\r\n'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['an unknown method', get('/api/v1/status').replace('GET', 'BREW')],
    ['a space in a field name', get('/').replace('Host:', 'Host :')],
    ['two lengths', get('/', ...lengths.slice(0, 2))],
    ['a length and chunks', get('/', ...lengths.slice(1))],
    ['no Host', get('/api/v1/status').replace('Host: a\r\n', '')],
    ['a URL without a host', get('http://')],
    ['a URL with a path only', get('http:///livez')],
    ['a URL of another scheme', get('ftp://a/livez')],
    ['an asterisk', get('*')],
  ];
  it.each([
    ...malformed.map(([what, bytes]) => [what, bytes, 400, 'malformed-request'] as const),
    ['a tunnel', get('a:443').replace('GET', 'CONNECT'), 405, 'method-not-allowed'] as const,
    ['a long field', get('/', `X: ${'x'.repeat(20_000)}`), 431, 'headers-too-large'] as const,
    ['a long target', get(`/${'x'.repeat(20_000)}`), 431, 'headers-too-large'] as const,
    ['too many fields', get('/', fields(200).trimEnd()), 431, 'headers-too-large'] as const,
  ])('gets a problem, and the connection is closed: %s', async (_, bytes, status, code) => {
    expect(problemIn(await exchange(service().url, Buffer.from(bytes, 'latin1')))).toEqual({ status, code });
  });

  it('is a line in the log, without what was sent', async () => {
    lines.length = 0;
    await exchange(service().url, 'secret nonsense\r\n\r\n');
    expect(entries()).toMatchObject([
      { msg: 'request refused', status: 400, reason: expect.stringMatching(/^HPE_/) },
    ]);
    expect(lines.join()).not.toContain('secret');
  });

  it('gets its response after those to the requests before it on the connection', async () => {
    const { url, key } = service();
    const good = `GET /api/v1/patterns HTTP/1.1\r\nHost: a\r\nAuthorization: Token ${key}\r\n\r\n`;
    const text = await exchange(url, `${good}${good}GET /livez HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n`);
    expect(text.match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['200', '200', '200', '400']);
  });
});

describe('an unusual but valid request', () => {
  it.each([
    ['GET', 'http://any.example/livez', 200, 'ok\n'],
    ['GET', 'HTTPS://any.example:8443/livez?x=1', 200, 'ok\n'],
    ['GET', 'http://any.example', 200, expect.stringContaining('/api/v1/status')],
    ['GET', 'http://any.example?x=1', 200, expect.stringContaining('/api/v1/status')],
    ['OPTIONS', '*', 204, ''],
  ])('with the target %s %s gets the response for its path', async (method, path, status, text) => {
    const response = await rawRequest(service().url, { method, path });
    expect([response.status, response.body.toString()]).toEqual([status, text]);
  });

  it('of HTTP/1.0 needs no Host', async () => {
    expect(parsedResponse(await exchange(service().url, 'GET /livez HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it.each(['100-continue', 'tea'])(
    'that expects %s gets its response, and no interim one',
    async (expected) => {
      const text = await exchange(
        service().url,
        `POST /livez HTTP/1.1\r\nHost: a\r\nExpect: ${expected}\r\nContent-Length: 5\r\n\r\n`,
      );
      expect(parsedResponse(text)).toMatchObject({ status: 404, fields: { connection: 'close' } });
    },
  );
});

describe('the body of a request', () => {
  const post = (more: string) =>
    `POST /api/v1/status HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;

  it('is ignored if it is small, and the connection stays open', async () => {
    const socket = await connected(service().url);
    socket.write(`${post('Content-Length: 60000')}${'x'.repeat(60_000)}`);
    socket.write('GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const statuses = (await everything(socket)).match(/(?<=HTTP\/1\.1 )\d+/g);
    expect(statuses).toEqual(['401', '200']);
  });

  it.each([
    ['of a gigabyte', 'Content-Length: 1000000000', '', ''],
    ['without an end', 'Transfer-Encoding: chunked', '100000\r\n', '\r\n'],
  ])(
    '%s is not read: the response comes at once, and the connection is closed',
    async (_, field, before, after) => {
      const socket = await connected(service().url);
      const received = everything(socket);
      socket.write(post(field));
      const megabyte = Buffer.from(`${before}${'x'.repeat(1 << 20)}${after}`);
      let written = 0;
      while (!socket.destroyed && written < 200 << 20) {
        if (!socket.write(megabyte))
          await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
        written = socket.bytesWritten - socket.writableLength;
      }
      expect(parsedResponse(await received).status).toBe(401);
      // More than the service reads, because the machine buffers what is on its way.
      expect(written).toBeLessThan(32 << 20);
    },
  );
});

describe('an error', () => {
  it('lists a few of the invalid parameters, and says how many more there are', async () => {
    const query = Array.from({ length: 2600 }, (_, n) => `p${n}`).join('&');
    const response = await service().get(`status?${query}`);
    const text = await response.text();
    const { errors, detail } = JSON.parse(text);
    expect([response.status, errors.length]).toEqual([400, 10]);
    expect(detail).toContain('2590 more parameters');
    expect(text.length).toBeLessThan(4000);
  });

  it.each(['/', '/api/v1/', '/api/v1/status?', '/photos/%', '/docs/', '/api/v1/reports?cursor='])(
    'quotes little of a long target: %s',
    async (start) => {
      const path = start + 'A'.repeat(15_000);
      const { status, body } = await rawRequest(service().url, { path, headers: service().authorized });
      expect([400, 404]).toContain(status);
      expect(body.length).toBeLessThan(1000);
    },
  );
});

/** The log line of a request for a target. */
async function logged(target: string): Promise<{ readonly path: string }> {
  lines.length = 0;
  await rawRequest(service().url, { path: target });
  await expect.poll(() => lines.length, { interval: 1 }).toBe(1);
  return entries()[0];
}

describe('a key in the wrong place', () => {
  it.each([
    (key: string) => `/${key}`,
    (key: string) => `/api/v1/status/${key}`,
    (key: string) => `/api/v1/${key}/status?key=${key}`,
    (key: string) => `/photos/${key}.jpg`,
    (key: string) => `/${key.replace('_', '%5F')}`,
    (key: string) => `/${encodeURIComponent(`Token ${key}`)}`,
    (key: string) => `/${key.slice(3)}`,
    (key: string) => `/${key.toUpperCase()}`,
    (key: string) => `/${key.slice(0, 20)}-${key.slice(20)}`,
    (key: string) => `/${key}x?${key}`,
    (key: string) => `/livez?key=${key}`,
    (key: string) => `http://${key}@any.example/${key}`,
  ])('is not in the log: %s', async (target) => {
    const key = newApiKey();
    await logged(target(key));
    const text = lines.join('').toLowerCase();
    for (let at = 9; at + 8 <= key.length; at += 1)
      expect(text).not.toContain(key.slice(at, at + 8).toLowerCase());
  });

  it('still shows the characters by which `keys list` names it, and other paths as they were sent', async () => {
    const key = newApiKey();
    expect((await logged(`/api/v1/${key}`)).path).toBe(`/api/v1/${key.slice(0, 9)}…`);
    const page = '/docs/decisions/0006-routing-by-the-document.html';
    for (const path of ['/photos/reports/12.jpg', page, '/a%20b', '/hc_'])
      expect((await logged(path)).path).toBe(path);
  });
});

describe('a connection', () => {
  const serverOf = (limits: Partial<ConnectionLimits>, listener: RequestListener) =>
    createHttpServer(listener, logger, { ...CONNECTION_LIMITS, connectionsCheckingInterval: 20, ...limits });
  const ok: RequestListener = (_, response) => void response.end('ok');

  it('that sends nothing, or its header too slowly, gets a problem and is closed', async () => {
    const url = await serve(serverOf({ headersTimeout: 50, requestTimeout: 10_000 }, ok));
    for (const bytes of ['', 'GET / HTTP/1.1\r\nHost: a\r\n', 'GET / HT']) {
      expect(problemIn(await exchange(url, bytes))).toEqual({ status: 408, code: 'request-timeout' });
    }
  });

  it('that is idle may send its next request later than a header may take', async () => {
    const limits = { headersTimeout: 50, requestTimeout: 50, keepAliveTimeout: 60_000 };
    const socket = await connected(await serve(serverOf(limits, ok)));
    for (let requests = 0; requests < 2; requests += 1) {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200/);
      await pause(150);
    }
    socket.destroy();
  });

  it('that sends a body too slowly is closed', async () => {
    const limits = { headersTimeout: 50, requestTimeout: 50 };
    const url = await serve(serverOf(limits, (request) => void request.resume()));
    const text = await exchange(url, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n12');
    expect(problemIn(text).status).toBe(408);
  });

  it('that does not read its response is closed', async () => {
    const server = serverOf({ idleTimeout: 50 }, (_, response) => void response.end(Buffer.alloc(50 << 20)));
    const socket = await connected(await serve(server));
    socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(server, 'request');
    const open = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    await expect.poll(open).toBe(0);
    socket.destroy();
  });

  it('is refused when there are too many, which is logged once in a while', async () => {
    let busy = 0;
    const server = serverOf({ maxConnections: 2 }, (request, response) => {
      if (request.url === '/busy') busy += 1;
      else response.end('ok');
    });
    const url = await serve(server);
    const open: Socket[] = [];
    // One after the other: a connection without a request is closed for another after 50 ms.
    for (const count of [1, 2]) {
      const socket = await connected(url);
      open.push(socket);
      socket.write('GET /busy HTTP/1.1\r\nHost: a\r\n\r\n');
      await expect.poll(() => busy, { interval: 5 }).toBe(count);
    }
    lines.length = 0;
    const texts = await Promise.all(
      Array.from({ length: 5 }, () => exchange(url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')),
    );
    expect(texts.join('')).toBe('');
    expect(entries()).toMatchObject([{ level: 40, connections: 2 }]);
    for (const socket of open) socket.destroy();
    await expect.poll(async () => (await rawRequest(url).catch(() => null))?.status).toBe(200);
  });
});
