import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Deployed } from './deployments.ts';
import { explorerUnderTest } from './explorer-under-test.fixture.ts';
import { sharedDeployment } from './shared-deployments.fixture.ts';
import { violations, watchedPage } from './watched-page.fixture.ts';

/** What the first screen must show without scrolling. */
const PARTS = ['.hero', '.answer-range', '.headline >> nth=0', '.headline >> nth=1', '.opening', '.evidence'];
const PLOT = '#chart-body svg.plot';
const SCREENS = [
  [1440, 900],
  [390, 844],
] as const;

const { browser, demo } = await explorerUnderTest();

interface Chart {
  readonly scatter: readonly { readonly t: string; readonly value: number }[];
}

describe.skipIf(browser === undefined)('the first screen of the explorer', { timeout: 60_000 }, () => {
  if (browser === undefined) return;
  let night: Deployed & { address: string };
  beforeAll(async () => {
    night = await sharedDeployment('night');
  }, 60_000);

  async function opened(name: 1 | 2 | 'night', width: number, height: number, dark = false) {
    const colorScheme = dark ? 'dark' : 'light';
    const watched = await watchedPage(browser as NonNullable<typeof browser>, {
      viewport: { width, height },
      colorScheme,
    });
    await watched.page.goto((name === 'night' ? night : demo(name)).address);
    await watched.page.locator('.heat-map').waitFor();
    await watched.page.locator(PLOT).waitFor();
    return watched;
  }

  /** Reads a response of the deployment. */
  async function fetched<Body>(form: 1 | 2, path: string): Promise<Body> {
    const { url, key } = demo(form);
    const response = await fetch(`${url}/api/v1/${path}`, { headers: { Authorization: `Token ${key}` } });
    return (await response.json()) as Body;
  }

  it.each([1, 2] as const)('says what the API says, without scrolling, in Form %d', async (form) => {
    const { page } = await opened(form, 1440, 900);
    const region = page.locator('#announcement');
    await expect.poll(() => region.textContent()).not.toBe('');
    const announced = await region.textContent();
    const { scatter } = await fetched<Chart>(form, 'chart?since=2026-08-21&until=2026-10-15');
    const noons = scatter.filter(
      ({ t }) => t.slice(11, 13) === '12' && new Date(`${t.slice(0, 10)}T00:00Z`).getUTCDay() === 5,
    );
    const usual = noons.reduce((sum, { value }) => sum + value, 0) / noons.length;
    expect(noons.length).toBeGreaterThanOrEqual(5);
    expect(await page.locator('.detail').first().textContent()).toBe(
      `Friday noon: usually about ${Math.round(usual)}`,
    );
    const answer = (await page.locator('#status-body').textContent()) ?? '';
    expect(await page.title()).toBe(`${/^About \d+/.exec(answer)?.[0]} in line · Demo Café`);
    for (const part of [...PARTS.slice(1, -1), '.detail >> nth=1'])
      expect(announced).toContain(await page.locator(part).textContent());
    for (const [width, height] of SCREENS) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => cutOff(page, height)).toEqual([]);
    }
  });

  it('says at night when it opens, and claims no line', async () => {
    const { page } = await opened('night', 390, 844);
    expect(await page.locator('.hero').textContent()).toBe('Closed');
    expect(await page.locator('.answer-opens').textContent()).toBe('Opens at 7am');
    // The typical week may still be that before the replayed day.
    await expect
      .poll(() => page.locator('.detail').allTextContents())
      .toEqual([
        expect.stringMatching(/^today, with about \d+ people$/),
        expect.stringMatching(/^today, with (hardly anybody|about \d+ (person|people))$/),
      ]);
    expect(await page.locator('.message').count()).toBe(0);
    expect(await page.title()).toBe('Demo Café');
    // The replayed day is known, but not its time.
    expect(await page.locator('.heat-map [aria-current]').count()).toBe(0);
    await expect.poll(() => page.locator('#weekdays-body svg').textContent()).toContain('today');
    expect(await page.locator('#hours-body svg').textContent()).not.toContain('this hour');
    expect(await violations(page)).toEqual([]);
  });

  it('fits from 360 pixels on, with a header of one row and no broken headline', async () => {
    const { page } = await opened(2, 360, 740, true);
    for (const width of [360, 390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect((await page.locator('.top').boundingBox())?.height).toBeLessThanOrEqual(57);
      await expect
        .poll(async () => [width, await rows(page, '.headline, .detail, .opening, .evidence, .answer-range')])
        .toEqual([width, Array(7).fill(1)]);
    }
  });
});

/** The parts that a screen does not show without scrolling. */
async function cutOff(page: Page, height: number): Promise<readonly string[]> {
  const parts = [...PARTS, PLOT];
  const boxes = await Promise.all(parts.map((part) => page.locator(part).boundingBox()));
  return parts.filter((_, index) => {
    const box = boxes[index] ?? null;
    return box === null || box.y < 0 || box.y + box.height > height;
  });
}

/** The number of rows that each element takes. */
function rows(page: Page, selector: string): Promise<readonly number[]> {
  return page
    .locator(selector)
    .evaluateAll((all) =>
      all.map((one) => Math.round(one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight))),
    );
}
