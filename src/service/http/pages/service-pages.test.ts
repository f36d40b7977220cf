/** Rules of proxies name paths, so a page must not have a second spelling that passes them. */
import { describe, expect, it } from 'vitest';
import { exchange, parsedResponse } from '../raw-socket.fixture.ts';
import { ENDPOINTS, rawRequest, services, shared } from '../service-under-test.fixture.ts';

const start = services();
const service = shared(start, { settings: { publicPage: true, smtp: 'log' } });

const statusOf = async (target: string, method: string): Promise<number> => {
  const head = [`${method} ${target} HTTP/1.1`, 'Host: h', 'Content-Length: 0', 'Connection: close', '', ''];
  return parsedResponse(await exchange(service().url, head.join('\r\n'))).status;
};
const statusesOf = (targets: readonly string[], method: string) =>
  Promise.all(targets.map(async (target) => [target, await statusOf(target, method)] as const));
const allOf = (targets: readonly string[], status: number) => targets.map((target) => [target, status]);

/** Methods that each page has, with the status without a key, a session or a form. */
const PAGES: readonly (readonly [path: string, method: string, status: number])[] = [
  ['/livez', 'GET', 200],
  ['/readyz', 'GET', 200],
  ['/openapi.json', 'GET', 200],
  ['/openapi.yaml', 'GET', 200],
  ['/photos/a.jpg', 'GET', 200],
  ['/docs', 'GET', 301],
  ['/docs/assets/deployment.js', 'GET', 200],
  ['/account', 'GET', 200],
  ['/account/sign-in', 'POST', 403],
  ['/account/sign-out', 'POST', 403],
  ['/account/confirm', 'GET', 410],
  ['/account/keys', 'POST', 403],
  ['/account/keys/1', 'GET', 200],
  ['/account/keys/1/replace', 'POST', 403],
  ['/account/export', 'POST', 403],
  ['/account/delete', 'POST', 403],
  ['/account/account.css', 'GET', 200],
  ['/badge.svg', 'GET', 200],
  ['/embed', 'GET', 200],
  ['/embed.js', 'GET', 200],
  ['/index.html', 'GET', 200],
  ['/explorer.js', 'GET', 200],
  ...ENDPOINTS[2].map((name) => [`/api/v1/${name}`, 'GET', 401] as const),
  ['/page/api/v1/status', 'GET', 200],
];

describe.each(PAGES)('%s', (path, method, status) => {
  it('is there', async () => {
    expect(await statusOf(path, method)).toBe(status);
  });

  it('is not found in another case', async () => {
    const first = path.replace(/[a-z]/, (letter) => letter.toUpperCase());
    const others = [path.toUpperCase(), first];
    expect(await statusesOf(others, method)).toEqual(allOf(others, 404));
  });

  it('is not found by what a proxy may take for it, or for another page', async () => {
    const escaped = path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    const [, folder = '', rest = ''] = /^(\/\w[^/]*)(.*)$/.exec(path) ?? [];
    const others = [
      `/${path}`,
      `/x/..${path}`,
      `/.${path}`,
      escaped,
      `${folder};${rest}`,
      `${folder}%2f${rest.slice(1)}`,
    ];
    // The explorer's own files are the same for everybody.
    const isFile = /^\/(explorer|index|embed)\.[a-z]+$/.test(path);
    const found = (await statusesOf(others, method)).filter(([, found]) => found !== 404);
    expect(found.filter(([, found]) => found !== 200 || !isFile)).toEqual([]);
  });
});

it.each(['/livez', '/readyz', '/openapi.json', '/badge.svg', '/embed', '/account/keys'])(
  '%s is not found with a slash or more at its end',
  async (path) => {
    const others = [
      `${path}/`,
      `${path}//`,
      `${path}/.`,
      `${path}%2f`,
      `${path};`,
      `${path};a=b`,
      `${path}%00`,
    ];
    expect(await statusesOf(others, 'GET')).toEqual(allOf(others, 404));
  },
);

it('the sources of a page are not found', async () => {
  const sources = ['/embed.html', '/embed.ts'];
  expect(await statusesOf(sources, 'GET')).toEqual(allOf(sources, 404));
});

it.each([
  '/openapi.json',
  '/openapi.yaml',
  '/badge.svg',
  '/embed',
  '/embed.js',
  '/index.html',
  '/explorer.js',
])('%s has an ETag, is not sent again to a client that has it, and has no body for HEAD', async (path) => {
  const get = (headers = {}, method = 'GET') => rawRequest(`${service().url}${path}`, { headers, method });
  const { status, headers, body } = await get();
  const etag = headers.etag as string;
  expect([status, etag]).toEqual([200, expect.stringMatching(/^W\/"[^"]+"$/)]);
  expect(headers['content-length']).toBe(String(body.length));
  const again = await get({ 'If-None-Match': etag });
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
  expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200);
  const head = await get({}, 'HEAD');
  expect([head.status, head.body.length]).toEqual([200, 0]);
  for (const name of ['content-type', 'etag']) expect(head.headers[name]).toBe(headers[name]);
});
