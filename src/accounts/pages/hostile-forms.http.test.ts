import { rename } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { CROSS_ORIGIN_FIELDS } from '../../service/http/server/cross-origin.ts';
import { keptLog, services } from '../../service/http/service-under-test.fixture.ts';
import {
  keyIdsIn,
  type ServiceWithAccounts,
  secretIn,
  servicesWithAccounts,
  type TestBrowser,
  tokenIn,
} from './account-page.fixture.ts';

const start = servicesWithAccounts();
const startPlain = services();
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ADA = 'ada@example.edu';
const NAME = `"><script>alert('x')</script>`;
const FORM = 'application/x-www-form-urlencoded';
const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': FORM };

let service: ServiceWithAccounts;
let ada: TestBrowser;
let secret: string;
/** The id of Ada's key. */
let id: string;
const { logger, lines } = keptLog();

beforeAll(async () => {
  service = await start({ logger });
  ada = await service.signedIn(ADA);
  secret = secretIn(await ada.post('/account/keys', { name: NAME }));
  [id = ''] = keyIdsIn(await ada.get('/account'));
});

/** Every form, with what it needs. `KEY` is a key's id. */
const FORMS: readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] = [
  ['/account/sign-in', { email: 'bo@example.edu' }],
  ['/account/confirm', { token: 'x'.repeat(43) }],
  ['/account/sign-out', {}],
  ['/account/keys', { name: 'another' }],
  ['/account/keys/KEY/name', { name: 'another' }],
  ['/account/keys/KEY/replace', { prefix: 'hc_' }],
  ['/account/keys/KEY/revoke', {}],
  ['/account/export', {}],
  ['/account/delete', { email: ADA }],
];

/** Every page, as somebody sees it who has signed in. */
const PAGES = [
  '',
  '/keys',
  '/keys/KEY',
  '/keys/KEY/revoke',
  '/keys/KEY/replace',
  '/delete',
  '/confirm?token=x',
  '/nothing',
].map((path) => `/account${path}`);

const of = (path: string, key = id) => path.replace('KEY', key);

/** Everything stored except the audit log, so that a test notices any change. */
async function stored(): Promise<unknown> {
  const { store, mails } = service;
  return [await store.listKeys(), await store.listAccounts(), mails.length];
}

async function works(): Promise<boolean> {
  const headers = { Authorization: `Token ${secret}` };
  return (await fetch(`${service.url}/api/v1/status`, { headers })).status === 200;
}

describe('a form of another website', () => {
  it.each(FORMS)('cannot be sent to %s', async (path, fields) => {
    const before = await stored();
    const body = new URLSearchParams({ ...fields, prefix: secret.slice(0, 9) }).toString();
    const origins: readonly Readonly<Record<string, string>>[] = [{ 'Sec-Fetch-Site': 'cross-site' }, {}];
    for (const origin of origins) {
      const headers = { ...origin, 'Content-Type': FORM };
      const { status, html, headers: sent } = await ada.send('POST', of(path), { headers, body });
      expect([status, html]).toEqual([403, expect.stringContaining('The form was not accepted')]);
      expect(sent['set-cookie']).toBeUndefined();
    }
    expect(await stored()).toEqual(before);
    expect((await ada.get('/account')).html).toContain('Your account');
    expect(await works()).toBe(true);
  });

  it('is told apart by Origin, if a browser sends no Sec-Fetch-Site', async () => {
    const headers = { Origin: service.url, 'Content-Type': FORM };
    const { status } = await ada.send('POST', '/account/keys', { headers, body: 'name=' });
    expect(status).toBe(422);
  });
});

describe('somebody else', () => {
  it('cannot see or use a key, as if there were none', async () => {
    const bo = await service.signedIn('bo@example.edu');
    const before = await stored();
    const [others, none] = [await bo.get(of('/account/keys/KEY')), await bo.get('/account/keys/999999')];
    expect([others.status, others.html]).toEqual([404, none.html]);
    for (const other of [id, '999999', '-1', `0${id}`, '%0d%0aSet-Cookie:%20x=1']) {
      for (const form of ['name', 'replace', 'revoke']) {
        const { status } = await bo.post(`/account/keys/${other}/${form}`, {
          name: 'x',
          prefix: secret.slice(0, 9),
        });
        expect([other, status]).toEqual([other, 404]);
      }
    }
    expect(await stored()).toEqual(before);
    expect(await works()).toBe(true);
  });

  it.each(FORMS.slice(2))('who is not signed in cannot use %s', async (path, fields) => {
    const before = await stored();
    for (const cookie of [
      '',
      `headcount-session=${'x'.repeat(43)}`,
      'headcount-session=%00',
      'headcount-session',
    ]) {
      const browser = service.browser();
      browser.cookie = cookie;
      const { status, html } = await browser.post(of(path), fields);
      if (path === '/account/sign-out') expect(status).toBe(303);
      else expect([status, html]).toEqual([403, expect.stringContaining('nothing was changed')]);
    }
    expect(await stored()).toEqual(before);
  });

  it('who is not signed in sees the form to sign in', async () => {
    for (const path of PAGES.slice(0, 5)) {
      const { html } = await service.browser().get(of(path));
      expect(html).toContain('Get an API key');
      expect(html).not.toContain(ADA);
    }
    const file = await service.browser().post('/account/export');
    expect([file.status, file.html]).toEqual([403, expect.stringContaining('Get an API key')]);
  });
});

