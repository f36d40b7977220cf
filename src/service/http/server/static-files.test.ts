import { createHook } from 'node:async_hooks';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { keptLog, rawRequest, services, shared } from '../service-under-test.fixture.ts';
import { StaticFolder } from './static-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'static-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'assets/site.css'), 'body {}');
writeFileSync(join(folder, 'assets/index.html'), '<h1>Assets</h1>');
writeFileSync(join(folder, 'index.html'), '<h1>Documentation</h1>');
writeFileSync(join(folder, '.built-from'), 'abc');
afterAll(() => rmSync(folder, { recursive: true }));

const { logger, entries } = keptLog();
const service = shared(services(), { documentation: { folder, isBeingBuilt: () => false }, logger });
const BROWSER = { Accept: 'text/html' };
const expectNoErrors = () => expect(entries().filter(({ level }) => level >= 50)).toEqual([]);

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
  const headers = { ...BROWSER, Range: 'bytes=99999999-', 'If-Match': '"x"' };
  for (const method of ['GET', 'HEAD'])
    expect((await rawRequest(`${service().url}${path}`, { method, headers })).status).toBe(200);
  expectNoErrors();
});

describe('a file that was encoded when it was built', () => {
  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    rawRequest(`${service().url}/docs/${path}`, { method, headers });
  const text = 'a'.repeat(5000);
  const encoded = { br: brotliCompressSync(text), gzip: gzipSync(text), plain: Buffer.from(text) };
  writeFileSync(join(folder, 'plain.txt'), text);
  writeFileSync(join(folder, 'long.txt'), text);
  writeFileSync(join(folder, 'long.txt.br'), encoded.br);
  writeFileSync(join(folder, 'long.txt.gz'), encoded.gzip);

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['identity', 'plain'],
    ['deflate', 'plain'],
    ['zstd', 'plain'],
    ['br;q=0, gzip;q=0', 'plain'],
  ] as const)('is sent, for %s, as %s', async (accepted, coding) => {
    const { headers, body } = await get('long.txt', { 'Accept-Encoding': accepted });
    expect(headers['content-encoding']).toBe(coding === 'plain' ? undefined : coding);
    expect(headers).toMatchObject({
      'content-length': String(encoded[coding].length),
      'content-type': 'text/plain; charset=utf-8',
      vary: 'Accept-Encoding',
    });
    expect(body.equals(encoded[coding])).toBe(true);
  });

  it('has one ETag in all codings, and is revalidated each time', async () => {
    const etags = new Set<unknown>();
    for (const accepted of ['identity', 'gzip', 'br'])
      etags.add((await get('long.txt', { 'Accept-Encoding': accepted })).headers['etag']);
    const [etag] = etags;
    expect(etags.size).toBe(1);
    const { status, headers, body } = await get('long.txt', { 'If-None-Match': String(etag) });
    expect([status, body.length]).toEqual([304, 0]);
    expect(headers['cache-control']).toBe('no-cache');
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

  it('leads from a folder with an index to the one with a slash, relatively and with its query', async () => {
    const { status, headers } = await get('assets?a=b');
    expect([status, headers['location']]).toEqual([301, './assets/?a=b']);
    mkdirSync(join(folder, 'empty'));
    expect((await get('empty')).status).toBe(404);
  });
});

it('memory has a bounded number of bytes of files, those that were read last', () => {
  const large = mkdtempSync(join(folder, 'large-'));
  const names = ['a.bin', 'b.bin', 'c.bin', 'd.bin'];
  for (const name of names) {
    writeFileSync(join(large, name), '');
    truncateSync(join(large, name), 10 << 20);
  }
  const files = new StaticFolder(large);
  const [first, , , last] = names.map((name) => files.get(name));
  expect([files.get('d.bin') === last, files.get('a.bin') === first]).toEqual([true, false]);
});

it('no page is encoded on demand, but what names the deployment', async () => {
  const encoders: string[] = [];
  const hook = createHook({ init: (_id, type) => void (/ZLIB|BROTLI/i.test(type) && encoders.push(type)) });
  const headers = { ...BROWSER, 'Accept-Encoding': 'br, gzip' };
  hook.enable();
  for (const path of ['', 'docs/', 'docs/plain.txt', 'explorer.js', 'photos/a.jpg', 'livez', 'docs/no'])
    await rawRequest(`${service().url}/${path}`, { headers });
  expect(encoders).toEqual([]);
  await rawRequest(`${service().url}/openapi.json`, { headers });
  hook.disable();
  expect(encoders).toHaveLength(1);
});

it.each([
  '/explorer.js/',
  '/explorer.js%00',
  '/explorer.ts',
  '/..%2fbuild.ts',
  '/%2e%2e/build.ts',
  '/dist/',
  '/index.html/',
  '/docs/%',
  '/docs/assets/%ff',
  '/docs/..%2f..%2fpackage.json',
  '/docs/.x/y',
  '/docs/.built-from',
  '/docs/nothing.html',
])('a path that is no file is a problem, not an error of the service: %s', async (path) => {
  const { status, headers } = await rawRequest(service().url, { path, headers: BROWSER });
  expect([400, 403, 404]).toContain(status);
  expect(headers['content-type']).toBe('application/problem+json');
  expectNoErrors();
});
