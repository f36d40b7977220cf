import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { closeProfiles, sharedChromium } from '../../docs-site/browser/shared-chromium.fixture.ts';
import { sharedDeployment } from '../../docs-site/browser/shared-deployments.fixture.ts';
import { newProfile } from '../../docs-site/browser/watched-page.fixture.ts';
import { type Client, checkClient } from './check-client.ts';
import { GOOD_PAGES } from './corpus/good-programs.fixture.ts';

const [EXPLORER, DISPLAY] = GOOD_PAGES;
const { browser } = await sharedChromium();
afterAll(() => closeProfiles(browser));

/** A page that is opened anew in each scene; an error on the page that nobody catches is its crash. */
function pageClient(
  profile: BrowserContext,
  name: string,
  open: (page: Page, url: string, key: string) => Promise<unknown>,
): Client {
  return {
    name,
    async run(url, key) {
      const page = await profile.newPage();
      const errors: Error[] = [];
      page.on('pageerror', (error) => void errors.push(error));
      await open(page, url, key);
      await page.waitForLoadState('networkidle');
      // Long enough for a second try after 503.
      await sleep(2500);
      await page.close();
      const [error] = errors;
      return error === undefined ? { kind: 'running', text: '' } : { kind: 'crashed', text: String(error) };
    },
  };
}

describe.skipIf(browser === undefined)('a check of pages in a browser', { timeout: 180_000 }, () => {
  if (browser === undefined) return;

  async function raisedBy(form: 1 | 2, name: string, open: Parameters<typeof pageClient>[2]) {
    const profile = await newProfile(browser as NonNullable<typeof browser>);
    const { report } = await checkClient({ form, client: pageClient(profile, name, open) });
    await profile.close();
    const raised = report.requirements.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn');
    const tested = report.requirements.filter(({ outcome }) => outcome === 'pass').map(({ id }) => id);
    return { raised: raised.map(({ id, findings }) => [id, findings[0]]), tested };
  }

  it.concurrent.each([1, 2] as const)(`raises nothing for ${EXPLORER} in Form %i`, async (form) => {
    const { url: explorer } = await sharedDeployment('form-2');
    const { raised, tested } = await raisedBy(form, EXPLORER, (page, url, key) =>
      page.goto(`${explorer}/#base=${encodeURIComponent(url)}&key=${key}`),
    );
    expect(raised).toEqual([]);
    expect(tested).toEqual(
      expect.arrayContaining(['key.header', 'key.not-for-photos', 'survives.nulls', 'survives.no-photos']),
    );
  });

  it.concurrent(`raises nothing for ${DISPLAY}`, async () => {
    const recipes = readFileSync(new URL('../../docs/recipes.md', import.meta.url), 'utf8');
    const [, html = ''] = /^```html\n(<!doctype html>.*?)^```/ms.exec(recipes) ?? [];
    const { raised, tested } = await raisedBy(2, DISPLAY, (page, url, key) =>
      page.setContent(html.replace('https://queue.example.edu', url).replace('hc_YOUR_KEY', key)),
    );
    expect(raised).toEqual([]);
    expect(tested).toEqual(expect.arrayContaining(['key.header', 'survives.closed', 'survives.nulls']));
  });
});
