import { createServer } from 'node:http';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { EXPLORER_POLICY, type ExplorerOptions, explorer } from './explorer.ts';
import { listeningServers } from './raw-socket.fixture.ts';
import { rawRequest, services, shared } from './service-under-test.fixture.ts';
import { StaticFolder } from './static-files.ts';

const start = services();
const listening = listeningServers();
const service = shared(start);
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  rawRequest(`${service().url}${path}`, { headers });

describe('the explorer', () => {
  it('is what browsers get at /; other clients get plain text', async () => {
    const page = await get('/', BROWSER);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body.toString()).toContain('<title>');
    for (const headers of [{}, { Accept: '*/*' }, { Accept: 'text/plain' }, { Accept: 'application/json' }]) {
      const { headers: fields, status } = await get('/', headers);
      expect([status, fields['content-type'], fields['vary']]).toEqual([
        200,
        'text/plain; charset=utf-8',
        expect.stringContaining('Accept'),
      ]);
    }
  });

  it('may load only its own files, by header and by its own meta element', async () => {
    const { headers, body } = await get('/', BROWSER);
    expect(headers['content-security-policy']).toBe(`${EXPLORER_POLICY}; frame-ancestors 'none'`);
    expect(EXPLORER_POLICY).not.toContain('unsafe');
    expect(/http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(body.toString())?.[1]).toBe(
      EXPLORER_POLICY,
    );
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  it('has every file that its page names, revalidated each time', async () => {
    const page = (await get('/', BROWSER)).body.toString();
    const names = [...page.matchAll(/(?:src|href)="([\w.-]+\.\w+)"/g)].map(([, name = '']) => name);
    expect(names.toSorted()).toEqual(['THIRD-PARTY.txt', 'explorer.css', 'explorer.js', 'fallback.js']);
    for (const name of names) {
      const { status, headers } = await get(`/${name}`);
      expect([status, headers['cache-control']], name).toEqual([200, 'no-cache']);
      const etag = headers['etag'] as string;
      expect((await get(`/${name}`, { 'If-None-Match': etag })).status, name).toBe(304);
    }
  });
});

describe('the explorer of a venue with a name', () => {
  const NAME = 'Mensa "am Park" <b>$&';
  const SHOWN = 'Mensa &quot;am Park&quot; &lt;b&gt;$&amp;';
  const named = shared(start, { settings: { venueName: NAME } });

  it('has the name in its title, in its heading and in a mark for its script, and all else the same', async () => {
    const page = (await rawRequest(`${named().url}/`, { headers: BROWSER })).body.toString();
    const mark = `<meta name="venue-name" content="${SHOWN}">`;
    expect(page).toContain(`<title>${SHOWN}</title>`);
    expect(page).toContain(`<h1 id="venue" class="name">${SHOWN}</h1>`);
    expect(page.replace(`${mark}\n`, '').replaceAll(SHOWN, 'Queue Headcount')).toBe(
      (await get('/', BROWSER)).body.toString(),
    );
  });
});

/** The page of a service with other options. */
async function pageWith(options: Partial<ExplorerOptions>): Promise<string> {
  const none = { publicPage: false, hasAccountPage: false, reportPage: null, venueName: null };
  const folder = (path: string) => new StaticFolder(path);
  const app = express().use(explorer({ ...none, ...options }, { folder }));
  return (await rawRequest(await listening(createServer(app)))).body.toString();
}

describe('the explorer of a service with an account page', () => {
  it('is marked, and leads there without JavaScript, too', async () => {
    const page = await pageWith({ hasAccountPage: true });
    const mark = '<meta name="account-page" content="account">';
    expect(page).toContain(mark);
    const plain = (await get('/', BROWSER)).body.toString();
    expect(page).toContain('<a data-page="index.html" href="docs/">Docs</a>');
    expect(page.replace(`${mark}\n`, '').replaceAll(/ href="(account|docs\/)"/g, '')).toBe(
      plain.replaceAll('data-account hidden', 'data-account'),
    );
    const [, nav, noscript] = /<nav (.*)<\/nav>.*<noscript>(.*)<\/noscript>/s.exec(page) ?? [];
    for (const part of [nav, noscript]) expect(part).toContain('<a data-account href="account">');
    expect(plain).not.toContain('href="account"');
    expect(plain).toContain('<p data-account hidden><a data-account>Get a key</a>');
  });
});

it.each(['open', 'code'] as const)('says who may report: %s', async (reportPage) => {
  expect(await pageWith({ reportPage })).toContain(`<meta name="report-page" content="${reportPage}">`);
});

describe('the explorer of a public page', () => {
  const open = shared(start, { settings: { publicPage: true } });
  const visit = (path: string, headers: Readonly<Record<string, string>> = BROWSER) =>
    rawRequest(`${open().url}${path}`, { headers });
  const MARK =
    '<meta name="public-page" content="page">\n<noscript><meta http-equiv="refresh" content="0; url=embed"></noscript>';

  it('is marked, with the same policy and all else the same', async () => {
    const [plain, marked, named] = [await get('/', BROWSER), await visit('/'), await visit('/index.html')];
    expect(plain.body.toString()).not.toContain('name="public-page"');
    expect(marked.body.toString().replace(`${MARK}\n`, '')).toBe(plain.body.toString());
    expect(marked.body.toString()).toContain(MARK);
    expect(named.body).toEqual(marked.body);
    for (const name of ['content-security-policy', 'referrer-policy', 'cache-control', 'content-type']) {
      expect(marked.headers[name], name).toBe(plain.headers[name]);
    }
  });

  it('is revalidated, and never taken for the page that needs a key', async () => {
    const etag = (await visit('/')).headers['etag'] as string;
    expect((await visit('/', { ...BROWSER, 'If-None-Match': etag })).status).toBe(304);
    const plain = (await get('/', BROWSER)).headers['etag'] as string;
    expect((await visit('/', { ...BROWSER, 'If-None-Match': plain })).status).toBe(200);
    expect((await get('/', { ...BROWSER, 'If-None-Match': etag })).status).toBe(200);
  });

  it('replaces the one of the documentation, which would ask for a key', async () => {
    const { status, headers } = await visit('/docs/explorer/');
    expect([status, headers['location']]).toEqual([302, '../../']);
    expect((await get('/docs/explorer/', BROWSER)).status).toBe(404);
  });
});
