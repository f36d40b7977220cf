import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { closeProfiles, sharedChromium } from '../../tools/testing/browser/shared-chromium.fixture.ts';
import { ONLY_COLORS, violations, watchedPage } from '../../tools/testing/browser/watched-page.fixture.ts';
import { sampleReports } from '../service/http/sample-data.fixture.ts';
import { type Running, services } from '../service/http/service-under-test.fixture.ts';
import { addLink } from './staff.fixture.ts';

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

describe.skipIf(browser === undefined)('the page for the staff on a phone', { timeout: 60_000 }, () => {
  if (browser === undefined) return;
  afterAll(() => closeProfiles(browser));

  /** A phone that has opened a link. */
  async function opened(options: BrowserContextOptions = {}) {
    const service = await start({ reports: sampleReports(), settings: { venueName: 'Dining Hall' } });
    const { secret } = await addLink(service);
    const watched = await watchedPage(browser as NonNullable<typeof browser>, { ...PHONE, ...options });
    await watched.page.goto(`${service.url}/staff?link=${secret}`);
    return { service, ...watched };
  }
  const isOpen = async ({ json }: Running) =>
    (await json<{ hours: { is_open: boolean } }>('status')).hours.is_open;

  it('closes early without JavaScript, from the link on, in two taps', async () => {
    const { service, page } = await opened({ javaScriptEnabled: false });
    expect(page.url()).toBe(`${service.url}/staff`);
    expect(await page.getByRole('status').textContent()).toMatch(/^Open until 2:00pm\. /);
    await page.locator('summary', { hasText: 'Close now' }).tap();
    await page.getByRole('button', { name: 'Close now' }).tap();
    await page.getByText('Closed. Opens 6:00pm.').waitFor();
    expect(await page.getByRole('status').textContent()).toMatch(/^Saved\. Closed\. /);
    expect(await isOpen(service)).toBe(false);
    await page.getByRole('button', { name: /^Take back: Fri, Oct 16/ }).tap();
    await page.getByText('Open until 2:00pm.').waitFor();
    expect(await isOpen(service)).toBe(true);
  });

  it('plans a holiday with the pickers of the phone, and says what is wrong with a time', async () => {
    const { page } = await opened({ javaScriptEnabled: false });
    await page.locator('summary', { hasText: 'Closed on' }).tap();
    await page.getByLabel('First date').fill('2026-12-24');
    await page.getByLabel('Last date').fill('2027-01-03');
    await page.getByRole('button', { name: 'Closed on' }).tap();
    await page.getByText('Thu, Dec 24, 2026 – Sun, Jan 3, 2027: closed').first().waitFor();
    await page.locator('summary', { hasText: 'Open until' }).tap();
    await page.getByLabel('Time').nth(1).fill('13:00');
    await page.getByRole('button', { name: 'Open until' }).tap();
    expect(await page.getByRole('alert').textContent()).toBe(
      'It is open until 2:00pm anyway. Choose a later time.',
    );
    expect(await page.getByLabel('Time').nth(1).inputValue()).toBe('13:00');
  });

  it.each(['light', 'dark'] as const)(
    'is small, legible and easy to hit in a %s theme, and everybody can use it',
    async (colorScheme) => {
      const { page, requests, complaints } = await opened({ colorScheme });
      const rules = colorScheme === 'light' ? {} : ONLY_COLORS;
      expect(await violations(page, ALL, rules)).toEqual([]);
      for (const summary of await page.locator('summary').all()) {
        await summary.tap();
        expect((await summary.boundingBox())?.height).toBeGreaterThanOrEqual(FINGER);
      }
      for (const button of await page.getByRole('button').all()) {
        if (await button.isVisible())
          expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(FINGER);
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await violations(page, ALL, rules)).toEqual([]);
      expect(complaints).toEqual([]);
      expect(requests.map((request) => new URL(request.url()).pathname)).toEqual(['/staff', '/staff']);
      expect(Buffer.byteLength(await page.content())).toBeLessThan(15_000);
    },
  );
});
