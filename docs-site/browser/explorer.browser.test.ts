import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { explorerUnderTest } from './explorer-under-test.fixture.ts';
import { ONLY_COLORS, SERIOUS, violations, watchedPage } from './watched-page.fixture.ts';

const { browser, profile, deployments, demo } = await explorerUnderTest();

describe.skipIf(browser === undefined)('the explorer', { timeout: 60_000 }, () => {
  if (browser === undefined || profile === undefined) return;
  /** A page that shows a demo, completely loaded. */
  async function opened(form: 1 | 2, options?: BrowserContextOptions, address = demo(form).address) {
    const watched = await watchedPage(
      options === undefined ? (profile as BrowserContext) : (browser as Browser),
      options,
    );
    await watched.page.goto(address);
    await watched.page.locator('.heat-map').waitFor();
    return watched;
  }

  it.each([1, 2] as const)(
    'shows Form %d at the address that the demo prints, with working links',
    async (form) => {
      const { page, requests, complaints, body } = await opened(form, undefined, demo(form).printed);
      const status = await body<{ estimate_value: number; estimate_display: string; report_count: number }>(
        'status',
      );
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
      await expect.poll(() => page.locator('#connection-button').textContent()).toContain(`Form ${form}`);
      await expect.poll(() => page.locator('#highlights').isVisible()).toBe(form === 2);
      expect(await page.locator('#time-zone').textContent()).toContain('UTC−7');
      for (const [id, mark] of [
        ['chart', 'now'],
        ['hours', 'this hour'],
        ['weekdays', 'today'],
      ])
        await expect.poll(() => page.locator(`#${id}-body svg.plot`).textContent()).toContain(mark);
      const account = (await page.locator('meta[name="account-page"]').count()) > 0 ? ['account'] : [];
      const links = await page
        .locator('footer a:not([hidden])')
        .evaluateAll((all) => all.map((link) => String(link)));
      expect(links).toEqual(
        [...account, 'docs/', 'openapi.yaml', 'THIRD-PARTY.txt'].map((path) => `${demo(form).url}/${path}`),
      );
      for (const link of links) expect((await fetch(link)).status, link).toBe(200);
      expect(complaints).toEqual([]);
      expect([...new Set(requests.map((request) => new URL(request.url()).origin))]).toEqual([
        demo(form).url,
      ]);
    },
  );

  it('shows other ranges, and reports an invalid one', async () => {
    const { page, complaints } = await opened(2);
    await page.getByRole('button', { name: '7 days' }).click();
    await page.getByRole('heading', { name: 'Sat 10 Oct – Fri 16 Oct' }).waitFor();
    await page.locator('#chart-body summary').click();
    await expect.poll(() => page.locator('#chart-body tbody tr').count()).toBe(7);
    await page.getByRole('button', { name: 'Previous range' }).click();
    await page.getByRole('heading', { name: 'Sat 3 Oct – Fri 9 Oct' }).waitFor();
    await page.getByRole('button', { name: 'Dates, download' }).click();
    await page.locator('#since').fill('2026-10-12');
    await page.locator('#since').press('Enter');
    await page.getByText('“From” must not be after “to”.').waitFor();
    await page.locator('#until').fill('2026-10-12');
    await page.locator('#until').press('Enter');
    await page.getByRole('heading', { name: 'Mon 12 Oct' }).waitFor();
    await expect.poll(() => page.getByText('“From” must not be').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('accepts a date typed in one go or with a pause, and requests only complete dates', async () => {
    const { page, requests, complaints } = await opened(2, {});
    await page.clock.install();
    const sent = () =>
      requests.map((request) => new URL(request.url())).filter(({ pathname }) => pathname.endsWith('/chart'));
    await page.getByRole('button', { name: 'Dates, download' }).click();
    await page.locator('#since').focus();
    await page.keyboard.type('10012025', { delay: 60 });
    expect(await page.locator('#since').inputValue()).toBe('2025-10-01');
    await page.keyboard.press('Enter');
    await expect.poll(() => sent().at(-1)?.search).toBe('?since=2025-10-01&until=2026-10-16');
    await page.getByRole('heading', { name: 'Wed 1 Oct 2025 – Fri 16 Oct 2026' }).waitFor();

    await page.locator('#until').focus();
    await page.keyboard.type('0930', { delay: 60 });
    // A pause loads the range, and keeps the focus in the field.
    await page.clock.runFor(1500);
    await page.getByRole('heading', { name: 'Wed 1 Oct 2025 – Wed 30 Sep 2026' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('until');
    await page.keyboard.type('2', { delay: 60 });
    await page.clock.runFor(1500);
    await page.keyboard.type('025', { delay: 60 });
    await page.keyboard.press('Tab');
    await page.getByText('“From” must not be after “to”.').waitFor();
    expect(await page.locator('#until').inputValue()).toBe('2025-09-30');
    expect(sent().filter(({ search }) => /=0/.test(search))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('pages through the feed and back', async () => {
    const { page } = await opened(1);
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

  it('keeps the page of the feed when another fails to load', async () => {
    const { page, requests } = await opened(1);
    const newest = await page.locator('.feed tbody tr').first().textContent();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText('You are offline.').waitFor();
    const before = requests.length;
    await page.context().setOffline(false);
    await page.locator('#error .error-box').waitFor({ state: 'detached' });
    const sent = () => requests.slice(before).map((request) => new URL(request.url()));
    await expect
      .poll(() =>
        sent()
          .filter(({ pathname }) => pathname.endsWith('/reports'))
          .map(({ search }) => search),
      )
      .toEqual(['']);
    expect(await page.locator('.feed tbody tr').first().textContent()).toBe(newest);
  });

  it('leads to the account page of the service that serves it, and of no other', async () => {
    const { page, complaints } = await watchedPage(profile);
    const parts = ['#get-key', '#ask-for-key', 'header [data-account]', 'footer [data-account]'];
    const shown = () => Promise.all(parts.map((part) => page.locator(part).isVisible()));
    await page.goto(`${demo(2).url}/`);
    await page.getByText('Enter an API key to see the line.').waitFor();
    expect(await shown()).toEqual([true, false, true, true]);
    expect(await page.getByText('Get a key').evaluate((link) => String(link))).toBe(`${demo(2).url}/account`);
    expect(await violations(page)).toEqual([]);
    await page.locator('#base-url').fill(demo(1).url);
    await page.locator('#base-url').blur();
    expect(await shown()).toEqual([false, true, true, true]);
    await page.locator('#key').fill(demo(1).key);
    await page.locator('#connection-form .primary').click();
    await page.locator('.heat-map').waitFor();
    await page.locator('#connection-button').click();
    expect(await shown()).toEqual([false, true, false, false]);
    expect(complaints).toEqual([]);
  });

  it('closes the panel with Escape, and returns the focus to its button', async () => {
    const { page } = await opened(2);
    const button = page.locator('#connection-button');
    await button.click();
    await page.locator('#key').focus();
    await page.keyboard.press('Escape');
    expect(await page.locator('#connection').isVisible()).toBe(false);
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    expect(await page.evaluate('document.activeElement.id')).toBe('connection-button');
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

  it.each([
    ['desktop', 1280],
    ['phone', 360],
  ])('has no serious accessibility violations and no overflow: %s', async (_, width) => {
    const { page } = await opened(2, { viewport: { width, height: 800 }, colorScheme: 'light' });
    for (const summary of await page.locator('summary').all()) await summary.click();
    await page.locator('#connection-button').click();
    await page.locator('#chart-more').click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const rules = colorScheme === 'dark' ? ONLY_COLORS : {};
      expect([colorScheme, await violations(page, SERIOUS, rules)]).toEqual([colorScheme, []]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });

  it('remembers the chosen theme', async () => {
    const { page } = await opened(2, { colorScheme: 'light' });
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await page.getByRole('button', { name: 'Dark mode' }).click();
    const dark = await background();
    await page.reload();
    expect([light === dark, await background()]).toEqual([false, dark]);
  });

  it('lets the user choose the form, and reports missing highlights', async () => {
    const { page } = await opened(1);
    await page.locator('#connection-button').click();
    await page.locator('#form').selectOption('2');
    await page.locator('#connection-form .primary').click();
    await page.locator('#highlights-body .error-box').waitFor();
    expect(await page.locator('#highlights-body').textContent()).toContain('does not have this endpoint');
    expect(await page.locator('.hero').isVisible()).toBe(true);
  });

  it.each([1, 2] as const)(
    'shows a mock of Form %d, on a page that another deployment serves',
    async (form) => {
      const mock = await deployments.mock(form);
      const { page, complaints, requests } = await watchedPage(profile);
      await page.goto(`${demo(2).url}/#base=${encodeURIComponent(mock.url)}&key=any`);
      await page.locator('.heat-map').waitFor();
      await expect.poll(() => page.locator('#connection-button').textContent()).toContain(`Form ${form}`);
      expect(await page.locator('.hero').textContent()).toMatch(/^About \d+ (person|people) in line$/);
      await expect.poll(() => page.locator('#highlights').isVisible()).toBe(form === 2);
      expect(complaints).toEqual([]);
      const sent = requests.filter((request) => request.url().includes('/api/v1/'));
      expect(sent.filter((request) => !request.url().startsWith(mock.url))).toEqual([]);

      expect(await page.title()).toMatch(/in line · Queue Headcount$/);
      await page.evaluate("location.hash = ''");
      await page.getByText('Enter an API key to see the line.').waitFor();
      expect([await page.title(), await page.locator('#time-zone').textContent()]).toEqual(['Demo Café', '']);
      expect(await page.locator('h1').textContent()).toBe('Demo Café');
    },
  );
});
