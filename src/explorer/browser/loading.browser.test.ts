import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Deployed } from '../../../tools/testing/browser/deployments.ts';
import { sharedDeployment } from '../../../tools/testing/browser/shared-deployments.fixture.ts';
import { violations, watchedPage } from '../../../tools/testing/browser/watched-page.fixture.ts';
import { explorerUnderTest } from './explorer-under-test.fixture.ts';
import { layoutShift, recordShifts } from './layout-shift.fixture.ts';
import { ReverseProxy } from './reverse-proxy.fixture.ts';

const { browser, demo } = await explorerUnderTest();

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** The largest sum of layout shifts. */
const STILL = 0.02;
/** Milliseconds for each response of a slow service: long enough for several frames between any two responses. */
const SLOW = 250;

describe.skipIf(browser === undefined)(
  'the explorer with a slow or failing service',
  { timeout: 60_000 },
  () => {
    if (browser === undefined) return;
    let empty: Deployed;
    beforeAll(async () => {
      empty = await sharedDeployment('empty');
    }, 60_000);

    async function opened(service: 1 | 2 | 'empty', viewport = DESKTOP) {
      const { url, key } = service === 'empty' ? empty : demo(service);
      const proxy = await ReverseProxy.to(url);
      const watched = await watchedPage(browser as NonNullable<typeof browser>, { viewport });
      await recordShifts(watched.page);
      return { ...watched, proxy, address: `${proxy.url}/#key=${key}` };
    }
    const isLoaded = (page: Page) => page.getByText('Refreshes in').waitFor();
    const expectStill = async (page: Page) => {
      const { sum, what } = await layoutShift(page);
      expect(sum, what).toBeLessThan(STILL);
    };

    it.each([
      { service: 2 as const, device: 'a phone', viewport: PHONE },
      { service: 1 as const, device: 'a desktop', viewport: DESKTOP },
    ])('shows skeletons of the final size on $device: $service', async ({ service, viewport }) => {
      const { page, proxy, address } = await opened(service, viewport);
      const { promise, resolve } = Promise.withResolvers<void>();
      Object.assign(proxy, { delay: SLOW, gate: promise });
      await page.goto(address);
      await page.locator('#status[data-state="loading"]').waitFor();
      for (const part of ['#status', '.first-row', '#patterns'])
        expect((await page.locator(part).boundingBox())?.height, part).toBeGreaterThan(300);
      expect((await page.locator('footer').boundingBox())?.y).toBeGreaterThan(viewport.height);
      for (const legend of await page.locator('.legend').all()) expect(await legend.isVisible()).toBe(false);
      const usable = "checkVisibility() && part.closest('[inert]') === null";
      expect(
        await page.evaluate(
          `[...document.querySelectorAll('main :is(button, select, input)')].filter((part) => part.${usable}).length`,
        ),
      ).toBe(0);
      resolve();
      await isLoaded(page);
      await expectStill(page);
      expect(await page.locator('[data-state="loading"]:visible').count()).toBe(0);
    });

    it('keeps data that could not be updated, greyed and with their time, and moves nothing, also when it recovers', async () => {
      for (const viewport of [DESKTOP, PHONE]) {
        const { page, proxy, address } = await opened(2, viewport);
        await page.clock.install();
        await page.goto(address);
        await isLoaded(page);
        const seen = await page.locator('#status-body').textContent();
        proxy.failure = { path: /./, status: 503 };
        await page.clock.fastForward('00:06:00');
        const error = page.locator('#error');
        await error.getByText('The service is not available right now.').waitFor();
        const [, time] =
          /What you see is as of (\d+:\d\d[ap]m)\./.exec((await error.textContent()) ?? '') ?? [];
        expect(await page.locator('#status').getAttribute('data-as-of')).toBe(`as of ${time}`);
        expect(await page.locator('.hero').textContent()).toBe(
          /^About \d+ people in line/.exec(seen ?? '')?.[0],
        );
        expect(await page.locator('#chart-body figure').isVisible()).toBe(true);
        if (viewport === DESKTOP) expect(await violations(page)).toEqual([]);
        await expectStill(page);
        proxy.failure = null;
        await page.clock.fastForward('00:06:00');
        await page.locator('#error .error-box').waitFor({ state: 'detached' });
        expect(await page.locator('[data-as-of], [data-stale]').count()).toBe(0);
        await expectStill(page);
      }
    });

    it('keeps the chart when only it cannot be updated, until it can', async () => {
      const { page, proxy, address } = await opened(2);
      await page.clock.install();
      await page.goto(address);
      await isLoaded(page);
      proxy.failure = { path: /chart/, status: 500 };
      // The chart of today is loaded again at this age.
      await page.clock.fastForward('00:16:00');
      const note = page.locator('#chart > .note');
      await note.getByText('The service is not available right now.').waitFor();
      expect(await note.textContent()).toMatch(/What you see is as of \d+:\d\d[ap]m\.$/);
      expect(await page.locator('#chart-body figure').isVisible()).toBe(true);
      expect(await page.locator('[data-as-of], [data-stale]').count()).toBe(0);
      expect(await page.locator('#error').textContent()).toBe('');
      proxy.failure = null;
      await page.clock.fastForward('00:06:00');
      await note.waitFor({ state: 'detached' });
      await expectStill(page);
    });

    it('drops a response that arrives after the user moved on', async () => {
      const { page, address } = await opened(2);
      await page.goto(address);
      await isLoaded(page);
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(/since=2026-10-10/, async (route) => {
        await promise;
        await route.continue();
      });
      const late = page.waitForResponse(/since=2026-10-10/);
      await page.getByRole('button', { name: '7 days' }).click();
      await page.getByRole('button', { name: 'Today' }).click();
      await page.locator('#chart-body [aria-busy]').waitFor({ state: 'detached' });
      resolve();
      await (await late).finished();
      await layoutShift(page);
      expect(await page.locator('#chart-body figcaption').textContent()).toMatch(/^Friday 16 October 2026: /);
    });

    it('shows a visitor without a key the form alone, from the first frame', async () => {
      const { page, proxy } = await opened('empty');
      await page.addInitScript(`
      window.frames = [];
      const look = () => {
        window.frames.push([...document.querySelectorAll('main > *, main section')]
          .filter((part) => part.checkVisibility() && part.clientHeight > 0).map(({ id }) => id).join());
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    `);
      await page.goto(proxy.url);
      await page.getByText('Enter an API key to see the line.').waitFor();
      expect(await page.evaluate('[...new Set(window.frames)].filter((ids) => ids !== "")')).toEqual([
        'key-panel',
      ]);
    });
  },
);
