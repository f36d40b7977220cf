import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Deployed, Deployments } from './deployments.ts';
import { closeProfiles, sharedChromium } from './shared-chromium.fixture.ts';
import { sharedDeployment } from './shared-deployments.fixture.ts';
import { violations, WITHOUT_CONTRAST, watchedPage } from './watched-page.fixture.ts';

const { browser } = await sharedChromium();
const deployments = new Deployments();
const servers: Server[] = [];
afterAll(async () => {
  await closeProfiles(browser);
  await deployments.stop();
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

describe.skipIf(browser === undefined)('the explorer', { timeout: 60_000 }, () => {
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
    const reads = () =>
      requests
        .filter((request) => request.url().includes('/api/v1/'))
        .map(
          (request) =>
            `${'authorization' in request.headers() ? 'key ' : ''}${request.url().slice(open.url.length)}`,
        );
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
    expect(reads().toSorted()).toEqual(names.map((name) => `key /api/v1/${name}`).toSorted());

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
    await page.getByText('No highlights for these days.').waitFor();
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

  it('reports a used-up quota, and when it resets', async () => {
    const few = await deployments.empty(3);
    const { page, requests } = await open(`base=${encodeURIComponent(few.url)}&key=${few.key}`);
    expect(await errorKind(page, "The key's daily quota is used up.")).toBe('quota-exceeded');
    expect(await page.locator('#error').textContent()).toMatch(/resets in (\d+ h|\d+ min)/);
    const sent = requests.length;
    // Any other failure would be retried by now. Longer, and the quota could reset if the test runs just before midnight.
    await page.clock.runFor('00:00:50');
    await page.evaluate('1');
    expect(requests.length).toBe(sent);
  });

  it('distinguishes an unreachable address from one that does not allow cross-origin requests', async () => {
    const { page } = await open(addressOf('http://127.0.0.1:1'));
    expect(await errorKind(page, 'No response from http://127.0.0.1:1.')).toBe('unreachable');
    const closed = await otherDeployment((_request, response) => void response.end('{}'));
    await page.goto(`${empty.url}/#${addressOf(closed)}`);
    expect(await errorKind(page, 'does not let this page read the response')).toBe('cross-origin');
  });

  it('reports a base URL of another website', async () => {
    const site = await otherDeployment(
      (_request, response) => void response.writeHead(200, CORS_HEADERS).end('<html>Hello</html>'),
    );
    const { page } = await open(addressOf(site));
    expect(await errorKind(page, 'is not a Queue Headcount API')).toBe('not-the-api');
    const json = await otherDeployment(
      (_request, response) => void response.writeHead(200, CORS_HEADERS).end('{"ok":true}'),
    );
    await page.goto(`${empty.url}/#${addressOf(json)}`);
    await page.getByText(`${json} responds, but is not`).waitFor();
  });

  it('reports an interrupted response', async () => {
    const { page } = await watchedPage(browser);
    const broken = await otherDeployment((request, response) => {
      response.writeHead(request.method === 'OPTIONS' ? 204 : 200, CORS_HEADERS);
      if (request.method === 'OPTIONS') return void response.end();
      response.write('{"has_estimate":');
      setTimeout(() => response.destroy(), 50);
    });
    await page.goto(`${empty.url}/#${addressOf(broken)}`);
    expect(await errorKind(page, `The response of ${broken} was interrupted.`)).toBe('unreachable');
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

  it('keeps the key on the device when a link has another one', async () => {
    const { page } = await open('');
    await page.locator('#key').fill(empty.key);
    await page.locator('#remember-key').check();
    await page.locator('#connection-form .primary').click();
    await page.getByText('No reports yet.').waitFor();
    await page.evaluate("location.hash = 'key=hc_from_a_link'");
    await errorKind(page, 'does not accept the key');
    // Connecting again changes nothing that the user did not change.
    await page.locator('#connection-form .primary').click();
    await errorKind(page, 'does not accept the key');
    expect(await page.evaluate('Object.values(localStorage)')).toEqual([empty.key]);
    const another = await page.context().newPage();
    await another.goto(`${empty.url}/`);
    await another.getByText('No reports yet.').waitFor();
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

  it('remembers a key on the device only if asked to, and forgets it', async () => {
    const { page } = await open('');
    await page.locator('#key').fill(empty.key);
    await page.locator('#remember-key').check();
    await page.locator('#connection-form .primary').click();
    await page.getByText('No reports yet.').waitFor();
    const stored = () =>
      page.evaluate('[...Object.values(localStorage), "|", ...Object.values(sessionStorage)]');
    expect(await stored()).toEqual([empty.key, '|']);
    await page.locator('#connection-button').click();
    await page.locator('#forget-key').click();
    await page.getByText('Enter an API key to see the line.').waitFor();
    expect(await stored()).toEqual(['|']);
  });

  it('reports that it is offline, and resumes when it is online', async () => {
    const { page } = await open(`key=${empty.key}`);
    await page.getByText('No reports yet.').waitFor();
    await page.context().setOffline(true);
    await page.clock.runFor('00:10:00');
    expect(await errorKind(page, 'You are offline.')).toBe('offline');
    expect(await page.locator('.hero').isVisible()).toBe(true);
    await page.context().setOffline(false);
    await page.locator('#error .error-box').waitFor({ state: 'detached' });
  });

  it('loads a range chosen offline once the network is back, and shows no other chart until then', async () => {
    const { page } = await open(`key=${empty.key}`);
    await page.getByText('No reports yet.').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: '7 days' }).click();
    expect(await errorKind(page, 'You are offline.')).toBe('offline');
    expect(await page.locator('#chart-body').textContent()).toBe('Not loaded.');
    await page.context().setOffline(false);
    await page.getByText('No reports in this range.').waitFor();
    // The other sections are still loading.
    await expect.poll(() => page.locator('#error').textContent()).toBe('');
  });

  it.each([
    ['fail', 503, 'The deployment failed (status 503).'],
    ['do not match the contract', 200, 'The page cannot show the response of this deployment.'],
  ])('retries sections whose first responses %s, and then detects the form', async (_, status, text) => {
    const { page, complaints } = await watchedPage(browser);
    await page.clock.install();
    const broken = /\/api\/v1\/(chart|patterns|reports)/;
    await page.route(broken, (route) => route.fulfill({ status, json: {} }));
    await page.goto(`${empty.url}/#key=${empty.key}`);
    for (const id of ['chart-body', 'patterns-message', 'reports-body'])
      await page.locator(`#${id}`).getByText(text).waitFor();
    await page.getByText('Refreshes in').waitFor();
    expect(await page.locator('#highlights').isVisible()).toBe(false);
    expect(complaints.filter((complaint) => !complaint.includes('503'))).toEqual([]);
    await page.unroute(broken);
    await page.clock.fastForward('00:10:00');
    await page.getByText('No reports yet.').waitFor();
    await page.getByText('No reports in this period.').waitFor();
    await page.getByText('No highlights for these days.').waitFor();
    expect(await page.locator('#chart-body figure').count()).toBe(1);
  });

  it('reports a status without hours', async () => {
    const { page } = await watchedPage(browser);
    await page.route(/\/api\/v1\/status/, (route) => route.fulfill({ json: { has_estimate: true } }));
    await page.goto(`${empty.url}/#key=${empty.key}`);
    await errorKind(page, 'is not a Queue Headcount API');
  });

  const TIME = /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)[.\d]*([+-]\d\d):(\d\d)/g;
  /** By their URL, since the clock of the demo runs. */
  const bodies = new Map<string, Promise<string>>();
  /** The texts of the page, where each time of the API is written in another way. */
  async function shownWith(times: string) {
    const { page, complaints } = await watchedPage(browser as NonNullable<typeof browser>);
    const { address } = await sharedDeployment('form-2');
    await page.clock.setFixedTime('2026-10-16T12:35:00-07:00');
    await page.route('**/api/v1/**', async (route) => {
      const url = route.request().url();
      const body = bodies.get(url) ?? route.fetch().then((response) => response.text());
      bodies.set(url, body);
      await route.fulfill({ body: (await body).replace(TIME, times), contentType: 'application/json' });
    });
    await page.goto(address);
    await page.getByText('Refreshes in').waitFor();
    const texts = ['#status-body', '#chart-body figcaption', '.feed tbody', '.gallery', '#patterns-message'];
    const shown = await Promise.all(texts.map((selector) => page.locator(selector).textContent()));
    expect(complaints).toEqual([]);
    expect(await page.locator('#error').textContent()).toBe('');
    return shown.join('\n');
  }

  it('shows the same if times are in basic notation, in lower case', async () => {
    expect(await shownWith('$1$2$3t$4$5$6$7$8')).toBe(await shownWith('$&'));
  });

  it('shows times without an offset as unknown, and all else', async () => {
    const shown = await shownWith('$1-$2-$3T$4:$5:$6');
    expect(shown).toMatch(/About \d+ people in line/);
    expect(shown).toMatch(/the newest at an unknown time/);
    expect(shown.match(/Left out: [\d,]+ values at unknown times\./g)).toHaveLength(2);
    expect(shown).toMatch(/unknown time≈ \d+/);
    expect(shown).toMatch(/Taken at an unknown time/);
  });
});
