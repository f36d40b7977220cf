import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { watchedPage } from '../../../tools/testing/browser/watched-page.fixture.ts';
import { explorerUnderTest } from './explorer-under-test.fixture.ts';

const { browser, profile, demo, opened } = await explorerUnderTest();

describe.skipIf(browser === undefined)('the view in the address', { timeout: 60_000 }, () => {
  if (browser === undefined || profile === undefined) return;
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  const sent = (requests: readonly Request[]) =>
    requests.map((request) => request.url().split('/api/v1/')[1]).filter((path) => path !== undefined);

  it('changes with each choice, and comes back with Back and Forward, without the page loading again', async () => {
    const { page, requests, complaints } = await opened(demo(2).address);
    await page.evaluate('window.isSamePage = true');
    await page.getByRole('button', { name: '7 days' }).click();
    await heading(page, 'Sat 10 Oct – Fri 16 Oct');
    await expect.poll(() => page.url()).toBe(`${demo(2).url}/#range=7d`);
    await page.locator('#patterns-range').selectOption('28');
    await expect.poll(() => page.url()).toBe(`${demo(2).url}/#range=7d&typical=28`);
    await page.locator('#highlight-days').selectOption('30');
    await expect.poll(() => page.url()).toBe(`${demo(2).url}/#range=7d&typical=28&highlights=30`);
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);

    let before = requests.length;
    await page.goBack();
    await expect.poll(() => page.locator('#highlight-days').inputValue()).toBe('7');
    await expect.poll(() => sent(requests.slice(before))).toEqual(['highlights?days=7']);
    await page.goBack();
    await expect.poll(() => page.locator('#patterns-range').inputValue()).toBe('56');
    before = requests.length;
    await page.goBack();
    await heading(page, 'Today');
    await expect.poll(() => page.url()).toBe(`${demo(2).url}/`);
    await expect.poll(() => sent(requests.slice(before))).toEqual(['chart']);
    await page.goForward();
    await heading(page, 'Sat 10 Oct – Fri 16 Oct');
    expect(await page.evaluate('window.isSamePage')).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('shows the same again by its link, which never has the key', async () => {
    const { page } = await opened(demo(2).address);
    await page.locator('#chart-more').click();
    await page.locator('#since').fill('2026-10-12');
    await page.locator('#until').fill('2026-10-14');
    await page.locator('#until').press('Enter');
    await heading(page, 'Mon 12 Oct – Wed 14 Oct');
    await page.locator('#patterns-range').selectOption('all');
    const link = `${demo(2).url}/#range=2026-10-12..2026-10-14&typical=all`;
    await expect.poll(() => page.url()).toBe(link);
    await page.reload();
    await heading(page, 'Mon 12 Oct – Wed 14 Oct');
    await expect.poll(() => page.locator('#patterns-range').inputValue()).toBe('all');
    await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copied = text }');
    await page.getByRole('button', { name: 'Copy a link to this view' }).click();
    await page.getByRole('button', { name: 'Link copied, without the key' }).waitFor();
    expect(await page.evaluate('window.copied')).toBe(link);
  });

  it('never holds the key, which the tab keeps, in the address, the history or a request', async () => {
    const { page, requests } = await opened(`${demo(2).address}&range=7d`);
    await heading(page, 'Sat 10 Oct – Fri 16 Oct');
    await expect.poll(() => page.url()).toBe(`${demo(2).url}/#range=7d`);
    // The tab has it, the device not.
    expect(await page.evaluate('[Object.values(sessionStorage), Object.keys(localStorage)]')).toEqual([
      [demo(2).key],
      [],
    ]);
    await page.getByRole('button', { name: '4 weeks' }).click();
    await expect.poll(() => page.url()).toBe(`${demo(2).url}/#range=28d`);
    // A key pasted into the address bar of the open page, too.
    await page.evaluate(`location.hash = '#key=${demo(2).key}&range=all'`);
    await heading(page, 'All reports');
    await expect.poll(() => page.url()).toBe(`${demo(2).url}/#range=all`);
    const urls: string[] = [page.url()];
    for (let entry = Number(await page.evaluate('history.length')); entry > 2; entry -= 1) {
      await page.goBack();
      urls.push(page.url());
    }
    expect(urls).toEqual([
      `${demo(2).url}/#range=all`,
      `${demo(2).url}/#range=28d`,
      `${demo(2).url}/#range=7d`,
    ]);
    expect(requests.filter((request) => request.url().includes(demo(2).key))).toEqual([]);
    // Today by its date is today.
    await page.evaluate("location.hash = '#range=2026-10-16'");
    await expect.poll(() => page.locator('#chart-body svg.plot').textContent()).toContain('now');
    await heading(page, 'Today');
  });

  it('is not changed by the skip link', async () => {
    const { page } = await opened(demo(2).address);
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('status');
    await expect.poll(() => page.url()).toBe(`${demo(2).url}/`);
  });

  it('marks the current hour, also when the next one has begun', async () => {
    const { page } = await watchedPage(browser);
    await page.clock.install();
    await page.goto(demo(2).address);
    await page.locator('.heat-map').waitFor();
    const marked = () => page.locator('.heat-map td[aria-current="time"]').getAttribute('title');
    expect(await marked()).toMatch(/^Friday noon: /);
    // A slow response of a service whose clock says nothing else.
    await page.route('**/status', async (route) => {
      const response = await route.fetch();
      const { date: _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.clock.fastForward('01:00:00');
    await expect.poll(marked).toMatch(/^Friday 1pm: /);
  });
});
