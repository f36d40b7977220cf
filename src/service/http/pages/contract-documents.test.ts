import { createServer } from 'node:http';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadDocument } from '../../contract/load-document.ts';
import { listeningServers } from '../raw-socket.fixture.ts';
import { BaseUrl } from '../server/base-url.ts';
import { Sender } from '../server/send.ts';
import { rawRequest, services, shared } from '../service-under-test.fixture.ts';
import { contractDocument, safeInTexts } from './contract-documents.ts';

const start = services();
const listening = listeningServers();
const service = shared(start, { settings: { trustProxy: ['loopback'] } });
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  rawRequest(`${service().url}${path}`, { headers });

describe.each([
  ['/openapi.yaml', 'application/yaml; charset=utf-8'],
  ['/openapi.json', 'application/json; charset=utf-8'],
])('%s', (path, type) => {
  it('is sent in the content coding that the client accepts', async () => {
    const plain = await get(path);
    const { headers, body } = await get(path, { 'Accept-Encoding': 'br, gzip' });
    expect(headers).toMatchObject({
      'content-type': type,
      'content-encoding': 'gzip',
      'cache-control': 'private, no-cache',
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(body.length).toBeLessThan(plain.body.length / 2);
  });

  it('names the base URL of the request', async () => {
    const etags = new Set<string>();
    const hosts = ['a.example', '[::1]:3000'];
    for (const host of [...hosts, 'a.example']) {
      const { headers, body } = await get(path, { 'X-Forwarded-Host': host, 'X-Forwarded-Proto': 'https' });
      expectToName(`https://${host}`, body.toString());
      etags.add(headers['etag'] as string);
    }
    expect(etags.size).toBe(hosts.length);
  });
});

it.each([
  ["https://c.example/it's", 'https://c.example/it%27s'],
  ['https://a.example/%22%20%23:%20{', 'https://a.example/%22%20%23:%20%7B'],
  ['http://[::1]:3000/b%20c/~', 'http://[::1]:3000/b%20c/~'],
])('%s is %s in texts, whatever quotes are around it', (base, text) => {
  expect(safeInTexts(base)).toBe(text);
});

it.each([
  ['json', "https://c.example/it's"],
  ['yaml', 'https://a.example/b%20c'],
  ['json', 'https://a.example/%22%20%23:%20{'],
  ['yaml', 'https://a.example/%22%20%23:%20{'],
  ['yaml', 'http://[::1]/~'],
] as const)(
  'the document as %s names the public URL, whatever characters it has, and shared caches may store it: %s',
  async (format, publicUrl) => {
    const baseUrl = new BaseUrl(publicUrl, ['loopback']);
    const url = await serveDocument(format, { document: await loadDocument(2), baseUrl });
    const { headers, body } = await rawRequest(url, { headers: { 'X-Forwarded-Host': 'evil.example' } });
    expect(headers['cache-control']).toBe('public, no-cache');
    expectToName(publicUrl, body.toString());
  },
);

it.each(['yaml', 'json'] as const)('the document is written as %s once, for all clients', async (format) => {
  let written = 0;
  const document = Object.defineProperty({ ...(await loadDocument(2)) }, 'tags', {
    enumerable: true,
    get() {
      written += 1;
      return [];
    },
  });
  const url = await serveDocument(format, { document, baseUrl: new BaseUrl(null, ['loopback']) });
  for (let n = 0; n < 20; n += 1) {
    const headers = { 'X-Forwarded-Host': `${n % 10}.example`, 'Accept-Encoding': 'gzip' };
    await rawRequest(url, { headers });
  }
  expect(written).toBe(1);
});

/** Checks that a document in either format names a base URL in every place. */
function expectToName(base: string, text: string): void {
  const document = parse(text);
  const url = safeInTexts(base);
  expect(document.servers).toEqual([{ url, description: 'This deployment' }]);
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.contact).toEqual({ name: 'the kitchen', url });
  expect(document.externalDocs.url).toBe(`${url}/docs/`);
  expect(document.info.license.url).toMatch(`${url}/docs/`);
  expect(new Set(text.match(/https?:[^\s"]*(?=\/(api\/v1|photos)\/)/g))).toEqual(new Set([url]));
  const { source } = document.paths['/api/v1/status'].get['x-codeSamples'][0];
  expect(source).toContain(`${url}/api/v1/status`);
}

type Deployment = Parameters<typeof contractDocument>[1];

async function serveDocument(format: 'yaml' | 'json', deployment: Omit<Deployment, 'contact'>) {
  const handler = contractDocument(format, { ...deployment, contact: 'the kitchen' }, new Sender());
  return listening(createServer(express().get('/', handler)));
}
