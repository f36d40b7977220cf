import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeProfiles, sharedChromium } from '../../../tools/testing/browser/shared-chromium.fixture.ts';
import { sharedDeployment } from '../../../tools/testing/browser/shared-deployments.fixture.ts';
import { SERIOUS, violations, watchedPage } from '../../../tools/testing/browser/watched-page.fixture.ts';
import { ReverseProxy } from './reverse-proxy.fixture.ts';

const { browser } = await sharedChromium();
const servers: Server[] = [];
afterAll(async () => {
  await closeProfiles(browser);
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
});

const NOON = '2026-10-16T12:35:00-07:00';
/** A frame whose texts are small: axe lets larger ones have less contrast. */
const FRAME = { width: 480, height: 270 };

/** All that axe finds, and contrasts below WCAG's AAA, which axe looks at on demand only. */
const found = (page: Page) =>
  violations(page, ['minor', 'moderate', ...SERIOUS], {
    rules: { 'color-contrast-enhanced': { enabled: true } },
  });

/** The deployments that tests share, by the time at which they started. */
const urls = { noon: '', night: '' };

interface Status {
  readonly estimate_value: number;
  readonly estimate_display: string;
  readonly message: string | null;
}

const statusOf = async (url: string): Promise<Status> =>
  (await (await fetch(`${url}/page/api/v1/status`)).json()) as Status;

