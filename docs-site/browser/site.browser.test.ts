import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedChromium } from '../../tools/testing/browser/shared-chromium.fixture.ts';
import {
  newProfile,
  ONLY_COLORS,
  SERIOUS,
  violations,
  type Watched,
  watch,
  watchedPage,
} from '../../tools/testing/browser/watched-page.fixture.ts';
import { PHONE, problemsOf, problemsOnPages } from './page-walk.fixture.ts';
import { siteUnderTest } from './served-site.fixture.ts';

const { browser, notice } = await sharedChromium();
const DESKTOP = { viewport: { width: 1280, height: 900 } };
/** One page of each layout. */
const LAYOUTS = [
  'index.html',
  'quick-start.html',
  // A long guide with code, lists and tables.
  'settings.html',
  'forms.html',
  'decisions/0014-dependencies.html',
  'commands/serve.html',
];

const site = siteUnderTest(browser);
/** Profiles that tests share. A test with other options has its own. */
const profiles = new Map<BrowserContextOptions, BrowserContext>();
if (browser !== undefined)
  for (const options of [DESKTOP, PHONE]) profiles.set(options, await newProfile(browser, options));

async function open(path: string, options: BrowserContextOptions = DESKTOP): Promise<Watched> {
  const watched = await newPage(options);
  await watched.page.goto(`${site.url}/${path}`);
  return watched;
}

function newPage(options: BrowserContextOptions): Promise<Watched> {
  return watchedPage(profiles.get(options) ?? (browser as Browser), options);
}

/** Inserts scripts into a page, and expects that it runs none and complains about each. */
async function expectNoForeignScripts({ page, complaints }: Watched): Promise<void> {
  await page.evaluate(`
    const inline = document.createElement('script');
    inline.textContent = 'window.injected = 1';
    const image = document.createElement('img');
    image.setAttribute('onerror', 'window.injected = 2');
    const foreign = document.createElement('script');
    foreign.src = 'data:text/javascript,window.injected = 3';
    image.src = 'data:,';
    document.body.append(inline, image, foreign);`);
  await expect.poll(() => complaints.length).toBe(3);
  for (const complaint of complaints) expect(complaint).toMatch(/Content Security Policy/);
  expect(await page.evaluate('window.injected')).toBeUndefined();
}