describe('every page', () => {
  const headersOf = async (path: string) => {
    const asked = { 'Accept-Encoding': 'gzip, br', Origin: 'https://evil.example' };
    const { headers, html } = await ada.get(of(path), asked);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(headers).toMatchObject({
      'referrer-policy': 'strict-origin',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.any(String),
    });
    expect(headers['content-encoding']).toBeUndefined();
    const names = CROSS_ORIGIN_FIELDS.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    expect(names.filter((name) => name in headers)).toEqual([]);
    return { html, cached: headers['cache-control'] };
  };

  it.each(PAGES)('is strict, and links to what is below the path of a proxy: %s', async (path) => {
    const { html, cached } = await headersOf(path);
    expect(cached).toBe('no-store');
    expect(html.replace(/<script type="module" src="[./]+account\/account.js"><\/script>/, '')).not.toMatch(
      /<script|<style|\sstyle=|\son\w+=/i,
    );
    expect(html).toContain('>Café &lt;b&gt;</a>');
    expect(html).not.toContain(NAME);
    const links = [...html.matchAll(/ (?:href|src|action)="([^"#]*)/g)].map(([, link]) => link as string);
    expect(links.length).toBeGreaterThan(4);
    for (const link of links.filter((one) => !one.startsWith('data:'))) {
      const { pathname } = new URL(link, `https://queue.example/live${of(path)}`);
      expect(pathname).toMatch(/^\/live\/($|account$|account\/|docs\/)/);
    }
  });

  it('has links that work with a slash at its end or a query', async () => {
    for (const path of ['/account/', '/account?x', `/account/keys/${id}?x/y`]) {
      const { status, html } = await ada.get(path);
      expect(status).toBe(200);
      const [, link = ''] = / href="([^"]*)account\.css"/.exec(html) ?? [];
      expect(new URL(link, `http://x${path}`).pathname).toBe('/account/');
    }
  });
});

describe('a request that no form sends', () => {
  it.each(['PUT', 'DELETE', 'OPTIONS'])('%s gets 405', async (method) => {
    for (const [path] of [...FORMS, ['/account'], ['/account/keys/KEY']] as const) {
      const { status, headers } = await ada.send(method, of(path), { headers: SAME_ORIGIN });
      const isForm = FORMS.some(([form]) => form === path);
      expect([status, headers.allow]).toEqual([405, isForm ? 'GET, HEAD, POST' : 'GET, HEAD']);
    }
  });

  it.each([
    ['JSON', { 'Content-Type': 'application/json' }, '{"name":"x"}', 415],
    ['a compressed form', { 'Content-Encoding': 'gzip' }, 'name=x', 415],
    ['too much', {}, `name=${'x'.repeat(20_000)}`, 413],
    ['too much in chunks', { 'Transfer-Encoding': 'chunked' }, `name=${'x'.repeat(20_000)}`, 413],
    ['too many fields', {}, 'a=1&'.repeat(50), 413],
    ['a field twice', {}, 'name=x&name=y', 422],
    ['no fields', {}, '', 422],
  ])('with %s gets its status, and a page', async (_, more, body, expected) => {
    const headers = { ...SAME_ORIGIN, ...more };
    const { status, html, headers: sent } = await ada.send('POST', '/account/keys', { headers, body });
    expect([status, sent['content-type'], html]).toEqual([
      expected,
      'text/html; charset=utf-8',
      expect.stringContaining('<!doctype html>'),
    ]);
  });
});

describe('the log', () => {
  it('has no token, no address and no secret', async () => {
    const browser = service.browser();
    await browser.post('/account/sign-in', { email: 'log@example.edu' });
    const token = tokenIn(service.mails.at(-1));
    await browser.get(`/account/confirm?token=${token}`);
    await browser.post('/account/confirm', { token });
    const both = /GET","path":"\/account\/confirm".*POST","path":"\/account\/confirm"/s;
    await expect.poll(() => lines.join('')).toMatch(both);
    for (const hidden of [token, 'example.edu', '@', secret, secret.slice(9)])
      expect(lines.join('')).not.toContain(hidden);
    expect(lines.join('')).not.toContain(browser.cookie.split('=')[1]);
  });
});

describe('during an outage', () => {
  it('is a page with 503, which says that nothing is lost', async () => {
    const other = await start();
    const bo = await other.signedIn('bo@example.edu');
    await rename(`${other.file}-quota`, `${other.file}.away`);
    await expect.poll(async () => (await bo.get('/account')).status).toBe(503);
    const { headers, html } = await bo.get('/account');
    expect(headers['retry-after']).toBe('5');
    expect(html).toContain('Your keys and your account are safe.');
    await rename(`${other.file}.away`, `${other.file}-quota`);
    await expect.poll(async () => (await bo.get('/account')).status).toBe(200);
  });
});

it('a service without an account page says to browsers whom to contact', async () => {
  const { url } = await startPlain();
  const response = await fetch(`${url}/account/keys`, { headers: { Accept: BROWSER } });
  const html = await response.text();
  expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  expect(response.headers.get('vary')).toContain('Accept');
  expect(html).toContain('<h1>This service has no account page</h1>');
  expect(html).toContain('For an API key, contact the kitchen.');
  const post = await fetch(`${url}/account`, { method: 'POST', headers: { Accept: BROWSER }, body: 'x' });
  expect([post.status, post.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});
