import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type Deployed, Deployments } from './deployments.ts';
import { watchedPage } from './watched-page.ts';

const { browser } = await launchChromium();
const deployments = new Deployments();
afterAll(async () => {
  await browser?.close();
  await deployments.stop();
});

/** A quota that the page has spent down to its reserve once it is filled. */
const RESERVE = 25;

/** Hides the tab from its page, or shows it again. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} })`,
  );
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
}

describe.skipIf(browser === undefined)('the explorer left open', { timeout: 60_000 }, () => {
  if (browser === undefined) return;
  let empty: Deployed;
  beforeAll(async () => {
    empty = await deployments.empty();
  }, 60_000);

  /** A page with a clock of the test's own, filled; `asked` lists the addresses it has asked since. */
  async function opened(
    { url, key }: Deployed,
    plan = 'Looks again in',
    filled = 'text=No photo was brought back',
  ) {
    const { page, requests } = await watchedPage(browser as NonNullable<typeof browser>);
    await page.clock.install();
    await page.goto(`${url}/#key=${key}`);
    await page.locator(filled).waitFor();
    await page.getByText(plan).waitFor();
    const before = requests.length;
    const asked = () => requests.slice(before).map((request) => new URL(request.url()).pathname);
    return { page, requests, asked };
  }

  it('asks for the status alone while there is no news, and no sooner than it says', async () => {
    // At night: nobody reports.
    const night = await deployments.demo(2, '2026-10-17T03:10:00-07:00');
    const { page, asked } = await opened(night, 'Looks again in', '.gallery');
    for (let round = 1; round <= 3; round += 1) {
      const [, minutes = ''] =
        /in (\d+) min/.exec((await page.locator('#updates').textContent()) ?? '') ?? [];
      expect(Number(minutes)).toBeGreaterThanOrEqual(2);
      await page.clock.runFor(Number(minutes) * 60_000 - 10_000);
      await page.evaluate('1');
      expect(asked()).toEqual(Array(round - 1).fill('/api/v1/status'));
      const left = (await page.locator('#updates').textContent()) ?? '';
      await Promise.all([page.waitForRequest(/status/), page.clock.runFor(70_000)]);
      await page.locator('#updates', { hasNotText: left }).waitFor();
    }
    expect(asked()).toEqual(Array(3).fill('/api/v1/status'));
    await page.context().close();
  });

  it('takes what has not changed from the cache: 304 on the wire', async () => {
    const { page, requests } = await opened(empty);
    await page.reload();
    await page.getByText('No photo was brought back').waitFor();
    const sent = requests.filter((request) => request.url().endsWith('/api/v1/reports')).at(-1);
    expect((await sent?.allHeaders())?.['if-none-match']).toMatch(/^W\//);
    await page.context().close();
  });

  it('asks for nothing in a hidden tab, and at once when it is in sight again', async () => {
    const { page, asked } = await opened(empty);
    await hide(page, true);
    await page.clock.runFor('01:00:00');
    await page.evaluate('1');
    expect(asked()).toEqual([]);
    await Promise.all([page.waitForRequest(/status/), hide(page, false)]);
    await page.context().close();
  });

  it('asks for nothing once it is told not to update', async () => {
    const { page, asked } = await opened(empty);
    await page.getByLabel('Update by itself').uncheck();
    await page.getByText('Does not update by itself.').waitFor();
    await page.clock.runFor('01:00:00');
    await page.evaluate('1');
    expect(asked()).toEqual([]);
    await Promise.all([page.waitForRequest(/status/), page.getByLabel('Update by itself').check()]);
    await page.context().close();
  });

  it("leaves the last requests of the day to the key's owner", async () => {
    const { page, asked } = await opened(await deployments.empty(RESERVE), 'requests are left to you');
    await page.clock.runFor('01:00:00');
    await page.evaluate('1');
    expect(asked()).toEqual([]);
    await page.context().close();
  });
});
