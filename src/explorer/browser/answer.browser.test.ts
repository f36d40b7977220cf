import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Deployed } from '../../../tools/testing/browser/deployments.ts';
import { sharedDeployment } from '../../../tools/testing/browser/shared-deployments.fixture.ts';
import { violations } from '../../../tools/testing/browser/watched-page.fixture.ts';
import { explorerUnderTest } from './explorer-under-test.fixture.ts';

/** Parts that the first screen must show without scrolling. */
const PARTS = ['.hero', '.answer-range', '.headline >> nth=0', '.headline >> nth=1', '.opening', '.evidence'];
const PLOT = '#chart-body svg.plot';
const sized = ([width, height]: readonly [number, number]) => ({ viewport: { width, height } });
const SCREENS = [
  [1440, 900],
  [390, 844],
] as const;

const { browser, demo, opened } = await explorerUnderTest();

interface Status {
  readonly estimate_value: number;
  readonly estimate_display: string;
  readonly report_count: number;
}

describe.skipIf(browser === undefined)('the first screen of the explorer', { timeout: 60_000 }, () => {
  if (browser === undefined) return;
  let night: Deployed & { address: string };
  beforeAll(async () => {
    night = await sharedDeployment('night');
  }, 60_000);

  it.each([1, 2] as const)(
    'says what the API of Form %d says, at the address that the demo prints, with working links',
    async (form) => {
      const { page, requests, complaints, body } = await opened(demo(form).printed, sized(SCREENS[0]));
      const status = await body<Status>('status');
      expect(await page.locator('.hero').textContent()).toBe(
        `About ${Math.round(status.estimate_value)} people in line`,
      );
      expect(await page.locator('.answer-range').textContent()).toBe(
        `probably between ${status.estimate_display.replace('-', ' and ')}`,
      );
      expect(await page.locator('.evidence').textContent()).toMatch(
        new RegExp(`^Based on ${status.report_count} reports, the newest (just now|\\d+ min ago)$`),
      );
      expect(await page.locator('.opening').textContent()).toBe('Open until 1am');
      expect(await page.locator('.detail').first().textContent()).toMatch(/^Friday noon: usually about \d+$/);
      expect(await page.title()).toBe(`About ${Math.round(status.estimate_value)} in line · Demo Café`);
      const region = page.locator('#announcement');
      await expect.poll(() => region.textContent()).not.toBe('');
      const announced = await region.textContent();
      for (const part of [...PARTS.slice(1, -1), '.detail >> nth=1'])
        expect(announced).toContain(await page.locator(part).textContent());

      await expect.poll(() => page.locator('#highlights').isVisible()).toBe(form === 2);
      const explained = page.getByText('≈ is the middle of what one person reported');
      await expect.poll(() => explained.count()).toBe(form === 2 ? 1 : 0);
      expect(await page.locator('#time-zone').textContent()).toContain('UTC−7');
      for (const [id, mark] of [
        ['chart', 'now'],
        ['hours', 'this hour'],
        ['weekdays', 'today'],
      ])
        await expect.poll(() => page.locator(`#${id}-body svg.plot`).textContent()).toContain(mark);
      const links = await page
        .locator('footer a:not([hidden])')
        .evaluateAll((all) => all.map((link) => String(link)));
      const paths = ['account', 'docs/', 'openapi.yaml', 'THIRD-PARTY.txt'];
      expect(links).toEqual(paths.map((path) => `${demo(form).url}/${path}`));
      for (const link of links) expect((await fetch(link)).status, link).toBe(200);
      for (const [width, height] of SCREENS) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => cutOff(page, height)).toEqual([]);
      }
      expect(complaints).toEqual([]);
      expect(new Set(requests.map((request) => new URL(request.url()).origin))).toEqual(
        new Set([demo(form).url]),
      );
    },
  );

  it('says at night when it opens, claims no line, and shows the coming day in its open hours', async () => {
    const { page } = await opened(night.address, sized(SCREENS[1]));
    expect(await page.locator('.hero').textContent()).toBe('Closed');
    expect(await page.locator('.answer-opens').textContent()).toBe('Opens at 7am');
    await expect
      .poll(() => page.locator('.detail').allTextContents())
      .toEqual([
        expect.stringMatching(/^today, with about \d+ people$/),
        expect.stringMatching(/^today, with (hardly anybody|about \d+ (person|people))$/),
      ]);
    expect(await page.locator('.message').count()).toBe(0);
    expect(await page.title()).toBe('Demo Café');
    await expect.poll(() => page.locator('#weekdays-body svg').textContent()).toContain('today');
    expect(await violations(page)).toEqual([]);
    const hours = await page.locator('#chart-body [data-mark="x-axis tick label"] text').allTextContents();
    expect([hours[0], hours.at(-1)]).toEqual(['9am', '12am']);
  });

  it('fits from 360 pixels on, with a header of one row and no broken headline', async () => {
    const { page } = await opened(demo(2).address, sized([360, 740]));
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
      all.map((one) =>
        Math.round(
          one.clientHeight /
            Number.parseFloat(one.ownerDocument.defaultView.getComputedStyle(one).lineHeight),
        ),
      ),
    );
}
