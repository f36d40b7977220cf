import type { Browser, BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedChromium } from '../../tools/testing/browser/shared-chromium.fixture.ts';
import {
  ONLY_COLORS,
  SERIOUS,
  violations,
  type Watched,
  watchedPage,
} from '../../tools/testing/browser/watched-page.fixture.ts';
import { PHONE, problemsOf, problemsOnPages } from './page-walk.fixture.ts';
import { siteUnderTest } from './served-site.fixture.ts';

const { browser, notice } = await sharedChromium();
const DESKTOP = { viewport: { width: 1280, height: 900 } };
/** One page of each layout; settings are a long guide with code, lists and tables. */
const LAYOUTS = [
  'index.html',
  'quick-start.html',
  'settings.html',
  'forms.html',
  'decisions/0014-dependencies.html',
  'commands/serve.html',
];
const site = siteUnderTest(browser);

async function open(path: string, options: BrowserContextOptions = DESKTOP): Promise<Watched> {
  const watched = await watchedPage(browser as Browser, options);
  await watched.page.goto(`${site.url}/${path}`);
  return watched;
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
        const watched = await watchedPage(browser as Browser, PHONE);
        expect(await problemsOnPages(watched, site, [path])).toEqual([]);
      },
    );

    it('has no accessibility violations in dark mode', async () => {
      const { page } = await open('quick-start.html', { ...DESKTOP, colorScheme: 'dark' });
      expect(await violations(page, SERIOUS, ONLY_COLORS)).toEqual([]);
    });

    it('works without scripts', async () => {
      const { page } = await open('index.html', { ...PHONE, javaScriptEnabled: false });
      await page.getByRole('button', { name: 'Menu' }).tap();
      await page.getByRole('link', { name: 'Quick start', exact: true }).first().tap();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Quick start');
    });

    it('has a reference in the chosen theme, without violations, that leads to Try it and has samples in three languages', async () => {
      const watched = await open('index.html');
      const { page } = watched;
      await page.getByRole('combobox', { name: 'theme' }).selectOption('dark');
      await page.goto(`${site.url}/openapi/form-2.html#/other/listreports`);
      await page.locator('html.dark').waitFor();
      const operation = page.locator('[id="other/listreports"]');
      await operation.locator('.panel-response-samples').waitFor();
      await operation.locator('a[href="../try-it.html#listReports"]').waitFor();
      // Light pages are checked with the others.
      expect(await violations(page)).toEqual([]);
      const samples = operation.locator('.panel-request-samples');
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
      expect(problemsOf(watched, site.origin)).toEqual([]);
      await expectNoForeignScripts(watched);
    });

    it('names the deployment that serves it in the reference: servers, samples and examples', async () => {
      const baseUrl = 'https://line.example.edu/queue';
      const watched = await watchedPage(browser as Browser, DESKTOP);
      const { page } = watched;
      const body = `window.deployment = ${JSON.stringify({ baseUrl, form: 2 })};`;
      await page.route('**/assets/deployment.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body }),
      );
      await page.goto(`${site.url}/openapi/form-2.html#/other/listreports`);
      const operation = page.locator('[id="other/listreports"]');
      for (const panel of ['.panel-request-samples', '.panel-response-samples'])
        await expect
          .poll(() => operation.locator(panel).textContent())
          .toContain(`${baseUrl}/api/v1/reports`);
      expect(await operation.textContent()).not.toContain('127.0.0.1:3000');
      await page.goto(`${site.url}/openapi/form-1.html`);
      await page.getByText('This deployment, which serves Form 2').waitFor();
      expect(problemsOf(watched, site.origin)).toEqual([]);
    });

    it('finds guides with the keyboard alone, and runs no script that it did not have', async () => {
      const watched = await open('decisions/index.html');
      const { page } = watched;
      // Starlight loads the search when the page is idle.
      await page.locator('#starlight__search input').waitFor({ state: 'attached' });
      await page.keyboard.press('Control+k');
      for (const [words, title] of [
        ['429', 'Errors'],
        ['since', 'Paging and CSV'],
        ['busy', 'Recipes'],
      ] as const) {
        await page.getByRole('textbox', { name: 'Search' }).fill(words);
        await page.getByRole('dialog').getByRole('link', { name: title, exact: true }).first().waitFor();
      }
      expect(await violations(page)).toEqual([]);
      await page
        .getByRole('dialog')
        .getByRole('link', { name: 'Recipes', exact: true })
        .first()
        .press('Enter');
      await page.waitForURL((url) => url.href.startsWith(`${site.url}/recipes.html`));
      await expectNoForeignScripts(watched);
    });
  },
);
