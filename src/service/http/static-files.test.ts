import { createHook } from 'node:async_hooks';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { rawRequest, services, shared } from './service-under-test.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'static-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'assets/site.css'), 'body {}');
writeFileSync(join(folder, 'index.html'), '<h1>Documentation</h1>');
afterAll(() => rmSync(folder, { recursive: true }));

const lines: string[] = [];
const service = shared(services(), {
  documentation: { folder, isBeingBuilt: () => false },
  logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
});
const BROWSER = { Accept: 'text/html' };

it.each([
  '/explorer.js',
  '/',
  '/docs/',
  '/docs/assets/site.css',
  '/photos/a.jpg',
  '/openapi.yaml',
  '/livez',
  '/readyz',
])('ignores a range and preconditions, and logs no error: %s', async (path) => {
  for (const method of ['GET', 'HEAD']) {
    const conditions = { Range: 'bytes=99999999-', 'If-Match': '"x"' };
    const { status } = await rawRequest(`${service().url}${path}`, {
      method,
      headers: { ...BROWSER, ...conditions },
    });
    expect(status).toBe(200);
  }
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});

describe('a file that was encoded when it was built', () => {
  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    rawRequest(`${service().url}/docs/${path}`, { method, headers });
  const text = 'a'.repeat(5000);
  const encoded = { br: brotliCompressSync(text), gzip: gzipSync(text) };
  writeFileSync(join(folder, 'plain.txt'), text);
  writeFileSync(join(folder, 'long.txt'), text);
  writeFileSync(join(folder, 'long.txt.br'), encoded.br);
  writeFileSync(join(folder, 'long.txt.gz'), encoded.gzip);

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
  ] as const)('is sent so: %s', async (accepted, coding) => {
    const { headers, body } = await get('long.txt', { 'Accept-Encoding': accepted });
    expect(headers).toMatchObject({
      'content-encoding': coding,
      'content-length': String(encoded[coding].length),
      'content-type': 'text/plain; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(body.equals(encoded[coding])).toBe(true);
  });

  it.each(['identity', 'deflate', 'zstd', 'br;q=0, gzip;q=0'])('is sent plain: %s', async (accepted) => {
    const { headers, body } = await get('long.txt', { 'Accept-Encoding': accepted });
    expect([headers['content-encoding'], body.toString()]).toEqual([undefined, text]);
  });

  it('has one ETag in all codings, and can be revalidated', async () => {
    const etags = new Set<unknown>();
    for (const accepted of ['identity', 'gzip', 'br'])
      etags.add((await get('long.txt', { 'Accept-Encoding': accepted })).headers['etag']);
    const [etag] = etags;
    expect(etags.size).toBe(1);
    const { status, body } = await get('long.txt', { 'If-None-Match': String(etag) });
    expect([status, body.length]).toEqual([304, 0]);
    expect((await get('long.txt', {}, 'HEAD')).headers['content-length']).toBe('5000');
  });

  it('is sent plain after it has changed without its codings, with another ETag', async () => {
    const before = (await get('long.txt')).headers['etag'];
    writeFileSync(join(folder, 'long.txt'), 'new');
    utimesSync(join(folder, 'long.txt'), 4e9, 4e9);
    const { headers, body } = await get('long.txt', { 'Accept-Encoding': 'br' });
    expect([headers['content-encoding'], body.toString()]).toEqual([undefined, 'new']);
    expect(headers['etag']).not.toBe(before);
  });

  it('leads from a folder to the folder with a slash, relatively and with its query', async () => {
    const { status, headers } = await get('assets?a=b');
    expect([status, headers['location']]).toEqual([301, './assets/?a=b']);
  });
});

it('no page is encoded on demand, but what names the deployment', async () => {
  const encoders: string[] = [];
  const hook = createHook({ init: (_id, type) => void (/ZLIB|BROTLI/i.test(type) && encoders.push(type)) });
  hook.enable();
  for (const path of [
    '/',
    '/docs/',
    '/docs/plain.txt',
    '/explorer.js',
    '/photos/a.jpg',
    '/livez',
    '/docs/no',
  ])
    await rawRequest(`${service().url}${path}`, { headers: { ...BROWSER, 'Accept-Encoding': 'br, gzip' } });
  expect(encoders).toEqual([]);
  await rawRequest(`${service().url}/openapi.json`, { headers: { 'Accept-Encoding': 'br, gzip' } });
  hook.disable();
  expect(encoders).toHaveLength(1);
});

describe('what is not a file', () => {
  it.each([
    '/explorer.js/',
    '/explorer.js%00',
    '/docs/%',
    '/docs/assets/%ff',
    '/docs/..%2f..%2fpackage.json',
    '/docs/.x/y',
  ])('is a problem, not an error of the service: %s', async (path) => {
    const { status, headers } = await rawRequest(service().url, { path });
    expect([400, 404]).toContain(status);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});
