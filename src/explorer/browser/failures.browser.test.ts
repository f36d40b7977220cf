import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Deployed } from '../../../docs-site/browser/deployments.ts';
import { sharedDeployment } from '../../../docs-site/browser/shared-deployments.fixture.ts';
import { watchedPage } from '../../../docs-site/browser/watched-page.fixture.ts';
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

  it('retries sections whose first responses fail or do not match the contract, and then detects the form', async () => {
    const { page, complaints } = await watchedPage(browser);
    await page.clock.install();
    const broken = /\/api\/v1\/(chart|patterns|reports)/;
    await page.route(broken, (route) =>
      route.fulfill({ status: route.request().url().endsWith('/chart') ? 503 : 200, json: {} }),
    );
    await page.goto(`${empty.url}/#key=${empty.key}`);
    for (const [id, text] of [
      ['chart-body', 'The deployment failed (status 503).'],
      ['patterns-message', 'The page cannot show the response of this deployment.'],
      ['reports-body', 'The page cannot show the response of this deployment.'],
    ] as const)
      await page.locator(`#${id}`).getByText(text).waitFor();
    await page.getByText('Refreshes in').waitFor();
    expect(await page.locator('#highlights').isVisible()).toBe(false);
    expect(complaints.filter((complaint) => !complaint.includes('503'))).toEqual([]);
    await page.unroute(broken);
    await page.clock.fastForward('00:10:00');
    await page.getByText('No reports yet.').waitFor();
    await page.getByText('No reports in this period.').waitFor();
    await expect.poll(() => page.locator('#connection-button').textContent()).toContain('Form 2');
    expect(await page.locator('#chart-body figure').count()).toBe(1);
  });

  it('shows times without an offset as unknown, and all else', async () => {
    const { page, complaints } = await watchedPage(browser);
    const time = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[.\d]*[+-]\d\d:\d\d/g;
    await page.clock.setFixedTime('2026-10-16T12:35:00-07:00');
    await page.route('**/api/v1/**', async (route) => {
      const body = await (await route.fetch()).text();
      await route.fulfill({ body: body.replace(time, '$1'), contentType: 'application/json' });
    });
    await page.goto(demo(2).address);
    await page.getByText('Refreshes in').waitFor();
    const texts = ['#status-body', '#chart-body figcaption', '.feed tbody', '.gallery', '#patterns-message'];
    const shown = (await Promise.all(texts.map((selector) => page.locator(selector).textContent()))).join(
      '\n',
    );
    expect(shown).toMatch(/About \d+ people in line/);
    expect(shown).toMatch(/the newest at an unknown time/);
    expect(shown.match(/Left out: [\d,]+ values at unknown times\./g)).toHaveLength(2);
    expect(shown).toMatch(/unknown time≈ \d+/);
    expect(shown).toMatch(/Taken at an unknown time/);
    expect(await page.locator('#error').textContent()).toBe('');
    expect(complaints).toEqual([]);
  });
});
