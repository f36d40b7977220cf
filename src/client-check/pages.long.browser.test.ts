import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { closeProfiles, sharedChromium } from '../../tools/testing/browser/shared-chromium.fixture.ts';
import { newProfile } from '../../tools/testing/browser/watched-page.fixture.ts';
import { GOOD_PAGES } from './corpus/good-programs.fixture.ts';
import { checkPage } from './corpus/page-client.fixture.ts';

const [EXPLORER] = GOOD_PAGES;
const FILES = new URL('../explorer/dist/', import.meta.url);
const { browser } = await sharedChromium();
afterAll(() => closeProfiles(browser));

/** Opens the page at the address of the mock, as if that served it: the page reads from its own service only. */
async function openExplorer(page: Page, url: string, key: string): Promise<void> {
  await page.route(/\/(explorer\.(js|css)|fallback\.js)?$/, (route) => {
    const name = basename(new URL(route.request().url()).pathname) || 'index.html';
    return route.fulfill({ path: fileURLToPath(new URL(name, FILES)) });
  });
  await page.goto(`${url}/#key=${key}`);
}

describe.skipIf(browser === undefined)('a check of the explorer', { timeout: 120_000 }, () => {
  if (browser === undefined) return;

  it.concurrent.each([1, 2] as const)('raises nothing in Form %i', async (form) => {
    // Chromium takes a page that a route answers for one of the internet, which may not load photos from this machine.
    const profile = await newProfile(browser, { permissions: ['local-network-access'] });
    const { raised, tested } = await checkPage(form, profile, EXPLORER, openExplorer);
    expect(raised).toEqual([]);
    expect(tested).toEqual(
      expect.arrayContaining(['key.header', 'key.not-for-photos', 'survives.nulls', 'survives.no-photos']),
    );
  });
});
