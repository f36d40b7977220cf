import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

describe.each(['/explorer.js', '/explorer.css', '/THIRD-PARTY.txt', '/', '/docs/', '/docs/assets/site.css'])(
  'the file at %s',
  (path) => {
    const get = (headers: Readonly<Record<string, string>>, method = 'GET') =>
      rawRequest(`${service().url}${path}`, { method, headers: { ...BROWSER, ...headers } });

    it.each([
      ['a range past its end', { Range: 'bytes=99999999-' }, 416, 'range-not-satisfiable'],
      ['an ETag that it does not have', { 'If-Match': '"x"' }, 412, 'precondition-failed'],
      [
        'a time before its last change',
        { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
        412,
        'precondition-failed',
      ],
    ])('responds to a request for %s with a problem, and logs no error', async (_, headers, status, code) => {
      for (const method of ['GET', 'HEAD']) {
        const response = await get(headers, method);
        expect([response.status, response.headers['content-type']]).toEqual([
          status,
          'application/problem+json',
        ]);
        if (method === 'GET') {
          expect(JSON.parse(response.body.toString())).toMatchObject({
            status,
            type: `urn:queue-headcount:problem:${code}`,
          });
        }
        if (status === 416) expect(response.headers['content-range']).toMatch(/^bytes \*\/\d+$/);
      }
      expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    });

    it('sends a part that it has', async () => {
      const { status, body } = await get({ Range: 'bytes=0-3', 'Accept-Encoding': 'identity' });
      expect([status, body.length]).toEqual([206, 4]);
    });
  },
);

describe('what is not a file', () => {
  it.each(['/photos/a.jpg', '/openapi.yaml', '/livez', '/readyz'])(
    'ignores a range, and logs no error: %s',
    async (path) => {
      const { status } = await rawRequest(`${service().url}${path}`, {
        headers: { Range: 'bytes=99999999-' },
      });
      expect(status).toBe(200);
      expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    },
  );

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
