import { DatabaseSync } from 'node:sqlite';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { closeProfiles, sharedChromium } from '../../tools/testing/browser/shared-chromium.fixture.ts';
import { ONLY_COLORS, violations, watchedPage } from '../../tools/testing/browser/watched-page.fixture.ts';
import { BUCKETS } from '../service/domain/bucket.ts';
import { type Given, type Running, services } from '../service/http/service-under-test.fixture.ts';
import { BUCKET_WORDS } from './pages.ts';

const { browser } = await sharedChromium();
const start = services();
const PHONE: BrowserContextOptions = {
  viewport: { width: 320, height: 568 },
  hasTouch: true,
  isMobile: true,
};
const ALL = ['minor', 'moderate', 'serious', 'critical'];
/** The least size that a finger hits, in pixels. */
const FINGER = 44;

describe.skipIf(browser === undefined)('the report page on a phone', { timeout: 60_000 }, () => {
  if (browser === undefined) return;
  afterAll(() => closeProfiles(browser));

  const serve = (given: Given = {}): Promise<Running> =>
    start({
      form: 1,
      ...given,
      settings: { reportPage: true, publicPage: true, venueName: 'Dining Hall', ...given.settings },
    });
  const phone = (options: BrowserContextOptions = {}) => watchedPage(browser, { ...PHONE, ...options });
  const tap = (page: Page, words: string) =>
    page.getByRole('button', { name: `${words} in line`, exact: true }).tap();
  const buckets = async ({ json }: Running) =>
    (await json<{ results: { bucket: string }[] }>('reports')).results.map(({ bucket }) => bucket);
  const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you.' }).waitFor();

  it.each(['light', 'dark'] as const)(
    'is small, legible and easy to hit in a %s theme, and everybody can use it',
    async (colorScheme) => {
      const { url } = await serve();
      const { page, requests, complaints } = await phone({ colorScheme });
      const response = await page.goto(`${url}/report`);
      const rules = colorScheme === 'light' ? {} : ONLY_COLORS;
      expect((await response?.body())?.length).toBeLessThan(15_000);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
        'How many people are in line at Dining Hall?',
      );
      for (const bucket of BUCKETS) {
        const button = page.getByRole('button', { name: `${BUCKET_WORDS[bucket]} in line`, exact: true });
        const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
        expect([bucket, width >= FINGER, height >= FINGER]).toEqual([bucket, true, true]);
      }
      expect(await violations(page, ALL, rules)).toEqual([]);
      await tap(page, 'More than 30');
      await thanks(page);
      expect(await violations(page, ALL, rules)).toEqual([]);
      expect(complaints).toEqual([]);
      expect(requests.map((request) => new URL(request.url()).pathname)).toEqual(Array(3).fill('/report'));
    },
  );

  it('needs no JavaScript, and leads to the line through the day', async () => {
    const service = await serve();
    const { page } = await phone({ javaScriptEnabled: false });
    await page.goto(`${service.url}/report`);
    await tap(page, '11 to 20');
    expect(await page.getByRole('status').textContent()).toMatch(/^The line is now about \d+ people\.$/);
    expect(await buckets(service)).toEqual(['11-20']);
    await page.getByRole('link', { name: 'See the line through the day' }).tap();
    await page.waitForURL(`${service.url}/`);
  });

  it('makes one report of a double tap', async () => {
    const service = await serve();
    const { page } = await phone();
    await page.goto(`${service.url}/report`);
    await page.getByRole('button', { name: '6 to 10 in line' }).dblclick();
    await thanks(page);
    expect(await buckets(service)).toEqual(['6-10']);
  });

  it('replaces the report after the back button, and after another load', async () => {
    const service = await serve();
    const { page } = await phone();
    await page.goto(`${service.url}/report`);
    await tap(page, 'More than 30');
    await thanks(page);
    service.clock.now += 1_000_000;
    await page.goBack();
    await tap(page, '1 to 5');
    await thanks(page);
    service.clock.now += 1_000_000;
    await page.getByRole('link', { name: 'Report again' }).tap();
    await tap(page, '6 to 10');
    await thanks(page);
    await page.reload();
    await thanks(page);
    expect(await buckets(service)).toEqual(['6-10']);
  });

  it('loses no report to a network that is gone for a moment', async () => {
    const service = await serve();
    const { page } = await phone();
    await page.goto(`${service.url}/report`);
    await page.context().setOffline(true);
    await tap(page, '1 to 5');
    await expect.poll(() => page.evaluate('location.protocol')).toBe('chrome-error:');
    await page.context().setOffline(false);
    // The browser sends the form again.
    await page.reload();
    await thanks(page);
    expect(await buckets(service)).toEqual(['1-5']);
  });

  it('asks for the code, and reports nothing when the Enter key is pressed', async () => {
    const service = await serve({ settings: { reportCode: 'SOUP-24' } });
    const { page } = await phone();
    await page.goto(`${service.url}/report`);
    expect(await violations(page, ALL)).toEqual([]);
    await page.getByLabel('Code on the sign').fill('soup 24');
    await page.keyboard.press('Enter');
    expect(page.url()).toBe(`${service.url}/report`);
    expect(await buckets(service)).toEqual([]);
    await tap(page, '20 to 30');
    await thanks(page);
    await page.getByRole('link', { name: 'Report again' }).tap();
    await page.getByRole('heading', { name: 'How many people are in line at Dining Hall?' }).waitFor();
    expect(await page.getByLabel('Code on the sign').count()).toBe(0);
    expect(await buckets(service)).toEqual(['20-30']);
  });

  it('asks the browser where it is only when the person ticks the box', async () => {
    const service = await serve({ settings: { reportLocation: true } });
    const location = { latitude: 44.0454321, longitude: -123.0712345 };
    const { page, complaints } = await phone({ geolocation: location, permissions: ['geolocation'] });
    await page.goto(`${service.url}/report`);
    const latitude = () => page.locator('[name=latitude]').inputValue();
    expect(await latitude()).toBe('');
    await page.getByLabel('Add where I am').tap();
    await expect.poll(latitude).toBe('44.0454321');
    await page.getByLabel('Add where I am').tap();
    expect(await latitude()).toBe('');
    await page.getByLabel('Add where I am').tap();
    await expect.poll(latitude).toBe('44.0454321');
    expect(await violations(page, ALL)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await tap(page, '6 to 10');
    await thanks(page);
    const database = new DatabaseSync(service.file);
    expect(database.prepare('SELECT latitude, longitude FROM report').get()).toEqual({
      latitude: 44.0454,
      longitude: -123.0712,
    });
    database.close();
    expect(complaints).toEqual([]);
  });

  it.each([
    ['refuses to say', {}, /Your browser does not say where you are/],
    ['runs no script', { javaScriptEnabled: false }, null],
  ])('takes a report without the location if the browser %s', async (_what, options, said) => {
    const service = await serve({ settings: { reportLocation: true } });
    const { page } = await phone(options);
    await page.goto(`${service.url}/report`);
    const box = page.getByRole('checkbox');
    if (said === null) expect(await box.count()).toBe(0);
    else {
      await box.tap();
      await page.getByText(said).waitFor();
      expect(await box.isChecked()).toBe(false);
    }
    await tap(page, '6 to 10');
    await thanks(page);
    expect(await buckets(service)).toEqual(['6-10']);
  });

  it.each([
    ['while it is open and no code is needed', {}, true],
    ['not while it is closed', { now: '2026-10-16T09:00:00-07:00' }, false],
    ['not if a code is needed', { settings: { reportCode: 'K7WM4T' } }, false],
  ])('is linked from the public page %s', async (_when, given: Given, isLinked) => {
    const { url } = await serve({ form: 2, ...given });
    const { page } = await phone();
    await page.goto(url);
    await page.getByText(/Refreshes in \d/).waitFor();
    const link = page.getByRole('link', { name: 'In line? Report it.' });
    expect(await link.isVisible()).toBe(isLinked);
    // Nobody has sent a photo.
    expect(await page.locator('#highlights').isVisible()).toBe(false);
    if (!isLinked) return;
    await link.tap();
    await page.getByRole('heading', { name: 'How many people are in line at Dining Hall?' }).waitFor();
  });

  it('changes the number on another phone that has the public page open', async () => {
    const service = await serve();
    const [reader, reporter] = [await phone(), await phone()];
    await reporter.page.goto(`${service.url}/report`);
    await tap(reporter.page, '1 to 5');
    await thanks(reporter.page);
    await reader.page.clock.install();
    await reader.page.goto(service.url);
    await reader.page.getByText(/Refreshes in \d s/).waitFor();
    const shown = () => reader.page.title();
    await expect.poll(shown).toContain('in line');
    const before = await shown();
    await reporter.page.getByRole('link', { name: 'Report again' }).tap();
    await tap(reporter.page, 'More than 30');
    await thanks(reporter.page);
    await reader.page.clock.fastForward(5000);
    await expect.poll(shown).not.toBe(before);
    expect(reader.complaints).toEqual([]);
  });
});
