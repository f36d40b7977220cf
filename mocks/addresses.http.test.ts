import { get } from 'node:https';
import { describe, expect, it } from 'vitest';
import { AUTHORITY, ELSEWHERE, SERVER } from '../conformance/testing/certificates.fixture.ts';
import { type MockOptions, startMock } from './main.ts';
import { ask, mocksUnderTest } from './mock-under-test.fixture.ts';

const mockWith = mocksUnderTest();

interface Page {
  readonly next: string;
  readonly results: readonly { readonly id: number; readonly photo_url: string | null }[];
}

describe('below a path, with a certificate', () => {
  const address = { basePath: '/campus/queue', tlsCert: SERVER.cert, tlsKey: SERVER.key };

  it('links, photos and the text at the root have the address', async () => {
    const mock = await mockWith({ form: 1, ...address });
    expect(mock.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/campus\/queue$/);
    expect(mock.welcome).toContain(`at ${mock.url}`);
    expect(mock.endpoints).toContain(`${mock.url}/api/v1/status`);
    const { next, results } = JSON.parse(await securely(`${mock.url}/api/v1/reports?limit=50`)) as Page;
    expect(next).toContain(`${mock.url}/api/v1/reports?`);
    const { results: others } = JSON.parse(await securely(next)) as Page;
    expect(others[0]?.id).toBeLessThan(results.at(-1)?.id ?? 0);
    const photo = results.find(({ photo_url }) => photo_url !== null)?.photo_url ?? '';
    expect(photo).toContain(`${mock.url}/photos/`);
    expect(await securely(photo)).toMatch(/^<svg /);
    for (const root of [mock.url, `${mock.url}/`])
      expect(await securely(root)).toContain(`${mock.url}/api/v1/status`);
  });

  it.each(['/api/v1/status', '/', '/campus/queues/api/v1/status', '/campus'])(
    '%s is 404, and the response names the path',
    async (path) => {
      const { basePath } = address;
      const mock = await mockWith({ basePath });
      const response = await ask(mock, `${new URL(mock.url).origin}${path}`);
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining(basePath)]);
    },
  );

  it.each<readonly [Partial<MockOptions>, RegExp]>([
    ...['queue', '/queue/', '/', '/a/../b', '/a?b'].map(
      (basePath) => [{ basePath }, /^basePath: must begin with a slash/] as const,
    ),
    [{ tlsCert: 'none', tlsKey: SERVER.key }, /^tlsCert: cannot be used with the key \(.+\); give both/],
    [{ tlsCert: SERVER.cert, tlsKey: ELSEWHERE.key }, /^tlsCert: cannot be used with the key/],
    [{ tlsCert: SERVER.cert }, /^tlsCert: HTTPS needs both/],
  ])('%o is rejected', async (wrong, message) => {
    await expect(startMock({ form: 2, ...wrong })).rejects.toThrow(message);
  });
});

it('a page of another origin that sends credentials may read each response, whatever its status', async () => {
  const origin = 'https://app.example.edu';
  const mock = await mockWith({ corsCredentials: true });
  for (const path of ['status', 'export.csv', 'chart?since=x', 'nothing']) {
    const { headers } = await ask(mock, `/api/v1/${path}`, { Origin: origin });
    expect(headers.get('access-control-allow-origin'), path).toBe(origin);
    expect(headers.get('access-control-allow-credentials'), path).toBe('true');
    expect(headers.get('vary'), path).toContain('Origin');
  }
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
