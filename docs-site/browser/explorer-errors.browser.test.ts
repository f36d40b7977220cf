import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type Deployed, Deployments } from './deployments.ts';
import { seriousFindings, watchedPage } from './watched-page.ts';

const { browser } = await launchChromium();
const deployments = new Deployments();
const servers: Server[] = [];
afterAll(async () => {
  await browser?.close();
  await deployments.stop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** A deployment that is not the project's; answers its base URL. */
function foreign(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

const OPEN_TO_ALL = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization',
  'Access-Control-Expose-Headers': 'Retry-After',
};

describe.skipIf(browser === undefined)('the explorer', { timeout: 60_000 }, () => {
  if (browser === undefined) return;
  let empty: Deployed;
  beforeAll(async () => {
    empty = await deployments.empty();
  }, 60_000);

  const open = async (fragment: string, options = {}) => {
    const watched = await watchedPage(browser as NonNullable<typeof browser>, options);
    // It goes as clocks do, and hours of it can be let pass at once.
    await watched.page.clock.install();
    await watched.page.goto(`${empty.url}/#${fragment}`);
    return watched;
  };
  const trouble = async (page: Page, words: string) => {
    const box = page.locator('#trouble .trouble');
    await box.getByText(words).waitFor();
    return box.getAttribute('data-kind');
  };
  const at = (url: string) => `base=${encodeURIComponent(url)}&key=hc_test`;

  it('asks for a key first, and sends nothing without one', async () => {
    const { page, requests, complaints } = await open('');
    await page.getByText('A key is needed to read the line.').waitFor();
    expect(requests.filter((request) => request.url().includes('/api/'))).toEqual([]);
    await page.locator('#connection-form .primary').click();
    await page.getByText('The key must not be empty.').waitFor();
    await page.locator('#key').fill('two words');
    await page.locator('#connection-form .primary').click();
    await page.getByText('The key must be of letters, digits and signs, without spaces.').waitFor();
    await page.locator('#key').fill(`Token ${empty.key}`);
    await page.locator('#connection-form .primary').click();
    await page.getByRole('heading', { name: 'Latest reports' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('reads well with nothing to show', async () => {
    const { page, complaints } = await open(`key=${empty.key}`, { viewport: { width: 360, height: 800 } });
    await page.getByText('Nobody has reported yet.').waitFor();
    await page.getByText('nothing is typical yet').waitFor();
    await page.getByText('No photo was brought back for these days.').waitFor();
    expect(await page.locator('.hero').textContent()).toBe('No estimate');
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('says that a key is not accepted, and stops asking', async () => {
    const { page, requests } = await open('key=hc_wrong');
    expect(await trouble(page, 'does not accept the key')).toBe('unauthorized');
    expect(await page.locator('#key').isVisible()).toBe(true);
    expect(await page.evaluate('document.activeElement.id')).toBe('key');
    expect(await seriousFindings(page)).toEqual([]);
    const asked = requests.length;
    await page.clock.runFor('02:00:00');
    await page.evaluate('1');
    expect(requests.length).toBe(asked);
    await page.context().close();
  });

  it('says when the quota is used up, and when it starts anew', async () => {
    const few = await deployments.empty(3);
    const { page, requests } = await open(`base=${encodeURIComponent(few.url)}&key=${few.key}`);
    expect(await trouble(page, "The key's requests for today are used up.")).toBe('quota-exceeded');
    expect(await page.locator('#trouble').textContent()).toMatch(/starts anew in (\d+ h|\d+ min)/);
    const asked = requests.length;
    // By then any other failure would have been tried again, but at a minute before midnight there is nothing to wait for.
    await page.clock.runFor('00:00:50');
    await page.evaluate('1');
    expect(requests.length).toBe(asked);
    await page.context().close();
  });

  it('tells an address where nothing answers from one that keeps its answers from other pages', async () => {
    const { page } = await open(at('http://127.0.0.1:1'));
    expect(await trouble(page, 'Nothing answers at http://127.0.0.1:1.')).toBe('unreachable');
    const closed = await foreign((_request, response) => void response.end('{}'));
    await page.goto(`${empty.url}/#${at(closed)}`);
    expect(await trouble(page, 'does not let this page read its answers')).toBe('cross-origin');
    await page.context().close();
  });

  it('tells a base URL that is another web site', async () => {
    const site = await foreign(
      (_request, response) => void response.writeHead(200, OPEN_TO_ALL).end('<html>Hello</html>'),
    );
    const { page } = await open(at(site));
    expect(await trouble(page, 'but not as a Queue Headcount API')).toBe('not-the-api');
    const json = await foreign(
      (_request, response) => void response.writeHead(200, OPEN_TO_ALL).end('{"ok":true}'),
    );
    await page.goto(`${empty.url}/#${at(json)}`);
    await page.getByText(`${json} answers, but not as`).waitFor();
    await page.context().close();
  });

  it('tells an answer that breaks off from another web site', async () => {
    const watched = await watchedPage(browser);
    const broken = await foreign((request, response) => {
      response.writeHead(request.method === 'OPTIONS' ? 204 : 200, OPEN_TO_ALL);
      if (request.method === 'OPTIONS') return void response.end();
      response.write('{"has_estimate":');
      setTimeout(() => response.destroy(), 50);
    });
    const { page } = watched;
    await page.goto(`${empty.url}/#${at(broken)}`);
    expect(await trouble(page, `The answer of ${broken} broke off.`)).toBe('unreachable');
    await page.context().close();
  });

  it('says that a link names a deployment that cannot be one', async () => {
    const { page, complaints } = await open(`key=${empty.key}`);
    await page.getByText('Nobody has reported yet.').waitFor();
    await page.evaluate("location.hash = 'base=ftp://x&key=hc_test'");
    await page.getByText('names a deployment by an address that cannot be used').waitFor();
    expect(await page.locator('#base-url').inputValue()).toBe('ftp://x');
    await page.getByText('The base URL must be an http or https address').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('does not follow a redirect with the key', async () => {
    const keys: (string | undefined)[] = [];
    const elsewhere = await foreign((request, response) => {
      keys.push(request.headers.authorization);
      response.writeHead(200, OPEN_TO_ALL).end('{}');
    });
    const site = await foreign((request, response) => {
      if (request.method === 'OPTIONS') response.writeHead(204, OPEN_TO_ALL).end();
      else response.writeHead(302, { ...OPEN_TO_ALL, Location: `${elsewhere}/` }).end();
    });
    const { page } = await open(at(site));
    await page.locator('#trouble .trouble').waitFor();
    expect(keys.filter((key) => key !== undefined)).toEqual([]);
    await page.context().close();
  });

  it('sends a key to the base URL it was given for, and asks for another at the next', async () => {
    const keys: (string | undefined)[] = [];
    const other = await foreign((request, response) => {
      keys.push(request.headers.authorization);
      response.writeHead(request.method === 'OPTIONS' ? 204 : 401, OPEN_TO_ALL).end();
    });
    const { page } = await open(`key=${empty.key}`);
    await page.getByText('Nobody has reported yet.').waitFor();
    await page.locator('#connection-button').click();
    await page.locator('#base-url').fill(`${other}/api/v1/status`);
    await page.locator('#connection-form .primary').click();
    await page.getByText('The key must not be empty.').waitFor();
    expect(keys).toEqual([]);
    await page.locator('#key').fill('hc_other');
    await page.locator('#connection-form .primary').click();
    await trouble(page, `${other} does not accept the key.`);
    expect(new Set(keys.filter((key) => key !== undefined))).toEqual(new Set(['Token hc_other']));
    expect(page.url()).toBe(`${empty.url}/#base=${encodeURIComponent(other)}`);
    await page.context().close();
  });

  it('keeps a key on the device only when asked to, and forgets it', async () => {
    const { page } = await open('');
    await page.locator('#key').fill(empty.key);
    await page.locator('#keep').check();
    await page.locator('#connection-form .primary').click();
    await page.getByText('Nobody has reported yet.').waitFor();
    const kept = () =>
      page.evaluate('[...Object.values(localStorage), "|", ...Object.values(sessionStorage)]');
    expect(await kept()).toEqual([empty.key, '|']);
    await page.locator('#connection-button').click();
    await page.locator('#forget').click();
    await page.getByText('A key is needed to read the line.').waitFor();
    expect(await kept()).toEqual(['|']);
    await page.context().close();
  });

  it('says that it is offline, and goes on by itself', async () => {
    const { page } = await open(`key=${empty.key}`);
    await page.getByText('Nobody has reported yet.').waitFor();
    await page.context().setOffline(true);
    await page.clock.runFor('00:10:00');
    expect(await trouble(page, 'You are offline.')).toBe('offline');
    expect(await page.locator('.hero').isVisible()).toBe(true);
    await page.context().setOffline(false);
    await page.locator('#trouble .trouble').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('shows the range that was chosen while offline once the network is back, and no other under its heading', async () => {
    const { page } = await open(`key=${empty.key}`);
    await page.getByText('Nobody has reported yet.').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: '7 days' }).click();
    expect(await trouble(page, 'You are offline.')).toBe('offline');
    expect(await page.locator('#chart-body').textContent()).toBe('Not loaded.');
    await page.context().setOffline(false);
    await page.getByText('No reports in this range.').waitFor();
    expect(await page.locator('#trouble').textContent()).toBe('');
    await page.context().close();
  });

  it.each([
    ['fail', 503, 'The deployment has trouble (status 503).'],
    ['answer with something else', 200, 'The deployment gave an answer that cannot be shown.'],
  ])(
    'fills sections by itself whose first questions %s, and then knows the form',
    async (_, status, words) => {
      const watched = await watchedPage(browser);
      const { page, complaints } = watched;
      await page.clock.install();
      const broken = /\/api\/v1\/(chart|patterns|reports)/;
      await page.route(broken, (route) => route.fulfill({ status, json: {} }));
      await page.goto(`${empty.url}/#key=${empty.key}`);
      for (const place of ['chart-body', 'typical-trouble', 'reports-body'])
        await page.locator(`#${place}`).getByText(words).waitFor();
      await page.getByText('Looks again in').waitFor();
      expect(await page.locator('#highlights').isVisible()).toBe(false);
      expect(complaints.filter((complaint) => !complaint.includes('503'))).toEqual([]);
      await page.unroute(broken);
      await page.clock.fastForward('00:10:00');
      await page.getByText('Nobody has reported yet.').waitFor();
      await page.getByText('nothing is typical yet').waitFor();
      await page.getByText('No photo was brought back for these days.').waitFor();
      expect(await page.locator('#chart-body figure').count()).toBe(1);
      await page.context().close();
    },
  );

  it.each([
    ['a status that lacks its hours', { has_estimate: true }, 'but not as a Queue Headcount API'],
    [
      'hours of another kind',
      { has_estimate: false, estimate_value: null, last_updated: 5, hours: { is_open: true } },
      'The deployment gave an answer that cannot be shown.',
    ],
  ])('tells of %s', async (_, json, words) => {
    const { page } = await watchedPage(browser);
    await page.route(/\/api\/v1\/status/, (route) => route.fulfill({ json }));
    await page.goto(`${empty.url}/#key=${empty.key}`);
    await trouble(page, words);
    await page.context().close();
  });
});
