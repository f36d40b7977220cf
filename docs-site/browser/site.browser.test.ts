import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type ServedSite, serveBuiltSite } from './served-site.fixture.ts';

const { browser, notice } = await launchChromium();
const DESKTOP = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** Pages that Redoc writes. */
const REFERENCE = /^openapi\//;
/** Pages that look like another one of theirs: one of them stands for all before the slow check. */
const ALIKE = /^decisions\/00(?!14)/;
/** Pages of our own that are written by programs, and what their structure must not have. */
const GENERATED = /^(forms|gaps|requirements)\.html$/;
const STRUCTURE = ['empty-table-header', 'heading-order'];
/** The explorer is tested beside its own source. */
const ELSEWHERE = /^explorer\//;

let site: ServedSite;
beforeAll(async () => {
  if (browser !== undefined) site = await serveBuiltSite();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** What went wrong on a page: messages of errors, and requests to anywhere else. */
interface Watched {
  readonly page: Page;
  readonly wrong: string[];
}

async function open(path: string, options: BrowserContextOptions = DESKTOP): Promise<Watched> {
  const context = await (browser as Browser).newContext(options);
  const watched = watch(await context.newPage());
  await watched.page.goto(`${site.url}/${path}`);
  return watched;
}

function watch(page: Page): Watched {
  const wrong: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) wrong.push(message.text());
  });
  page.on('pageerror', (error) => wrong.push(error.message));
  page.on('requestfailed', (request) => wrong.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== site.origin) wrong.push(`request to ${request.url()}`);
  });
  return { page, wrong };
}

function seriousProblems(page: Page): Promise<readonly string[]> {
  return problemsOf(page, ['serious', 'critical']);
}

