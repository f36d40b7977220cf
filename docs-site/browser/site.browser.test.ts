import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PHONE, problemsOf, problemsOnPages } from './page-walk.fixture.ts';
import { siteUnderTest } from './served-site.fixture.ts';
import { sharedChromium } from './shared-chromium.fixture.ts';
import {
  newProfile,
  ONLY_COLORS,
  SERIOUS,
  violations,
  type Watched,
  watch,
  watchedPage,
} from './watched-page.fixture.ts';

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

    it('uses the theme of the system until one is chosen', async () => {
      const { page } = await open('index.html', { ...DESKTOP, colorScheme: 'dark' });
      const background = 'getComputedStyle(document.body).backgroundColor';
      expect(await page.evaluate(background)).not.toBe('rgb(255, 255, 255)');
      expect(await violations(page, SERIOUS, ONLY_COLORS)).toEqual([]);
      await page.getByRole('button', { name: 'Dark mode', pressed: true }).click();
      expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)');
      await page.goto(`${site.url}/errors.html`);
      expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)');
    });

    describe('the reference', () => {
      /** In one tab for all tests, since it takes long to load. */
      let reference: Watched;
      beforeAll(async () => {
        const dark = await newProfile(browser as Browser, { ...DESKTOP, colorScheme: 'dark' });
        reference = watch(await dark.newPage());
        await reference.page.goto(`${site.url}/index.html`);
        await reference.page.getByRole('button', { name: 'Dark mode', pressed: true }).click();
        await reference.page.goto(`${site.url}/openapi/form-2.html#/other/getchart`);
      });
      afterAll(() => reference.page.context().close());

      // In dark mode: the long tests check all pages in light mode.
      it('is in the theme that is chosen on any page, and has no accessibility violations on an operation', async () => {
        const { page } = reference;
        await page.locator('[id="other/getchart"] .panel-response-samples').waitFor();
        expect(await page.evaluate('document.documentElement.classList.contains("light")')).toBe(true);
        await page.getByRole('button', { name: 'Dark mode', pressed: false }).click();
        await page.getByRole('button', { name: 'Dark mode', pressed: true }).waitFor();
        expect(await page.evaluate('document.documentElement.classList.contains("light")')).toBe(false);
        expect(await violations(page)).toEqual([]);
      });

      it('shows names with paths, a link to try each operation, and a sample in three languages', async () => {
        const { page, complaints } = reference;
        await page.evaluate('location.hash = "#/other/listreports"');
        const items = page.locator('.menu-item-type-operation [data-testid="menu-item-label"]');
        expect(await items.allTextContents()).toContain('Get the current estimate/api/v1/statusget');
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
          const [width, content] = await samples.evaluate(
            ({ clientWidth, scrollWidth }: { clientWidth: number; scrollWidth: number }) => [
              clientWidth,
              scrollWidth,
            ],
          );
          expect(content, language).toBeLessThanOrEqual(width);
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

    it.each([
      ['index.html', 'Try it'],
      ['openapi/form-1.html', 'Explorer'],
      ['explorer.html', 'Docs'],
    ])('has links to the same areas in the bar at the top: %s', async (path, followed) => {
      const areas = {
        Docs: `${site.url}/index.html`,
        'Form 1': `${site.url}/openapi/form-1.html`,
        'Form 2': `${site.url}/openapi/form-2.html`,
        'Try it': `${site.url}/try-it.html`,
        Explorer: `${site.url}/explorer.html`,
      };
      const { page } = await open(path);
      const links = page.getByRole('navigation', { name: 'Site' }).getByRole('link');
      const shown = async () =>
        Object.fromEntries(
          await links.evaluateAll((all) =>
            all.map((link) => [link.textContent, String(link).replace(/#.*/, '')] as const),
          ),
        );
      expect(await shown()).toEqual(areas);
      await links.filter({ hasText: followed }).click();
      await page.waitForURL(areas[followed as keyof typeof areas]);
      expect(await shown()).toEqual(areas);
    });

    it('runs no script that a page did not have', async () => {
      await expectNoForeignScripts(await open('index.html'));
    });

    it('can be searched with the keyboard alone', async () => {
      const watched = await open('decisions/index.html');
      const { page } = watched;
      await page.keyboard.press('/');
      await page.getByRole('searchbox').fill('cursor');
      await expect.poll(() => page.getByRole('status').textContent()).toMatch(/^\d+ results/);
      expect(await page.getByRole('dialog').getByRole('listitem').count()).toBeGreaterThan(3);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Search' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('searchbox').fill('quota');
      await page.keyboard.press('Escape');
      expect(await page.evaluate('document.activeElement.matches("[data-search]")')).toBe(true);
      await page.keyboard.press('/');
      await page.getByRole('searchbox').fill('paging');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${site.url}/paging.html`);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Paging and CSV');
      expect(problemsOf(watched, site.origin)).toEqual([]);
    });

    it('has its navigation in a menu on a phone, which Escape closes, and a skip link', async () => {
      const { page } = await open('errors.html', PHONE);
      const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Limits' });
      expect(await link.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu', expanded: false }).tap();
      await link.focus();
      await page.keyboard.press('Escape');
      expect(await link.isVisible()).toBe(false);
      expect(await page.evaluate('document.activeElement.matches("[data-menu]")')).toBe(true);
      await page.getByRole('button', { name: 'Menu', expanded: false }).tap();
      await link.tap();
      await page.waitForURL(`${site.url}/limits.html`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('content');
    });

    it('copies a code block, with a button and a file name that cover no code and stay in sight', async () => {
      const { page } = await open('quick-start.html', {
        ...DESKTOP,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm ci && npm start');
      const long = page.locator('.code', { hasText: 'queue_now.py' });
      const code = await long.locator('pre').boundingBox();
      const copy = await long.getByRole('button').boundingBox();
      expect((copy?.y ?? 0) + (copy?.height ?? 0)).toBeLessThanOrEqual(code?.y ?? 0);
      await page.evaluate(`scrollTo(0, ${(code?.y ?? 0) + (code?.height ?? 0) / 2})`);
      expect(await long.getByText('queue_now.py').isVisible()).toBe(true);
      const top = (await long.getByText('queue_now.py').boundingBox())?.y ?? 0;
      expect(top).toBeGreaterThan((await page.locator('.top').boundingBox())?.height ?? 0);
      expect(top).toBeLessThan(100);
    });

    it('has a 404 page that works at any depth', async () => {
      const { page } = await newPage(DESKTOP);
      // The button must not show before it works.
      await page.route('**/header.js', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        await route.continue();
      });
      await page.goto(`${site.url}/deep/er/pagination.html`);
      await page.getByRole('button', { name: 'Search for “pagination”' }).click();
      const first = page.getByRole('dialog').getByRole('link').first();
      expect(await first.getAttribute('href')).toBe('/some/where/paging.html');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('main').getByRole('link', { name: 'Quick start' }).click();
      await page.waitForURL(`${site.url}/quick-start.html`);
    });

    it('works without scripts', async () => {
      const { page } = await open('index.html', { ...PHONE, javaScriptEnabled: false });
      await page.getByRole('link', { name: 'Quick start', exact: true }).click();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Quick start');
      expect(await page.getByRole('button').count()).toBe(0);
    });
  },
);
