import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deployed } from '../../../docs-site/browser/deployments.ts';
import { closeProfiles, sharedChromium } from '../../../docs-site/browser/shared-chromium.fixture.ts';
import { sharedDeployment } from '../../../docs-site/browser/shared-deployments.fixture.ts';
import {
  violations,
  WITHOUT_CONTRAST,
  watchedPage,
} from '../../../docs-site/browser/watched-page.fixture.ts';

const { browser } = await sharedChromium();
const servers: Server[] = [];
afterAll(async () => {
  await closeProfiles(browser);
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server that stands for somebody else's deployment. Returns its base URL. */
function otherDeployment(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization',
  'Access-Control-Expose-Headers': 'Retry-After',
};

describe.skipIf(browser === undefined)('the connection of the explorer', { timeout: 60_000 }, () => {
  if (browser === undefined) return;
  let empty: Deployed;
  beforeAll(async () => {
    empty = await sharedDeployment('empty');
  }, 60_000);

  const open = async (fragment: string, options = {}) => {
    const watched = await watchedPage(browser as NonNullable<typeof browser>, options);
    // The fake clock runs like a real one, and can skip hours.
    await watched.page.clock.install();
    await watched.page.goto(`${empty.url}/#${fragment}`);
    return watched;
  };
  const errorKind = async (page: Page, text: string) => {
    const box = page.locator('#error .error-box');
    await box.getByText(text).waitFor();
    return box.getAttribute('data-kind');
  };
  const addressOf = (url: string) => `base=${encodeURIComponent(url)}&key=hc_test`;

  it('asks for a key, and sends no request without one', async () => {
    const { page, requests, complaints } = await open('');
    await page.getByText('Enter an API key to see the line.').waitFor();
    expect(requests.filter((request) => request.url().includes('/api/'))).toEqual([]);
    await page.locator('#connection-form .primary').click();
    await page.getByText('Enter a key.').waitFor();
    await page.locator('#key').fill('two words');
    await page.locator('#connection-form .primary').click();
    await page.getByText('The key can have letters, digits and symbols, but no spaces.').waitFor();
    await page.locator('#key').fill(`Token ${empty.key}`);
    await page.locator('#connection-form .primary').click();
    await page.getByRole('heading', { name: 'Latest reports' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('of a public page needs no key, uses one that is entered, and continues without it', async () => {
    const open = await sharedDeployment('public');
    const watched = await watchedPage(browser as NonNullable<typeof browser>);
    const { page, complaints } = watched;
    const requests = watched.requests as Request[];
    // Each once, since the status is read again and again.
    const reads = () => {
      const sent = requests.filter((request) => request.url().includes('/api/v1/'));
      const described = sent.map((request) => {
        const key = 'authorization' in request.headers() ? 'key ' : '';
        return `${key}${request.url().slice(open.url.length)}`;
      });
      return [...new Set(described)];
    };
    const isLoaded = async () => {
      await page.locator('#highlights-body .gallery').waitFor();
      expect(await page.locator('#error').textContent()).toBe('');
    };
    await page.goto(open.url);
    await isLoaded();
    const week = 'since=2026-08-21&until=2026-10-15';
    const names = ['status', 'chart', 'reports', `patterns?${week}`, `chart?${week}`, 'highlights?days=7'];
    expect(reads().toSorted()).toEqual(names.map((name) => `/page/api/v1/${name}`).toSorted());
    await page.locator('#chart-more').click();
    await page.locator('#since').waitFor();
    expect(await page.locator('#download').isVisible()).toBe(false);
    await page.locator('#connection-button').click();
    await page.getByText('This page is public').waitFor();
    expect(await violations(page, undefined, WITHOUT_CONTRAST)).toEqual([]);

    requests.length = 0;
    await page.locator('#key').fill(open.key);
    await page.locator('#connection-form .primary').click();
    await page.locator('#download').waitFor();
    await isLoaded();
    const withKey = reads().filter((read) => read !== '/page/api/v1/status');
    expect(withKey.toSorted()).toEqual(names.map((name) => `key /api/v1/${name}`).toSorted());

    requests.length = 0;
    await page.locator('#connection-button').click();
    await page.locator('#forget-key').click();
    await page.locator('#download').waitFor({ state: 'hidden' });
    await isLoaded();
    expect(reads().filter((read) => !read.startsWith('/page/api/v1/'))).toEqual([]);
    expect(complaints).toEqual([]);

    await page.goto(`${open.url}/#key=hc_wrong`);
    await page.getByText('The key in the link is not accepted. You see the line without it.').waitFor();
    await page.locator('#highlights-body .gallery').waitFor();

    await page.route('**/api/v1/**', (route) => route.abort());
    await page.goto('about:blank');
    await page.goto(open.url);
    await page.getByText('The service is not available right now. The page will retry.').waitFor();
    expect(await page.locator('#connection').isVisible()).toBe(false);
  });

  it('closes the form that an outage has opened when the deployment is back', async () => {
    const watched = await watchedPage(browser as NonNullable<typeof browser>);
    const { page } = watched;
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.goto(`${empty.url}/#key=${empty.key}`);
    await page.locator('#connection').waitFor();
    await page.unroute('**/api/v1/**');
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.locator('#connection').waitFor({ state: 'hidden' });
    await page.getByText('No reports yet.').waitFor();
  });

  it('shows an empty deployment', async () => {
    const { page, complaints } = await open(`key=${empty.key}`, { viewport: { width: 360, height: 800 } });
    await page.getByText('No reports yet.').waitFor();
    await page.getByText('No reports in this period.').waitFor();
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
    expect(await page.locator('#highlights').isVisible()).toBe(false);
    expect(await page.locator('#chart-body svg.plot').textContent()).toContain('No reports');
    expect(await page.locator('.hero').textContent()).toBe('No estimate');
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('reports a key that is not accepted, and stops sending requests', async () => {
    const { page, requests } = await open('key=hc_wrong');
    expect(await errorKind(page, 'does not accept the key')).toBe('unauthorized');
    expect(await page.locator('#key').isVisible()).toBe(true);
    expect(await page.evaluate('document.activeElement.id')).toBe('key');
    expect(await violations(page)).toEqual([]);
    const sent = requests.length;
    await page.clock.runFor('02:00:00');
    await page.evaluate('1');
    expect(requests.length).toBe(sent);
  });

  it('says what is wrong with the deployment of a link', async () => {
    const { page } = await watchedPage(browser);
    const responding = (body: string) =>
      otherDeployment((_request, response) => void response.writeHead(200, CORS_HEADERS).end(body));
    const [closed, html, json, partial, broken] = await Promise.all([
      otherDeployment((_request, response) => void response.end('{}')),
      responding('<html>Hello</html>'),
      responding('{"ok":true}'),
      responding('{"has_estimate":true}'),
      otherDeployment((request, response) => {
        response.writeHead(request.method === 'OPTIONS' ? 204 : 200, CORS_HEADERS);
        if (request.method === 'OPTIONS') return void response.end();
        response.write('{"has_estimate":');
        setTimeout(() => response.destroy(), 50);
      }),
    ]);
    const unreachable = 'http://127.0.0.1:1';
    for (const [url, text, kind] of [
      [unreachable, `No response from ${unreachable}.`, 'unreachable'],
      [closed, `${closed} responds, but does not let this page read the response`, 'cross-origin'],
      [html, `${html} responds, but is not a Queue Headcount API`, 'not-the-api'],
      [json, `${json} responds, but is not a Queue Headcount API`, 'not-the-api'],
      [partial, `${partial} responds, but is not a Queue Headcount API`, 'not-the-api'],
      [broken, `The response of ${broken} was interrupted.`, 'unreachable'],
    ] as const) {
      await page.goto(`${empty.url}/#${addressOf(url)}`);
      expect([url, await errorKind(page, text)]).toEqual([url, kind]);
    }
  });

  it('reports an invalid base URL in a link', async () => {
    const { page, complaints } = await open(`key=${empty.key}`);
    await page.getByText('No reports yet.').waitFor();
    await page.evaluate("location.hash = 'base=ftp://x&key=hc_test'");
    await page.getByText('has an invalid base URL').waitFor();
    expect(await page.locator('#base-url').inputValue()).toBe('ftp://x');
    await page.getByText('The base URL must be an http or https address').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('remembers a key on the device only if asked to, keeps it when a link has another one, and forgets it', async () => {
    const { page } = await open('');
    await page.locator('#key').fill(empty.key);
    await page.locator('#remember-key').check();
    await page.locator('#connection-form .primary').click();
    await page.getByText('No reports yet.').waitFor();
    const stored = () =>
      page.evaluate('[...Object.values(localStorage), "|", ...Object.values(sessionStorage)]');
    expect(await stored()).toEqual([empty.key, '|']);
    await page.evaluate("location.hash = 'key=hc_from_a_link'");
    await errorKind(page, 'does not accept the key');
    // Connecting again changes nothing that the user did not change.
    await page.locator('#connection-form .primary').click();
    await errorKind(page, 'does not accept the key');
    expect(await page.evaluate('Object.values(localStorage)')).toEqual([empty.key]);
    const another = await page.context().newPage();
    await another.goto(`${empty.url}/`);
    await another.getByText('No reports yet.').waitFor();
    await another.locator('#connection-button').click();
    await another.locator('#forget-key').click();
    await another.getByText('Enter an API key to see the line.').waitFor();
    expect(await another.evaluate('[localStorage.length, sessionStorage.length]')).toEqual([0, 0]);
  });

  it('does not follow a redirect', async () => {
    const keys: (string | undefined)[] = [];
    // On the same origin, since browsers drop the key from a redirect to another one.
    const site = await otherDeployment((request, response) => {
      if (request.method === 'OPTIONS') return void response.writeHead(204, CORS_HEADERS).end();
      if (request.url !== '/elsewhere')
        return void response.writeHead(302, { ...CORS_HEADERS, Location: '/elsewhere' }).end();
      keys.push(request.headers.authorization);
      response.writeHead(200, CORS_HEADERS).end('{}');
    });
    const { page } = await open(addressOf(site));
    await page.locator('#error .error-box').waitFor();
    expect(keys.filter((key) => key !== undefined)).toEqual([]);
  });

  it('sends a key only to its base URL, and asks for another key at the next', async () => {
    const keys: (string | undefined)[] = [];
    const other = await otherDeployment((request, response) => {
      keys.push(request.headers.authorization);
      response.writeHead(request.method === 'OPTIONS' ? 204 : 401, CORS_HEADERS).end();
    });
    const { page } = await open(`key=${empty.key}`);
    await page.getByText('No reports yet.').waitFor();
    await page.locator('#connection-button').click();
    await page.locator('#base-url').fill(`${other}/api/v1/status`);
    await page.locator('#connection-form .primary').click();
    await page.getByText('Enter a key.').waitFor();
    expect(keys).toEqual([]);
    await page.locator('#key').fill('hc_other');
    await page.locator('#connection-form .primary').click();
    await errorKind(page, `${other} does not accept the key.`);
    expect(new Set(keys.filter((key) => key !== undefined))).toEqual(new Set(['Token hc_other']));
    expect(page.url()).toBe(`${empty.url}/#base=${encodeURIComponent(other)}`);
  });
});