/** Another website, with a frame. */
async function websiteWith(frame: string): Promise<string> {
  const html = `<!doctype html><html lang="en"><title>A website</title><h1>Lunch</h1><main>${frame}</main>`;
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(html);
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const lineIn = (place: Page | FrameLocator) => ({
  line: place.locator('#line'),
  text: (id: string) => place.locator(`#${id}`),
});

describe.skipIf(browser === undefined)('the frame and the badge', { timeout: 60_000 }, () => {
  if (browser === undefined) return;
  beforeAll(async () => {
    urls.noon = (await sharedDeployment('public')).url;
    urls.night = (await sharedDeployment('night')).url;
  }, 60_000);

  /** The page behind a proxy, with a fake clock. */
  async function behindProxy() {
    const proxy = await ReverseProxy.to(urls.noon);
    const watched = await watchedPage(browser as NonNullable<typeof browser>, { viewport: FRAME });
    await watched.page.clock.install({ time: new Date(NOON) });
    await watched.page.goto(`${proxy.url}/embed`);
    const { line, text } = lineIn(watched.page);
    await line.and(watched.page.locator('[data-state="open"]')).waitFor();
    return { ...watched, proxy, line, text };
  }

  it('shows the number of the API on another website, and asks nobody else', async () => {
    const website = await websiteWith(
      `<iframe src="${urls.noon}/embed" title="People in line" width="640" height="360" sandbox="allow-scripts allow-same-origin"></iframe>`,
    );
    const { page, requests, complaints } = await watchedPage(browser);
    await page.goto(website);
    const { text } = lineIn(page.frameLocator('iframe'));
    const { estimate_value, estimate_display } = await statusOf(urls.noon);
    await expect.poll(() => text('headline').textContent()).toBe(String(Math.round(estimate_value)));
    expect(await text('about').textContent()).toBe('About');
    expect(await text('range').textContent()).toBe(
      `probably between ${estimate_display.replace('-', ' and ')}`,
    );
    expect(await text('hours').textContent()).toMatch(/^Open until /);
    expect(await text('venue').textContent()).toBe('Demo Café');
    // From the typical week.
    await expect.poll(() => text('next').textContent()).not.toBe('');
    expect(complaints).toEqual([]);
    const origins = new Set(requests.map((request) => new URL(request.url()).origin));
    expect(origins).toEqual(new Set([website, urls.noon]));
  });

  it('turns to the closed state without a reload, and to the open one again', async () => {
    const { page, proxy, line, text, requests } = await behindProxy();
    proxy.target = urls.night;
    await page.clock.fastForward('01:30');
    await expect.poll(() => line.getAttribute('data-state')).toBe('closed');
    expect(await text('headline').textContent()).toBe('Closed');
    const { message } = await statusOf(urls.night);
    expect(`Closed now. ${await text('hours').textContent()}.`).toBe(message?.replace(':00', ''));
    expect(await found(page)).toEqual([]);
    proxy.target = urls.noon;
    await page.clock.fastForward('01:30');
    await expect.poll(() => line.getAttribute('data-state')).toBe('open');
    expect(requests.filter((request) => request.isNavigationRequest())).toHaveLength(1);
  });

  it('greys the number during an outage, then says since when there is no data, and comes back by itself', async () => {
    const { page, proxy, line, text } = await behindProxy();
    const shown = await text('headline').textContent();
    await proxy.close();
    await page.clock.fastForward('05:00');
    await expect.poll(() => line.getAttribute('class')).toBe('stale');
    expect(await text('headline').textContent()).toBe(shown);
    expect(await text('time').textContent()).toMatch(/^As of 12:3\dpm, trying again$/);
    expect(await found(page)).toEqual([]);
    await page.clock.fastForward(3_600_000);
    await expect.poll(() => text('headline').textContent()).toBe('No data');
    expect(await text('unit').textContent()).toMatch(/^since 12:3\dpm$/);
    await page.clock.fastForward(72 * 3_600_000);
    await expect.poll(() => text('unit').textContent()).toMatch(/^since Fri 16 Oct, 12:3\dpm$/);
    await proxy.open();
    // By now the page loads itself again.
    await Promise.all([page.waitForEvent('load'), page.clock.fastForward(3_600_000)]);
    await expect.poll(() => text('headline').textContent()).toMatch(/^\d+$/);
    expect((await line.getAttribute('class')) ?? '').toBe('');
  });

  it('sends nothing while it is hidden, and refreshes when it is visible again', async () => {
    const { page, requests } = await behindProxy();
    const hide = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
        document.dispatchEvent(new Event('visibilitychange'))`);
    // The last request before the next status.
    await expect.poll(() => requests.some((request) => request.url().includes('/chart?since'))).toBe(true);
    await hide(true);
    const before = requests.length;
    await page.clock.fastForward('03:00');
    await page.evaluate('1');
    expect(requests.length).toBe(before);
    await Promise.all([page.waitForRequest(/status/), hide(false)]);
  });

  it('shows the line without JavaScript', async () => {
    const { page } = await watchedPage(browser, { javaScriptEnabled: false });
    await page.goto(`${urls.night}/embed`);
    await expect.poll(() => page.locator('#plain').textContent()).toMatch(/^Closed\. Opens /);
  });

  it.each([
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const)('is %s if its address says so, on a %s system', async (theme, colorScheme) => {
    const { page } = await watchedPage(browser, { colorScheme, viewport: FRAME });
    await page.goto(`${urls.noon}/embed?theme=${theme}`);
    await page.locator('[data-state="open"]').waitFor();
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(background).toBe(theme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(11, 14, 16)');
    expect(await found(page)).toEqual([]);
  });

  // The smallest frames with both texts about the reports, the others with the longer one.
  it.each([
    [200, 120, 1],
    [200, 120, 5],
    [300, 150, 5],
    [280, 200, 1],
    [390, 844, 1],
    [3840, 2160, 1],
  ])('fits into %i × %i pixels, with an estimate from %i reports', async (width, height, reports) => {
    const { page } = await watchedPage(browser, { viewport: { width, height } });
    const status = {
      ...(await statusOf(urls.noon)),
      estimate_value: 888,
      estimate_display: '850-930',
      report_count: reports,
    };
    await page.route('**/status', (route) => route.fulfill({ json: status }));
    await page.goto(`${urls.noon}/embed`);
    await page.getByText('888').waitFor();
    const isRoomy = width >= 280 && height >= 200;
    await expect.poll(() => page.locator('#next').textContent()).toMatch(isRoomy ? /./ : /^$/);
    const outside = await page.evaluate(`[...document.querySelectorAll('main p, main strong, main h1')]
      .filter((shown) => getComputedStyle(shown).clipPath === 'none')
      .map((shown) => shown.getBoundingClientRect())
      .filter(({ width, right, top, bottom }) => width > 0 && (right > innerWidth || top < 0 || bottom > innerHeight)).length`);
    expect(outside).toBe(0);
    const size = await page.evaluate(
      `Math.min(...[...document.querySelectorAll('main p, main h1')]
        .filter((shown) => shown.getClientRects().length > 0)
        .map((shown) => parseFloat(getComputedStyle(shown).fontSize)))`,
    );
    expect(size).toBeGreaterThanOrEqual(10);
  });

  it('has a badge that is an image on another website', async () => {
    const website = await websiteWith(`<img src="${urls.noon}/badge.svg?label=people" alt="People in line">`);
    const { page, complaints } = await watchedPage(browser);
    await page.goto(website);
    const loaded = await page.evaluate(`(async () => {
      const image = document.querySelector('img');
      await image.decode();
      return [image.naturalWidth > 80, image.naturalHeight];
    })()`);
    expect(loaded).toEqual([true, 20]);
    expect(complaints).toEqual([]);
  });
});
