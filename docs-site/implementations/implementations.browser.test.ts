import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { writeHar } from '../../conformance/evidence/write-har.ts';
import { gateOn } from '../../conformance/testing/run-gate.fixture.ts';
import { siteUnderTest } from '../browser/served-site.fixture.ts';
import { sharedChromium } from '../browser/shared-chromium.fixture.ts';
import { newProfile, violations, type Watched, watchedPage } from '../browser/watched-page.fixture.ts';

const { browser, notice } = await sharedChromium();
/** By the current plan, which submissions may not be. */
const recording = writeHar((await gateOn({ form: 2, count: 100, days: 20 })).evidence);
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

const site = siteUnderTest(browser);
const profile = browser === undefined ? undefined : await newProfile(browser, { viewport: SIZES.desktop });

async function open(options?: BrowserContextOptions): Promise<Watched> {
  const place = options === undefined ? profile : browser;
  const watched = await watchedPage(place as Browser | BrowserContext, options);
  await watched.page.goto(`${site.url}/implementations.html`);
  return watched;
}

/** Gives the page a recording of the reader's own, and returns the headline of what it shows. */
async function headline(page: Page, text: string): Promise<string> {
  await page.locator('#own-recording').setInputFiles({
    name: 'run.har',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  const verdict = page.locator('#own-result .verdict');
  await verdict.waitFor();
  return (await verdict.textContent()) ?? '';
}

/** The recording without what the gate adds, as another tool would have written it. */
function foreign(): string {
  const har = JSON.parse(recording);
  for (const name of Object.keys(har.log)) if (name.startsWith('_')) delete har.log[name];
  for (const entry of har.log.entries) delete entry._exchange;
  har.log.creator = { name: 'a proxy', version: '1' };
  return JSON.stringify(har);
}

describe.skipIf(browser === undefined)(
  `the page of implementations${notice === null ? '' : ` (${notice})`}`,
  () => {
    it('judges a submission with the rules of the gate, and finds what it claims', async () => {
      const { page, requests, complaints } = await open();
      expect(requests.some((request) => request.url().endsWith('/judge.js'))).toBe(false);
      const item = page.locator('.submission', { hasText: 'Queue Headcount, form 2' });
      await item.getByRole('button').click();
      await item.locator('.verdict').waitFor();
      const text = await item.locator('.result').textContent();
      expect(text).toContain('Conforms: every requirement is met As claimed.');
      expect(text).toMatch(/ 0 fail, /);
      expect(text).toMatch(/Consistent: |Made with other documents/);
      expect(complaints).toEqual([]);
    });

    it('judges one recording at a time', async () => {
      const { page } = await open();
      await page.evaluate(
        'for (const button of document.querySelectorAll(".submission button")) button.click()',
      );
      await page.locator('.verdict.success').waitFor();
      const verdicts = await page.locator('.verdict').allTextContents();
      expect(verdicts.toSorted()).toEqual([
        'Conforms: every requirement is met As claimed.',
        'Stopped, because you chose another recording.',
      ]);
    });

    it('shows only the later of two recordings in the same place', async () => {
      const { page } = await open();
      await page.evaluate(`{
        const target = document.getElementById('own-result');
        window.shown = [];
        new MutationObserver(() => window.shown.push(target.textContent)).observe(target, { childList: true });
      }`);
      // At once: judging the first one takes no longer than another request to the browser.
      await page.evaluate(`(async () => { for (const name of ['run.har', 'again.har']) {
        const chosen = new DataTransfer();
        chosen.items.add(new File([${JSON.stringify(recording)}], name, { type: 'application/json' }));
        const input = document.getElementById('own-recording');
        input.files = chosen.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
        // The observer runs.
        await null;
      } })()`);
      await page.locator('#own-result .verdict').waitFor();
      const shown = await page.evaluate<string[]>('window.shown');
      expect(shown.map((text) => text.split('…')[0]).slice(0, -1)).toEqual([
        'Judging in this browser',
        'Judging in this browser',
      ]);
      expect(shown.at(-1)).toContain('Consistent: ');
    });

    it('judges a true recording of the reader, which never leaves the browser', async () => {
      const { page, requests } = await open();
      await page.waitForLoadState('networkidle');
      const before = requests.length;
      expect(await headline(page, recording)).toMatch(/Conforms|Partial/);
      expect(await page.locator('#own-result').textContent()).toContain('Consistent: ');
      await page
        .getByRole('img', { name: /^Badge: queue headcount v1 form 2: (conforms|partial)$/ })
        .waitFor();
      const sent = requests.slice(before).map((request) => new URL(request.url()).pathname.split('/').at(-1));
      expect(sent).toEqual(['judge.js']);
    });

    it('calls a recording changed that was tampered with', async () => {
      const { page, complaints } = await open();
      const tampered = recording.replace('\\"has_estimate\\":true', '\\"has_estimate\\":null');
      expect(tampered).not.toBe(recording);
      expect(await headline(page, tampered)).toContain('Not a true recording');
      expect(await page.locator('#own-result').textContent()).toContain('its seal does not match');
      expect(await page.locator('#own-result .badge').count()).toBe(0);
      expect(complaints).toEqual([]);
    });

    it('shows why a recorded deployment fails', async () => {
      const { page } = await open();
      const faulty = foreign().replaceAll('\\"report_count\\":', '\\"report_total\\":');
      expect(await headline(page, faulty)).toContain('Fails');
      const causes = page.locator('#own-result .causes');
      expect(await causes.textContent()).toMatch(/report_count/);
    });

    it('judges what another tool recorded, and says what it does not show', async () => {
      const { page } = await open();
      expect(await headline(page, foreign())).toMatch(/Conforms|Partial/);
      expect(await page.locator('#own-result').textContent()).toContain('Recorded by a proxy 1');
      expect(await page.locator('#own-result .badge').count()).toBe(0);
      expect(await headline(page, 'no archive')).toBe('not an HTTP archive');
    });

    it.each([
      ['light', 'desktop'],
      ['dark', 'phone'],
    ] as const)('has no accessibility violations or overflow, %s on a %s', async (colorScheme, device) => {
      const { page } = await open({ viewport: SIZES[device], colorScheme });
      await headline(page, foreign().replaceAll('\\"report_count\\":', '\\"report_total\\":'));
      await page.locator('#own-result details').evaluate((details) => details.setAttribute('open', ''));
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(SIZES[device].width);
      const folder = process.env['SCREENSHOTS'];
      if (folder !== undefined)
        await page.screenshot({
          path: join(folder, `implementations-${device}-${colorScheme}.png`),
          fullPage: true,
        });
    });
  },
);
