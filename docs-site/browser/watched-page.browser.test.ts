import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeProfiles, sharedChromium } from './shared-chromium.fixture.ts';
import { newProfile, watchedPage } from './watched-page.fixture.ts';

const { browser } = await sharedChromium();
const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>served</title>');
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await closeProfiles(browser);
  server.closeAllConnections();
  server.close();
});

const STATE = `({ title: document.title, stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
  cookie: document.cookie, name: window.name, entries: history.length, isOnline: navigator.onLine,
  width: innerWidth, isDark: matchMedia('(prefers-color-scheme: dark)').matches, isScripted: 'left' in window })`;

describe.skipIf(browser === undefined)('a profile that tests share', async () => {
  if (browser === undefined) return;
  const profile = await newProfile(browser, { viewport: { width: 800, height: 600 } });
  const pages: Page[] = [];

  it.each([
    ['a first test', false],
    ['a test of the same tab, which changes it for good', true],
    ['a test after that one', false],
  ])('has nothing left for %s', async (_, isLasting) => {
    const { page, complaints } = await watchedPage(profile);
    pages.push(page);
    await page.goto(url);
    expect(await page.evaluate(STATE)).toEqual({
      title: 'served',
      stored: [],
      cookie: '',
      name: '',
      entries: 2,
      isOnline: true,
      width: 800,
      isDark: false,
      isScripted: false,
    });
    await page.evaluate(`localStorage.setItem('a', '1'); sessionStorage.setItem('b', '2');
      document.cookie = 'c=3'; window.name = 'd'; history.pushState(null, '', '#e'); console.error('f')`);
    await expect.poll(() => complaints).toEqual(['f']);
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<title>routed' }));
    await page.setViewportSize({ width: 400, height: 300 });
    await page.context().setOffline(true);
    if (!isLasting) return;
    await page.addInitScript('window.left = true');
    await page.emulateMedia({ colorScheme: 'dark' });
  });

  it('has one tab, until a test changes it for good', () => {
    expect(pages.map((page) => page === pages[0])).toEqual([true, true, false]);
  });
});
