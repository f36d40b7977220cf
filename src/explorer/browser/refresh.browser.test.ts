import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deployed } from '../../../tools/testing/browser/deployments.ts';
import { closeProfiles, sharedChromium } from '../../../tools/testing/browser/shared-chromium.fixture.ts';
import { sharedDeployment } from '../../../tools/testing/browser/shared-deployments.fixture.ts';
import { watchedPage } from '../../../tools/testing/browser/watched-page.fixture.ts';

const { browser } = await sharedChromium();
afterAll(() => closeProfiles(browser));

/** Makes the page believe that its tab is hidden or visible. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} })`,
  );
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
}

describe.skipIf(browser === undefined)('auto-refresh of the explorer', { timeout: 60_000 }, () => {
  if (browser === undefined) return;
  let empty: Deployed;
  beforeAll(async () => {
    empty = await sharedDeployment('empty');
  }, 60_000);

  /** A loaded page with a fake clock; `sent` lists the paths of later requests. */
  async function opened(
    { url, key }: Deployed,
    schedule: string | RegExp = 'Refreshes in',
    loaded = 'text=No reports in this period',
  ) {
    const { page, requests } = await watchedPage(browser as NonNullable<typeof browser>);
    await page.clock.install();
    await page.goto(`${url}/#key=${key}`);
    await page.locator(loaded).waitFor();
    await page.getByText(schedule).waitFor();
    const before = requests.length;
    const sent = () => requests.slice(before).map((request) => new URL(request.url()).pathname);
    return { page, requests, sent };
  }

  it('requests only the status while there are no new reports, and no sooner than announced', async () => {
    // At night, when nobody reports.
    const night = await sharedDeployment('night');
    const { page, sent } = await opened(night, 'Refreshes in', '.gallery');
    for (let round = 1; round <= 2; round += 1) {
      await page.locator('#refresh-status', { hasText: /in \d+ min/ }).waitFor();
      const [, minutes = ''] =
        /in (\d+) min/.exec((await page.locator('#refresh-status').textContent()) ?? '') ?? [];
      expect(Number(minutes)).toBeGreaterThanOrEqual(2);
      await page.clock.runFor(Number(minutes) * 60_000 - 10_000);
      await page.evaluate('1');
      expect(sent()).toEqual(Array(round - 1).fill('/api/v1/status'));
      const text = (await page.locator('#refresh-status').textContent()) ?? '';
      // In small steps, since a response that is still on its way must not time out by the fake clock.
      for (let waited = 0; waited < 70 && sent().length < round; waited += 5) {
        await page.clock.runFor(5_000);
        await page.evaluate('1');
      }
      await page.locator('#refresh-status', { hasNotText: text }).waitFor();
    }
    expect(sent()).toEqual(Array(2).fill('/api/v1/status'));
  });

  it('revalidates unchanged responses with If-None-Match', async () => {
    const { page, requests } = await opened(empty);
    await page.reload();
    await page.getByText('No reports in this period').waitFor();
    const request = requests.filter((request) => request.url().endsWith('/api/v1/reports')).at(-1);
    expect((await request?.allHeaders())?.['if-none-match']).toMatch(/^W\//);
  });

  it('sends nothing from a hidden tab or while auto-refresh is off, and refreshes afterwards', async () => {
    const { page, sent } = await opened(empty);
    await hide(page, true);
    await page.clock.runFor('01:00:00');
    await page.evaluate('1');
    expect(sent()).toEqual([]);
    await Promise.all([page.waitForRequest(/status/), hide(page, false)]);
    await page.getByText('Refreshes in').waitFor();

    await page.getByLabel('Auto-refresh').uncheck();
    await page.getByText('Auto-refresh is off.').waitFor();
    const before = sent().length;
    await page.clock.runFor('01:00:00');
    await page.evaluate('1');
    expect(sent().length).toBe(before);
    // What was true an hour ago is no longer shown as current.
    await page.locator('body[data-stale] #status[data-as-of^="as of"]').waitFor();
    await Promise.all([page.waitForRequest(/status/), page.getByLabel('Auto-refresh').check()]);
    await page.locator('body:not([data-stale]) #status:not([data-as-of])').waitFor();
  });

  it('continues when a request with an earlier key fails late', async () => {
    const { page } = await opened(empty);
    const late = Promise.withResolvers<void>();
    const answerLate = async (route: Route) => {
      await late.promise;
      await route.fulfill({ status: 401 });
    };
    await page.route(/chart\?since/, answerLate, { times: 1 });
    const isSent = page.waitForRequest(/chart\?since/);
    await page.locator('#range-previous').click();
    await isSent;
    await page.evaluate(`location.hash = 'key=${empty.key}'`);
    await page.getByText('Refreshes in').waitFor();
    const isReceived = page.waitForResponse((response) => response.status() === 401);
    late.resolve();
    await (await isReceived).finished();
    await page.evaluate('1');
    expect(await page.locator('#refresh-status').textContent()).toContain('Refreshes in');
    expect(await page.locator('#key-panel').isVisible()).toBe(false);
  });
});
