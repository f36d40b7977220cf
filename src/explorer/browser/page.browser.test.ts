import { describe, expect, it } from 'vitest';
import {
  ONLY_COLORS,
  SERIOUS,
  violations,
  watchedPage,
} from '../../../tools/testing/browser/watched-page.fixture.ts';
import { explorerUnderTest } from './explorer-under-test.fixture.ts';

const { browser, profile, demo, opened } = await explorerUnderTest();

describe.skipIf(browser === undefined)('the page of the explorer', { timeout: 60_000 }, () => {
  if (browser === undefined || profile === undefined) return;
  it('pages through the feed and back', async () => {
    const { page } = await opened(demo(1).address);
    const newest = await page.locator('.feed tbody tr').first().textContent();
    const before = await page.locator('.feed time').allTextContents();
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByRole('button', { name: 'Newer' }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Older');
    await expect.poll(() => page.locator('.feed time').allTextContents()).not.toEqual(before);
    await page.getByRole('button', { name: 'Newer' }).click();
    await page.getByRole('button', { name: 'Newer' }).waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Older');
    await expect.poll(() => page.locator('.feed tbody tr').first().textContent()).toBe(newest);
  });

  it('has a panel for the key, which Escape closes', async () => {
    const { page } = await opened(demo(1).address);
    const button = page.locator('#key-button');
    await button.click();
    await page.locator('#key').focus();
    await page.keyboard.press('Escape');
    expect(await page.locator('#key-panel').isVisible()).toBe(false);
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    expect(await page.evaluate('document.activeElement.id')).toBe('key-button');
  });

  it('works where browser storage is blocked, and still removes the key from the address', async () => {
    const { page, complaints } = await watchedPage(profile);
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError') } })`);
    await page.goto(demo(2).address);
    await page.locator('.heat-map').waitFor();
    expect(page.url()).toBe(`${demo(2).url}/`);
    await page.getByRole('button', { name: 'Dark mode' }).click();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    expect(complaints).toEqual([]);
  });

  it('has no serious accessibility violations and no overflow', async () => {
    const { page } = await opened(demo(2).address, {
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
    });
    for (const summary of await page.locator('summary').all()) await summary.click();
    await page.locator('#key-button').click();
    await page.locator('#chart-more').click();
    for (const [width, colorScheme] of [
      [1280, 'dark'],
      [360, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const rules = colorScheme === 'dark' ? ONLY_COLORS : {};
      expect([width, colorScheme, await violations(page, SERIOUS, rules)]).toEqual([width, colorScheme, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });

  it('remembers the chosen theme', async () => {
    const { page } = await opened(demo(2).address, { colorScheme: 'light' });
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await page.getByRole('button', { name: 'Dark mode' }).click();
    const dark = await background();
    await page.reload();
    expect([light === dark, await background()]).toEqual([false, dark]);
  });
});
