import { once } from 'node:events';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { newApiKey } from '../keys/api-key.ts';
import { LEAKED_KEYS_POLICY } from './leaked-keys.ts';
import { connected, parsedResponse } from './raw-socket.fixture.ts';
import { issueKey, type Running, rawRequest, services, shared } from './service-under-test.fixture.ts';

const lines: string[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const start = services();
const current = shared(start, { logger, settings: { trustProxy: ['loopback'] } });
let clients = 0;

/** Sends a body from a network of its own. */
function send(body: string, headers: Readonly<Record<string, string>> = JSON_TYPE, method = 'POST') {
  clients += 1;
  return rawRequest(`${current().url}/leaked-keys`, {
    ...{ method, body },
    headers: { 'X-Forwarded-For': `198.51.100.${clients}`, ...headers },
  });
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };

const statusOf = async (service: Running, key: string) =>
  (await service.get('status', { Authorization: `Token ${key}` })).status;

describe('a leaked key', () => {
  it.each<[string, (key: string) => string, Readonly<Record<string, string>>]>([
    ['JSON', (key) => JSON.stringify({ key }), JSON_TYPE],
    [
      'JSON with a charset',
      (key) => JSON.stringify({ key }),
      { 'Content-Type': 'application/json; charset=utf-8' },
    ],
    ['JSON with space around the key', (key) => JSON.stringify({ key: ` ${key}\n` }), JSON_TYPE],
    ['a form', (key) => `key=${key}`, FORM_TYPE],
    [
      "GitHub's secret scanning",
      (key) =>
        JSON.stringify([
          { token: newApiKey() },
          { token: key, type: 'headcount', url: 'https://…', source: 'content' },
        ]),
      JSON_TYPE,
    ],
  ])('in %s stops working with the next request', async (_, bodyOf, headers) => {
    const service = current();
    const { key, id } = await issueKey(service.store, 100, 'leaky@example.edu');
    expect(await statusOf(service, key)).toBe(200);
    const { status, body } = await send(bodyOf(key), headers);
    expect([status, body.toString()]).toEqual([
      200,
      '{"message":"If this service issued these keys, they no longer work."}\n',
    ]);
    expect(await statusOf(service, key)).toBe(401);
    expect(await service.store.auditEvents({ key: id, limit: 1 })).toMatchObject([
      { action: 'key.revoked', actor: 'finder', key: id },
    ]);
    expect((await service.get('status')).status).toBe(200);
  });

  it('gets the same response whether it is valid, was revoked before, is unknown or is no key', async () => {
    const { key } = await issueKey(current().store, 100, 'same@example.edu');
    const responses = [];
    for (const text of [key, key, newApiKey(), 'hc_x', ''])
      responses.push(await send(JSON.stringify({ key: text })));
    const seen = responses.map(({ status, headers, body }) => {
      const { date, 'x-request-id': id, ...rest } = headers;
      return JSON.stringify([status, rest, body.toString()]);
    });
    expect(new Set(seen).size).toBe(1);
  });

  it('is in no line of the log', async () => {
    const { key } = await issueKey(current().store, 100, 'log@example.edu');
    await send(`{"key": "${key}"`);
    await send(`{"key": "${key}"}`, { 'Content-Type': 'text/plain' });
    await send(`{"key": "${key}"}`);
    await expect.poll(() => lines.filter((line) => line.includes('/leaked-keys')).length).toBeGreaterThan(2);
    expect(lines.join('')).not.toContain(key.slice(12));
    expect(lines.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
  });
});

describe('the endpoint for leaked keys', () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['no body', '', {}],
    ['an empty body', '', JSON_TYPE],
    ['damaged JSON', '{"key": "hc_', JSON_TYPE],
    ['a JSON text', '"hc_x"', JSON_TYPE],
    ['null', 'null', JSON_TYPE],
    ['a key that is a number', '{"key": 5}', JSON_TYPE],
    ['a key that is a list', '{"key": ["hc_x"]}', JSON_TYPE],
    ['another name', '{"token": "hc_x"}', JSON_TYPE],
    ['a list of null', '[null]', JSON_TYPE],
    ['a list of texts', '["hc_x"]', JSON_TYPE],
    ['a list in a list', '[[{"token": "hc_x"}]]', JSON_TYPE],
    ['a changed prototype', '{"__proto__": {"key": "hc_x"}}', JSON_TYPE],
    ['too many keys', JSON.stringify(Array(101).fill({ token: 'hc_x' })), JSON_TYPE],
    ['deep JSON', '['.repeat(30_000), JSON_TYPE],
    ['a form without the field', 'token=hc_x', FORM_TYPE],
    ['a form with two keys', 'key=hc_x&key=hc_y', FORM_TYPE],
    ['a form with too many fields', 'key=hc_x'.padEnd(2000, '&a=b'), FORM_TYPE],
    ['another type', '{"key": "hc_x"}', { 'Content-Type': 'text/plain' }],
    ['another charset', '{"key": "hc_x"}', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
    ['a content coding', '{"key": "hc_x"}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
    ['a large body', JSON.stringify({ key: 'x'.repeat(70_000) }), JSON_TYPE],
  ])('rejects %s', async (_, body, headers) => {
    const response = await send(body, headers);
    expect(response.status).toBe(400);
    expect(JSON.parse(response.body.toString())).toMatchObject({
      type: 'urn:queue-headcount:problem:malformed-request',
      detail: expect.stringContaining('{"key": "hc_…"}'),
    });
  });

  it.each([
    ['never ends', 'Transfer-Encoding: chunked', `10000\r\n${'a'.repeat(0x10000)}\r\n2\r\naa\r\n`],
    ['is announced as too large', 'Content-Length: 100000', ''],
  ])('responds at once to a body that %s', async (_, length, body) => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      clients += 1;
      const socket = await connected(current().url);
      const from = `Host: x\r\nX-Forwarded-For: 198.51.100.${clients}`;
      socket.write(
        `POST /leaked-keys HTTP/1.1\r\n${from}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n${body}`,
      );
      const [first] = await once(socket, 'data');
      socket.destroy();
      expect(parsedResponse(String(first))).toMatchObject({
        status: 400,
        body: expect.stringContaining('64 kilobytes'),
      });
    }
  });

  it('revokes nothing of a list with too many keys', async () => {
    const { key } = await issueKey(current().store, 100, 'many@example.edu');
    await send(JSON.stringify([{ token: key }, ...Array(100).fill({ token: 'hc_x' })]));
    expect(await statusOf(current(), key)).toBe(200);
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'])('does not allow %s', async (method) => {
    const { status, headers } = await send('', {}, method);
    expect([status, headers.allow]).toEqual([405, 'POST']);
  });

  it('is not read by other websites, and is not cached', async () => {
    const { headers } = await send('{"key": "hc_x"}', { ...JSON_TYPE, Origin: 'https://example.com' });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers['cache-control']).toBe('no-store');
    expect(
      (await send('', { Origin: 'https://example.com', 'Access-Control-Request-Method': 'POST' }, 'OPTIONS'))
        .status,
    ).toBe(405);
  });

  it('is limited for each network', async () => {
    const from = { ...JSON_TYPE, 'X-Forwarded-For': '192.0.2.1' };
    for (let n = 0; n < LEAKED_KEYS_POLICY.count; n += 1) {
      expect((await send('{"key": "hc_x"}', from)).status).toBe(200);
    }
    const next = [];
    for (let n = 0; n < 10; n += 1) next.push(await send('{"key": "hc_x"}', from));
    // One may have been paid off meanwhile.
    const refused = next.find(({ status }) => status === 429);
    expect(refused?.headers['retry-after']).toMatch(/^[12]$/);
    expect(refused?.headers['ratelimit-policy']).toBe('"leaked-keys";q=30;w=60');
    expect((await send('{"key": "hc_x"}')).status).toBe(200);
  });
});
