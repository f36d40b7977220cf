import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Deployed } from '../../../tools/testing/browser/deployments.ts';
import { sharedDeployment } from '../../../tools/testing/browser/shared-deployments.fixture.ts';
import { watchedPage } from '../../../tools/testing/browser/watched-page.fixture.ts';
import { explorerUnderTest } from './explorer-under-test.fixture.ts';

const { browser, profile, demo } = await explorerUnderTest();

describe.skipIf(browser === undefined)('the explorer after failures', { timeout: 60_000 }, () => {
  if (browser === undefined || profile === undefined) return;
  let empty: Deployed;
  beforeAll(async () => {
    empty = await sharedDeployment('empty');
  }, 60_000);

  const isOffline = async (page: Page) =>
    page.locator('#error .error-box[data-kind="offline"]').getByText('You are offline.').waitFor();

  it('reports that it is offline, keeps what it shows, and loads what was chosen once it is online', async () => {
    const { page, requests } = await watchedPage(profile);
    await page.clock.install();
    await page.goto(demo(1).address);
    await page.locator('.heat-map').waitFor();
    const newest = await page.locator('.feed tbody tr').first().textContent();
    await page.context().setOffline(true);
    await page.clock.runFor('00:10:00');
    await isOffline(page);
    expect(await page.locator('.hero').isVisible()).toBe(true);
    await page.getByRole('button', { name: '7 days' }).click();
    await expect.poll(() => page.locator('#chart-body').textContent()).toBe('Not loaded.');
    await page.getByRole('button', { name: 'Older' }).click();
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
    const before = requests.length;
    await page.context().setOffline(false);
    await page.locator('#error .error-box').waitFor({ state: 'detached' });
    await page.locator('#chart-body figcaption', { hasText: 'Average by day' }).waitFor();
    const feeds = () =>
      requests
        .slice(before)
        .map((request) => new URL(request.url()))
        .filter(({ pathname }) => pathname.endsWith('/reports'))
        .map(({ search }) => search);
    await expect.poll(feeds).toEqual(['']);
    expect(await page.locator('.feed tbody tr').first().textContent()).toBe(newest);
  });

  it('retries sections whose first responses fail, and then detects the form', async () => {
    const { page, requests, complaints } = await watchedPage(browser);
    await page.clock.install();
    const broken = /\/api\/v1\/(chart|patterns|reports)/;
    await page.route(broken, (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(`${empty.url}/#key=${empty.key}`);
    for (const id of ['chart-body', 'patterns-message', 'reports-body'])
      await page.locator(`#${id}`).getByText('The service is not available right now.').waitFor();
    await page.getByText('Refreshes in').waitFor();
    expect(await page.locator('#highlights').isVisible()).toBe(false);
    expect(complaints.filter((complaint) => !complaint.includes('503'))).toEqual([]);
    await page.unroute(broken);
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await page.locator('#chart-body figure').waitFor();
    await page.clock.fastForward('00:10:00');
    await page.getByText('No reports yet.').waitFor();
    await page.getByText('No reports in this period.').waitFor();
    await expect.poll(() => requests.some((request) => request.url().includes('/highlights'))).toBe(true);
    expect(await page.locator('#chart-body figure').count()).toBe(1);
  });
});
