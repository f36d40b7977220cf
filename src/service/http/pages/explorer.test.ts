import { createServer } from 'node:http';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { listeningServers } from '../raw-socket.fixture.ts';
import { StaticFolder } from '../server/static-files.ts';
import { rawRequest, services, shared } from '../service-under-test.fixture.ts';
import { EXPLORER_POLICY, type ExplorerOptions, explorer } from './explorer.ts';

const start = services();
const listening = listeningServers();
const service = shared(start);
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  rawRequest(`${service().url}${path}`, { headers });

/** A page without the mark of the clock, which is fixed in these tests. */
const textOf = ({ body }: { readonly body: Buffer }) =>
  body.toString().replace(/\n<meta name="clock-offset"[^>]*>/, '');

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

  it('has every file that its page names', async () => {
    const page = (await get('/', BROWSER)).body.toString();
    const names = [...page.matchAll(/(?:src|href)="([\w.-]+\.\w+)"/g)].map(([, name = '']) => name);
    expect(names.toSorted()).toEqual([
      'THIRD-PARTY.txt',
      'explorer.css',
      'explorer.js',
      'fallback.js',
      'openapi.yaml',
    ]);
    for (const name of names) expect((await get(`/${name}`)).status, name).toBe(200);
  });
});

describe('the explorer of a venue with a name', () => {
  const NAME = 'Mensa "am Park" <b>$&';
  const SHOWN = 'Mensa &quot;am Park&quot; &lt;b&gt;$&amp;';
  const named = shared(start, { settings: { venueName: NAME } });

  it('has the name in its title and in its heading, and all else the same', async () => {
    const page = textOf(await rawRequest(`${named().url}/`, { headers: BROWSER }));
    expect(page).toContain(`<title>${SHOWN}</title>`);
    expect(page).toContain(`<h1 id="venue" class="name">${SHOWN}</h1>`);
    expect(page.replaceAll(SHOWN, 'Queue Headcount')).toBe(textOf(await get('/', BROWSER)));
  });
});

/** The page of a service with other options. */
async function pageWith(options: Partial<ExplorerOptions>): Promise<string> {
  const clock = () => Date.now() * 1000;
  const none = { publicPage: false, hasAccountPage: false, reportPage: null, venueName: null, clock };
  const folder = (path: string) => new StaticFolder(path);
  const app = express().use(explorer({ ...none, ...options }, { folder }));
  return (await rawRequest(await listening(createServer(app)))).body.toString();
}

describe('the explorer of a service with an account page', () => {
  it('is marked, and leads there without JavaScript, too', async () => {
    const page = await pageWith({ hasAccountPage: true });
    const mark = '<meta name="account-page" content="account">';
    expect(page).toContain(mark);
    const plain = textOf(await get('/', BROWSER));
    expect(page.replace(`${mark}\n`, '').replaceAll(' href="account"', '')).toBe(
      plain.replaceAll('data-account hidden', 'data-account'),
    );
    const [, nav, noscript] = /<nav (.*)<\/nav>.*<noscript>(.*)<\/noscript>/s.exec(page) ?? [];
    for (const part of [nav, noscript]) expect(part).toContain('<a data-account href="account">');
    expect(plain).not.toContain('href="account"');
    expect(plain.split('<p data-account hidden><a data-account>Get a key</a>')).toHaveLength(3);
  });
});

it.each(['open', 'code'] as const)('says who may report: %s', async (reportPage) => {
  expect(await pageWith({ reportPage })).toContain(`<meta name="report-page" content="${reportPage}">`);
});

it('says how far its clock is ahead of its machine, if that replays another day', async () => {
  const page = await pageWith({ clock: () => (Date.now() - 3_600_000) * 1000 });
  const [, ahead] = /<meta name="clock-offset" content="(-\d+)">/.exec(page) ?? [];
  expect(Number(ahead)).toBeCloseTo(-3_600_000, -1);
  expect(await pageWith({})).not.toContain('clock-offset');
});

describe('the explorer of a public page', () => {
  const open = shared(start, { settings: { publicPage: true } });
  const visit = (path: string, headers: Readonly<Record<string, string>> = BROWSER) =>
    rawRequest(`${open().url}${path}`, { headers });
  const MARK =
    '<meta name="public-page" content="page">\n<noscript><meta http-equiv="refresh" content="0; url=embed"></noscript>';

  it('is marked, with the same policy and all else the same', async () => {
    const [plain, marked, named] = [await get('/', BROWSER), await visit('/'), await visit('/index.html')];
    expect(textOf(plain)).not.toContain('name="public-page"');
    expect(textOf(marked)).toContain(MARK);
    expect(textOf(marked).replace(`${MARK}\n`, '')).toBe(textOf(plain));
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
});

it.each(['explorer/', 'explorer/index.html'])(
  'is where earlier versions had another one: docs/%s',
  async (path) => {
    const { status, headers } = await get(`/docs/${path}`);
    expect([status, headers['location']]).toEqual([302, '../../']);
  },
);
