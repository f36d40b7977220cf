import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadDocument } from '../contract/load-document.ts';
import { BaseUrl } from './base-url.ts';
import { contractDocument, safeInTexts } from './contract-documents.ts';
import { Sender } from './send.ts';
import { rawRequest, services, shared } from './service-under-test.fixture.ts';

const start = services();
const service = shared(start, { settings: { trustProxy: ['loopback'] } });
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  rawRequest(`${service().url}${path}`, { headers });

describe.each([
  ['/openapi.yaml', 'application/yaml; charset=utf-8'],
  ['/openapi.json', 'application/json; charset=utf-8'],
])('%s', (path, type) => {
  it('has an ETag, and is not sent again to a client that has it', async () => {
    const first = await get(path);
    expect([first.status, first.headers['content-type']]).toEqual([200, type]);
    const etag = first.headers['etag'] as string;
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect(first.headers['content-length']).toBe(String(first.body.length));
    const again = await get(path, { 'If-None-Match': etag });
    expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, etag]);
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('is sent in the content coding that the client accepts', async () => {
    const plain = (await fetch(`${service().url}${path}`)).text();
    const { headers, body } = await get(path, { 'Accept-Encoding': 'br, gzip' });
    expect([headers['content-encoding'], headers['vary']]).toEqual([
      'gzip',
      expect.stringContaining('Accept-Encoding'),
    ]);
    expect(body.length).toBeLessThan((await plain).length / 2);
  });

  it('names the base URL of the request', async () => {
    const etags = new Set<string>();
    const hosts = ['a.example', 'b.example', '[::1]:3000'];
    for (const host of [...hosts, 'a.example']) {
      const { headers, body } = await get(path, { 'X-Forwarded-Host': host, 'X-Forwarded-Proto': 'https' });
      expectToName(`https://${host}`, body.toString());
      etags.add(headers['etag'] as string);
    }
    expect(etags.size).toBe(hosts.length);
  });

  it.each([
    "https://c.example/it's",
    'https://a.example/b%20c',
    'https://a.example/%22%20%23:%20{',
    'http://[::1]/~',
  ])(
    'names the public URL, whatever characters it has, and shared caches may store it: %s',
    async (publicUrl) => {
      const served = await serveDocument(
        path.endsWith('.json') ? 'json' : 'yaml',
        {
          document: await loadDocument(2),
          contact: 'the kitchen',
          baseUrl: new BaseUrl(publicUrl, ['loopback']),
        },
        new Sender(),
      );
      const { headers, body } = await rawRequest(served.url, {
        headers: { 'X-Forwarded-Host': 'evil.example' },
      });
      served.close();
      expect(headers['cache-control']).toBe('public, no-cache');
      expectToName(publicUrl, body.toString());
    },
  );

  it('does not depend on a Host that the client invents', async () => {
    const texts = new Set<string>();
    for (const Host of ['evil.example', 'other.example', new URL(service().url).host]) {
      texts.add(
        createHash('sha1')
          .update((await get(path, { Host })).body)
          .digest('hex'),
      );
    }
    expect(texts.size).toBe(1);
  });

  it('has no body for HEAD', async () => {
    const { status, headers, body } = await rawRequest(`${service().url}${path}`, { method: 'HEAD' });
    expect([status, body.length, headers['content-type']]).toEqual([200, 0, type]);
  });
});

it.each(['yaml', 'json'] as const)('the document is written as %s once, for all clients', async (format) => {
  let written = 0;
  const document = Object.defineProperty({ ...(await loadDocument(2)) }, 'tags', {
    enumerable: true,
    get() {
      written += 1;
      return [];
    },
  });
  const deployment = { document, baseUrl: new BaseUrl(null, ['loopback']), contact: 'the kitchen' };
  const { url, close } = await serveDocument(format, deployment, new Sender());
  for (let n = 0; n < 100; n += 1) {
    await rawRequest(url, {
      headers: { 'X-Forwarded-Host': `${n % 50}.example`, 'Accept-Encoding': 'gzip' },
    });
  }
  close();
  expect(written).toBe(1);
});

/** Checks that a document in either format names a base URL in every place. */
function expectToName(base: string, text: string): void {
  const document = parse(text);
  expect(document.servers).toEqual([{ url: base, description: 'This deployment' }]);
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.contact).toEqual({ name: 'the kitchen', url: base });
  expect(document.externalDocs.url).toBe(`${base}/docs/`);
  expect(document.info.license.url).toMatch(`${base}/docs/`);
  const inTexts = safeInTexts(base);
  expect(new Set(text.match(/https?:[^\s"]*(?=\/(api\/v1|photos)\/)/g))).toEqual(new Set([inTexts]));
  const { source } = document.paths['/api/v1/status'].get['x-codeSamples'][0];
  expect(source).toContain(`${inTexts}/api/v1/status`);
}

async function serveDocument(...parameters: Parameters<typeof contractDocument>) {
  const server = express()
    .get('/', contractDocument(...parameters))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}
