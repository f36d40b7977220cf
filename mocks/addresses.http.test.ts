import { get } from 'node:https';
import { describe, expect, it } from 'vitest';
import { AUTHORITY, ELSEWHERE, SERVER } from '../conformance/testing/certificates.fixture.ts';
import { startMock } from './main.ts';
import { ask, mocksUnderTest, read } from './mock-under-test.fixture.ts';

const mockWith = mocksUnderTest();

interface Page {
  readonly next: string | null;
  readonly results: readonly { readonly id: number; readonly photo_url: string | null }[];
}

describe('below a path', () => {
  const basePath = '/campus/queue';

  it('links, photos and the text at the root contain it', async () => {
    const mock = await mockWith({ form: 1, basePath });
    expect(mock.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/campus\/queue$/);
    const { next, results } = await read<Page>(mock, '/api/v1/reports?limit=200');
    expect(next).toContain(`${mock.url}/api/v1/reports?`);
    expect((await ask(mock, next ?? '')).status).toBe(200);
    const photo = results.find(({ photo_url }) => photo_url !== null)?.photo_url ?? '';
    expect(photo).toContain(`${mock.url}/photos/`);
    expect((await fetch(photo)).status).toBe(200);
    for (const root of [mock.url, `${mock.url}/`]) {
      expect(await (await fetch(root)).text()).toContain(`${mock.url}/api/v1/status`);
    }
    expect(mock.endpoints).toContain(`${mock.url}/api/v1/status`);
  });

  it.each(['/api/v1/status', '/', '/campus/queues/api/v1/status', '/campus'])(
    '%s is 404, and the response names the path',
    async (path) => {
      const mock = await mockWith({ basePath });
      const response = await ask(mock, `${new URL(mock.url).origin}${path}`);
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining(basePath)]);
    },
  );

  it.each(['queue', '/queue/', '/', '/a/../b', '/a?b'])('%s is rejected', async (wrong) => {
    await expect(startMock({ form: 2, basePath: wrong })).rejects.toThrow(
      /^basePath: must begin with a slash/,
    );
  });
});

describe('with a certificate', () => {
  it('serves HTTPS, and links say so', async () => {
    const mock = await mockWith({ form: 1, tlsCert: SERVER.cert, tlsKey: SERVER.key, basePath: '/queue' });
    expect(mock.url).toMatch(/^https:/);
    expect(mock.welcome).toContain(`at ${mock.url}`);
    const { next, results } = JSON.parse(await securely(`${mock.url}/api/v1/reports?limit=2`)) as Page;
    expect(next).toContain(`${mock.url}/api/v1/reports?`);
    const { results: others } = JSON.parse(await securely(next ?? '')) as Page;
    expect(others[0]?.id).toBeLessThan(results[1]?.id ?? 0);
    expect(await securely(`${mock.url}/`)).toContain(`${mock.url}/api/v1/status`);
  });

  it.each([
    ['is no certificate', { tlsCert: 'none', tlsKey: SERVER.key }],
    ['belongs to another key', { tlsCert: SERVER.cert, tlsKey: ELSEWHERE.key }],
  ])('is rejected if it %s', async (_, tls) => {
    await expect(startMock({ form: 2, ...tls })).rejects.toThrow(
      /^tlsCert: cannot be used with the key \(.+\); give both/,
    );
  });
});

describe('a page of another origin that sends credentials', () => {
  const origin = 'https://app.example.edu';

  it('may read each response, whatever its status', async () => {
    const mock = await mockWith({ corsCredentials: true });
    for (const path of ['status', 'export.csv', 'chart?since=x', 'nothing']) {
      const { headers } = await ask(mock, `/api/v1/${path}`, { Origin: origin });
      expect(headers.get('access-control-allow-origin'), path).toBe(origin);
      expect(headers.get('access-control-allow-credentials'), path).toBe('true');
      expect(headers.get('vary'), path).toContain('Origin');
    }
  });

  it('may send a key and preferences', async () => {
    const mock = await mockWith({ corsCredentials: true });
    const response = await fetch(`${mock.url}/api/v1/status`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization,prefer',
      },
    });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization,prefer',
    });
  });
});

/** Requests a URL with a key, and trusts the certificates of the tests. */
function securely(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { ca: AUTHORITY, headers: { Authorization: 'Token any' } }, (response) => {
      response
        .setEncoding('utf8')
        .toArray()
        .then((parts) => resolve(parts.join('')), reject);
    }).on('error', reject);
  });
}
