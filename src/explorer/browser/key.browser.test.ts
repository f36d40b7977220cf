import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deployed } from '../../../tools/testing/browser/deployments.ts';
import { closeProfiles, sharedChromium } from '../../../tools/testing/browser/shared-chromium.fixture.ts';
import { sharedDeployment } from '../../../tools/testing/browser/shared-deployments.fixture.ts';
import {
  violations,
  WITHOUT_CONTRAST,
  watchedPage,
} from '../../../tools/testing/browser/watched-page.fixture.ts';

const { browser } = await sharedChromium();
afterAll(() => closeProfiles(browser));

describe.skipIf(browser === undefined)('the key of the explorer', { timeout: 60_000 }, () => {
  if (browser === undefined) return;
  let empty: Deployed;
  beforeAll(async () => {
    empty = await sharedDeployment('empty');
  }, 60_000);

  const open = async (fragment: string, options = {}) => {
    const watched = await watchedPage(browser as NonNullable<typeof browser>, options);
    // The fake clock runs like a real one, and can skip hours.
    await watched.page.clock.install();
    await watched.page.goto(`${empty.url}/#${fragment}`);
    return watched;
  };
  const errorKind = async (page: Page, text: string) => {
    const box = page.locator('#error .error-box');
    await box.getByText(text).waitFor();
    return box.getAttribute('data-kind');
  };
  const stored = (page: Page) =>
    page.evaluate('[...Object.values(localStorage), "|", ...Object.values(sessionStorage)]');

  it('asks for a key, and sends no request without one', async () => {
    const { page, requests, complaints } = await open('');
    await page.getByText('Enter an API key to see the line.').waitFor();
    expect(requests.filter((request) => request.url().includes('/api/'))).toEqual([]);
    await page.locator('#key-form .primary').click();
    await page.getByText('Enter a key.').waitFor();
    await page.locator('#key').fill('two words');
    await page.locator('#key-form .primary').click();
    await page.getByText('The key can have letters, digits and symbols, but no spaces.').waitFor();
    await page.locator('#key').fill(`Token ${empty.key}`);
    await page.locator('#key-form .primary').click();
    await page.getByRole('heading', { name: 'Latest reports' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('of a public page needs no key, uses one that is entered, and continues without it', async () => {
    const open = await sharedDeployment('public');
    const watched = await watchedPage(browser as NonNullable<typeof browser>);
    const { page, complaints } = watched;
    const requests = watched.requests as Request[];
    // Each once, since the status is read again and again.
    const reads = () => {
      const sent = requests.filter((request) => request.url().includes('/api/v1/'));
      const described = sent.map((request) => {
        const key = 'authorization' in request.headers() ? 'key ' : '';
        return `${key}${request.url().slice(open.url.length)}`;
      });
      return [...new Set(described)];
    };
    const isLoaded = async () => {
      await page.locator('#highlights-body .gallery').waitFor();
      expect(await page.locator('#error').textContent()).toBe('');
    };
    await page.goto(open.url);
    await isLoaded();
    const week = 'since=2026-08-21&until=2026-10-15';
    const names = ['status', 'chart', 'reports', `patterns?${week}`, `chart?${week}`, 'highlights?days=7'];
    expect(reads().toSorted()).toEqual(names.map((name) => `/page/api/v1/${name}`).toSorted());
    await page.locator('#chart-more').click();
    await page.locator('#since').waitFor();
    expect(await page.locator('#download').isVisible()).toBe(false);
    await page.locator('#key-button').click();
    await page.getByText('This page is public').waitFor();
    expect(await violations(page, undefined, WITHOUT_CONTRAST)).toEqual([]);

    requests.length = 0;
    await page.locator('#key').fill(open.key);
    await page.locator('#key-form .primary').click();
    await page.locator('#download').waitFor();
    await isLoaded();
    const withKey = () => reads().filter((read) => read !== '/page/api/v1/status');
    await expect
      .poll(() => withKey().toSorted())
      .toEqual(names.map((name) => `key /api/v1/${name}`).toSorted());

    requests.length = 0;
    await page.locator('#key-button').click();
    await page.locator('#forget-key').click();
    await page.locator('#download').waitFor({ state: 'hidden' });
    await isLoaded();
    expect(reads().filter((read) => !read.startsWith('/page/api/v1/'))).toEqual([]);
    expect(complaints).toEqual([]);

    await page.goto(`${open.url}/#key=hc_wrong`);
    await page.getByText('The key in the link is not accepted. You see the line without it.').waitFor();
    await page.locator('#highlights-body .gallery').waitFor();

    await page.route('**/api/v1/**', (route) => route.abort());
    await page.goto('about:blank');
    await page.goto(open.url);
    await page.getByText('The service is not available right now. The page will retry.').waitFor();
    expect(await page.locator('#key-panel').isVisible()).toBe(false);
  });

  it('shows an empty deployment', async () => {
    const { page, complaints } = await open(`key=${empty.key}`, { viewport: { width: 360, height: 800 } });
    await page.getByText('No reports yet.').waitFor();
    await page.getByText('No reports in this period.').waitFor();
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
    expect(await page.locator('#highlights').isVisible()).toBe(false);
    expect(await page.locator('#chart-body svg.plot').textContent()).toContain('No reports');
    expect(await page.locator('.hero').textContent()).toBe('No estimate');
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('reports a key that is not accepted, and stops sending requests', async () => {
    const { page, requests } = await open('key=hc_wrong');
    expect(await errorKind(page, 'does not accept the key')).toBe('unauthorized');
    expect(await page.locator('#key').isVisible()).toBe(true);
    expect(await page.evaluate('document.activeElement.id')).toBe('key');
    expect(await violations(page)).toEqual([]);
    const sent = requests.length;
    await page.clock.runFor('02:00:00');
    await page.evaluate('1');
    expect(requests.length).toBe(sent);
  });

  it('remembers a key on the device only if asked to, keeps it when a link has another one, and forgets it', async () => {
    const { page } = await open('');
    await page.locator('#key').fill(empty.key);
    await page.locator('#remember-key').check();
    await page.locator('#key-form .primary').click();
    await page.getByText('No reports yet.').waitFor();
    expect(await stored(page)).toEqual([empty.key, '|']);
    await page.evaluate("location.hash = 'key=hc_from_a_link'");
    await errorKind(page, 'does not accept the key');
    // Connecting again changes nothing that the user did not change.
    await page.locator('#key-form .primary').click();
    await errorKind(page, 'does not accept the key');
    expect(await page.evaluate('Object.values(localStorage)')).toEqual([empty.key]);
    const another = await page.context().newPage();
    await another.goto(`${empty.url}/`);
    await another.getByText('No reports yet.').waitFor();
    await another.locator('#key-button').click();
    await another.locator('#forget-key').click();
    await another.getByText('Enter an API key to see the line.').waitFor();
    expect(await another.evaluate('[localStorage.length, sessionStorage.length]')).toEqual([0, 0]);
  });

  it.each([
    ['at its start', false],
    ['while it is open', true],
  ])('is none of a link to another service, which the page says where to open: %s', async (_, isOpen) => {
    const { page, requests } = await open(isOpen ? `key=${empty.key}` : '');
    if (isOpen) await page.getByText('No reports yet.').waitFor();
    const before = await stored(page);
    const other = await sharedDeployment('form-2');
    const fragment = `base=${encodeURIComponent(other.url)}&key=${other.key}&range=7d`;
    const navigated = page.waitForEvent('load');
    await page.evaluate(`location.hash = ${JSON.stringify(fragment)}${isOpen ? '' : '; location.reload()'}`);
    await navigated;
    const sent = requests.length;
    const link = page.locator('#error a');
    await link.waitFor();
    expect(await page.locator('#error').textContent()).toContain('This link is to another service.');
    expect(await link.getAttribute('href')).toBe(`${other.url}/#range=7d`);
    expect(page.url()).toBe(`${empty.url}/#base=${encodeURIComponent(other.url)}&range=7d`);
    expect(await page.locator('main section:visible, #key-button:visible').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.clock.runFor('00:10:00');
    await page.evaluate('1');
    expect(requests.slice(sent).filter((request) => request.url().includes('/api/'))).toEqual([]);
    expect(await stored(page)).toEqual(before);
    expect(requests.filter((request) => request.url().startsWith(other.url))).toEqual([]);

    // The link has no key, so the other service asks for one.
    await link.click();
    await page.getByText('Enter an API key to see the line.').waitFor();
    expect(page.url()).toBe(`${other.url}/#range=7d`);
  });
});