describe.skipIf(browser === undefined)(
  `the site in a browser${notice === null ? '' : ` (${notice})`}`,
  () => {
    it.each(LAYOUTS)(
      'has no errors, requests to other hosts, jumps, accessibility violations or overflow on a phone in %s',
      async (path) => {
        expect(await problemsOnPages(await newPage(PHONE), site, [path])).toEqual([]);
      },
    );

    it('has no accessibility violations in dark mode', async () => {
      const { page } = await open('quick-start.html', { ...DESKTOP, colorScheme: 'dark' });
      expect(await violations(page, SERIOUS, ONLY_COLORS)).toEqual([]);
    });

    it('uses the theme of the system until one is chosen, also for the reference', async () => {
      const { page } = await open('index.html', { ...DESKTOP, colorScheme: 'dark' });
      const background = 'getComputedStyle(document.body).backgroundColor';
      expect(await page.evaluate(background)).not.toBe('rgb(255, 255, 255)');
      await page.getByRole('combobox', { name: 'theme' }).selectOption('light');
      expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)');
      await page.goto(`${site.url}/openapi/form-1.html`);
      await page.locator('html.light').waitFor();
    });

    describe('the reference', () => {
      /** In one tab for all tests, since it takes long to load. */
      let reference: Watched;
      beforeAll(async () => {
        const dark = await newProfile(browser as Browser, { ...DESKTOP, colorScheme: 'dark' });
        reference = watch(await dark.newPage());
        await reference.page.goto(`${site.url}/openapi/form-2.html#/other/getchart`);
      });
      afterAll(() => reference.page.context().close());

      // In dark mode: the long tests check all pages in light mode.
      it('has no accessibility violations on an operation', async () => {
        const { page } = reference;
        await page.locator('[id="other/getchart"] .panel-response-samples').waitFor();
        expect(await violations(page)).toEqual([]);
      });

      it('leads to the guides, and has a link to try each operation, and a sample in three languages', async () => {
        const { page, complaints } = reference;
        await page.locator('a[href="../index.html"]').first().waitFor();
        await page.evaluate('location.hash = "#/other/listreports"');
        const items = page.locator('.menu-item-type-operation [data-testid="menu-item-label"]');
        expect(await items.count()).toBe(6);
        await page.locator('[id="other/listreports"] a[href="../try-it.html#listReports"]').waitFor();
        const samples = page.locator('[id="other/listreports"] .panel-request-samples');
        for (const [language, text] of Object.entries({
          curl: 'curl --fail-with-body',
          JavaScript: 'await fetch(url',
          Python: 'urlopen(Request(url',
        })) {
          // The menu opens below its button, which may be at the end of the window.
          await samples.evaluate((panel: { scrollIntoView(): void }) => panel.scrollIntoView());
          await samples.locator('[aria-haspopup="menu"]').last().click();
          await page.getByRole('menuitem', { name: language }).click();
          await expect.poll(() => samples.locator('pre').textContent()).toContain(text);
        }
        expect(complaints).toEqual([]);
      });

      // The last one, since it leaves errors in the console.
      it('runs no script that it did not have', async () => {
        await expectNoForeignScripts(reference);
      });
    });

    it('names the deployment that serves it in the reference: servers, samples and examples', async () => {
      const baseUrl = 'https://line.example.edu/queue';
      const { page, complaints, requests } = await newPage(DESKTOP);
      await page.route('**/assets/deployment.js', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: `window.deployment = ${JSON.stringify({ baseUrl, form: 2 })};`,
        }),
      );
      await page.goto(`${site.url}/openapi/form-2.html`);
      await page.getByText('This deployment').waitFor();
      await page.goto(`${site.url}/openapi/form-2.html#/other/listreports`);
      const operation = page.locator('[id="other/listreports"]');
      for (const panel of ['.panel-request-samples', '.panel-response-samples']) {
        await expect
          .poll(() => operation.locator(panel).textContent())
          .toContain(`${baseUrl}/api/v1/reports`);
      }
      expect(await operation.textContent()).not.toContain('127.0.0.1:3000');
      await page.goto(`${site.url}/openapi/form-1.html`);
      await page.getByText('This deployment, which serves Form 2').waitFor();
      expect(problemsOf({ complaints, requests }, site.origin)).toEqual([]);
    });

    it('runs no script that a page did not have', async () => {
      await expectNoForeignScripts(await open('index.html'));
    });

    it.each([
      ['429', 'Errors', 'errors.html'],
      ['since', 'Paging and CSV', 'paging.html'],
      ['rate limit', 'Limits', 'limits.html'],
      ['busy', 'Recipes', 'recipes.html'],
    ])('finds %s with the keyboard alone', async (words, title, path) => {
      const watched = await open('decisions/index.html');
      const { page } = watched;
      // Starlight loads the search when the page is idle.
      await page.locator('#starlight__search input').waitFor({ state: 'attached' });
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: 'Search' }).pressSequentially(words);
      const result = page.getByRole('dialog').getByRole('link', { name: title, exact: true }).first();
      await result.waitFor();
      expect(await violations(page)).toEqual([]);
      await result.press('Enter');
      await page.waitForURL((url) => url.href.startsWith(`${site.url}/${path}`));
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
      expect(problemsOf(watched, site.origin)).toEqual([]);
    });

    it('has its navigation in a menu on a phone, which Escape closes, and a skip link', async () => {
      const { page } = await open('errors.html', PHONE);
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Limits' });
      expect(await link.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu' }).tap();
      await link.focus();
      await page.keyboard.press('Escape');
      expect(await link.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu' }).tap();
      await link.tap();
      await page.waitForURL(`${site.url}/limits.html`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(new URL(page.url()).hash).toBe('#_top');
    });

    it('copies a code block, which names its file', async () => {
      const { page } = await open('quick-start.html', {
        ...DESKTOP,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      await page.getByRole('button', { name: 'Copy to clipboard' }).first().click();
      await page.getByText('Copied!').first().waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm ci && npm start');
      await page.locator('figcaption', { hasText: 'queue_now.py' }).waitFor();
    });

    it('works without scripts', async () => {
      const { page } = await open('index.html', { ...PHONE, javaScriptEnabled: false });
      await page.getByRole('button', { name: 'Menu' }).tap();
      await page.getByRole('link', { name: 'Quick start', exact: true }).first().tap();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Quick start');
    });
  },
);