/** What axe finds of some kinds: its impacts, or its rules by their ids. */
async function problemsOf(page: Page, kinds: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run()')) as axe.AxeResults;
  return found.violations
    .filter(({ id, impact }) => kinds.includes(id) || kinds.includes(impact ?? ''))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe.skipIf(browser === undefined)(
  `the site in a browser${notice === null ? '' : ` (${notice})`}`,
  () => {
    it('has every page without an error, a request elsewhere, a barrier or a page too wide for a phone', {
      timeout: 180_000,
    }, async () => {
      const problems: string[] = [];
      const context = await (browser as Browser).newContext(PHONE);
      for (const path of site.pages.filter((name) => !ELSEWHERE.test(name))) {
        const { page, wrong } = watch(await context.newPage());
        // Redoc draws its pages after they are loaded, and only then asks for anything.
        await page.goto(`${site.url}/${path}`, { waitUntil: REFERENCE.test(path) ? 'networkidle' : 'load' });
        const width = await page.evaluate('document.documentElement.scrollWidth');
        if (width !== PHONE.viewport.width) problems.push(`${path} is ${width} wide`);
        if (!ALIKE.test(path)) wrong.push(...(await seriousProblems(page)));
        if (GENERATED.test(path)) wrong.push(...(await problemsOf(page, STRUCTURE)));
        problems.push(...wrong.map((text) => `${path}: ${text}`));
        await page.close();
      }
      expect(problems).toEqual([]);
      expect(site.pages).toEqual(
        expect.arrayContaining(['index.html', 'openapi/form-1.html', 'openapi/form-2.html']),
      );
    });

    it.each(['index.html', 'quick-start.html', 'openapi/form-2.html'])(
      'has no barrier in dark colours on %s',
      async (path) => {
        const { page } = await open(path, { ...DESKTOP, colorScheme: 'dark' });
        expect(await seriousProblems(page)).toEqual([]);
      },
    );

    it('follows the machine in its colours until the reader chooses, and Redoc follows the choice', async () => {
      const { page } = await open('index.html', { ...DESKTOP, colorScheme: 'dark' });
      const background = 'getComputedStyle(document.body).backgroundColor';
      const dark = await page.evaluate(background);
      await page.getByRole('button', { name: 'Dark colours', pressed: true }).click();
      expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)');
      await page.goto(`${site.url}/errors.html`);
      expect(await page.evaluate(background)).toBe('rgb(255, 255, 255)');
      expect(dark).not.toBe('rgb(255, 255, 255)');
      await page.goto(`${site.url}/openapi/form-2.html`);
      expect(await page.evaluate('document.documentElement.classList.contains("light")')).toBe(true);
    });

    it('searches by keyboard alone, from the slash to the page found', async () => {
      const { page, wrong } = await open('decisions/index.html');
      await page.keyboard.press('/');
      await page.getByRole('searchbox').fill('cursor');
      await expect.poll(() => page.getByRole('status').textContent()).toMatch(/^\d+ found/);
      expect(await page.getByRole('dialog').getByRole('listitem').count()).toBeGreaterThan(3);
      expect(await seriousProblems(page)).toEqual([]);
      await page.getByRole('searchbox').fill('paging');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${site.url}/paging.html`);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Paging');
      expect(wrong).toEqual([]);
    });

    it('finds names of fields, and operations in the reference, and says when it finds nothing', async () => {
      const { page } = await open('index.html');
      await page.getByRole('button', { name: 'Search' }).click();
      const results = page.getByRole('dialog').getByRole('listitem');
      const ask = async (question: string) => {
        await page.getByRole('searchbox').fill(question);
        return page.getByRole('status').textContent();
      };
      await ask('minutes_until_close');
      expect(await results.count()).toBeGreaterThan(0);
      expect(await ask('xylophone')).toContain('Nothing found');
      await ask('/api/v1/highlights');
      await results
        .filter({ hasText: 'highlights: List photo highlights' })
        .first()
        .getByRole('link')
        .click();
      await page.waitForURL(`${site.url}/openapi/form-2.html#/highlights/gethighlights`);
      await page.getByRole('heading', { name: 'List photo highlights' }).first().waitFor();
    });

    it.each(['photo_url', 'open_window', 'minutes_until_close', 'limit', 'getStatus'])(
      'leads from %s to the reference',
      async (name) => {
        const { page } = await open('index.html');
        await page.keyboard.press('/');
        await page.getByRole('searchbox').fill(name);
        const found = page.getByRole('dialog').locator('a[href*="openapi/form-"]');
        await expect.poll(() => found.count()).toBeGreaterThan(0);
        expect((await found.allTextContents()).join()).toContain(name);
      },
    );

    it('leads from CORS to what a browser is allowed, and says when it lists a part only', async () => {
      const { page } = await open('index.html');
      await page.keyboard.press('/');
      await page.getByRole('searchbox').fill('CORS');
      const results = page.getByRole('dialog').getByRole('listitem');
      await expect
        .poll(() =>
          results.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
        )
        .toContain('authentication.html#in-a-browser');
      await page.getByRole('searchbox').fill('the');
      await expect
        .poll(() => page.getByRole('status').textContent())
        .toMatch(/^\d+ found; the best 20 are shown$/);
      expect(await results.count()).toBe(20);
    });

    it('closes the menu of a phone with Escape and gives the focus back', async () => {
      const { page } = await open('errors.html', PHONE);
      await page.getByRole('button', { name: 'Menu' }).tap();
      const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Quotas' });
      await link.focus();
      await page.keyboard.press('Escape');
      expect(await link.isVisible()).toBe(false);
      expect(await page.evaluate('document.activeElement.matches("[data-menu][aria-expanded=false]")')).toBe(
        true,
      );
    });

    it('closes the search with Escape and gives the focus back', async () => {
      const { page } = await open('index.html');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('searchbox').waitFor();
      await page.keyboard.press('Escape');
      expect(await page.evaluate('document.activeElement.matches("[data-search]")')).toBe(true);
    });

    it('has its navigation behind a button on a phone, and lets a keyboard skip it', async () => {
      const { page } = await open('errors.html', PHONE);
      const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Quotas' });
      expect(await link.isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Menu', expanded: false }).tap();
      await link.tap();
      await page.waitForURL(`${site.url}/quotas.html`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('content');
    });

    it('copies a block of code as it stands', async () => {
      const { page } = await open('quick-start.html', {
        ...DESKTOP,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      await page.locator('.code').first().hover();
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm ci && npm start');
    });

    it('can be read without scripts', async () => {
      const { page } = await open('index.html', { ...PHONE, javaScriptEnabled: false });
      await page.getByRole('link', { name: 'Quick start', exact: true }).click();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Quick start');
      expect(await page.getByRole('button').count()).toBe(0);
    });
  },
);
