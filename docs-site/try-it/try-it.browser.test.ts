import type { Browser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { NOON } from '../../mocks/mock-under-test.fixture.ts';
import { sharedChromium } from '../../tools/testing/browser/shared-chromium.fixture.ts';
import { violations, type Watched, watchedPage } from '../../tools/testing/browser/watched-page.fixture.ts';
import { siteUnderTest } from '../browser/served-site.fixture.ts';

const { browser, notice } = await sharedChromium();
const AT_NOON = new URLSearchParams({ __now: NOON.now, '__time-zone': NOON.timeZone }).toString();
/** The hour that a clock change repeats. */
const REPEATED_HOUR = 'getChart?__now=2026-11-01T01:20:00-08:00';
/** A request for each kind of response: as in the address, its target, and the status of the response. */
const REQUESTS = [
  ['getStatus', '/status', '200'],
  ['getStatus?__key=none', '/status', '401'],
  ['getStatus?__example=quota-exceeded', '/status', '429'],
  ['getStatus?__delay=10', '/status?__delay=10', '200'],
  [REPEATED_HOUR, '/chart', '200'],
  ['getChart?since=yesterday&until=2026-02-30', '/chart?since=yesterday&until=2026-02-30', '400'],
  ['exportReports?__form=1&__code=500', '/export.csv', '500'],
  ['getHighlights?days=%C3%A9+%26%22%24', '/highlights?days=%C3%A9+%26%22%24', '400'],
] as const;

const site = siteUnderTest(browser);

async function open(
  hash: string,
  before: (page: Page) => Promise<unknown> = async () => {},
): Promise<Watched> {
  const watched = await watchedPage(browser as Browser, { viewport: { width: 1440, height: 900 } });
  await before(watched.page);
  await watched.page.goto(`${site.url}/try-it.html#${hash}`);
  return watched;
}

/** Texts of the page, by the ends of their ids. */
type Shown = Readonly<Record<'start' | 'command' | 'status' | 'headers' | 'body', string>>;

/** The texts of the page, once the response to the request for a target is there. */
async function shown(page: Page, target: string): Promise<Shown> {
  await expect.poll(() => page.locator('#try-command').textContent()).toContain(`${target}"`);
  await page.locator('#tried:not([aria-busy])').waitFor();
  return page.evaluate(`Object.fromEntries(['start', 'command', 'status', 'headers', 'body'].map(
    (id) => [id, document.getElementById('try-' + id).textContent]))`);
}

describe.skipIf(browser === undefined)(
  `the page that tries the API${notice === null ? '' : ` (${notice})`}`,
  () => {
    it('shows, offline, the response of the mock, and the commands that get the same from a server', async () => {
      const { page, requests, complaints } = await open(`getStatus?${AT_NOON}`);
      // Starlight loads its search when the page is idle.
      await page.locator('#starlight__search input').waitFor({ state: 'attached' });
      await page.context().setOffline(true);
      const before = requests.length;
      for (const [request, target, status] of REQUESTS) {
        const hash = `#${request}${request.includes('?') ? '&' : '?'}${AT_NOON}`;
        await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
        expect((await shown(page, `/api/v1${target}`)).status, hash).toBe(status);
      }
      await page.evaluate(`location.hash = '#exportReports?since=a"b&__form=1&__code=500&${AT_NOON}'`);
      const { command, start, headers } = await shown(page, 'since=a%22b');
      expect(command).toBe(
        'curl -i -H "Authorization: Token any" -H "Prefer: code=500" "http://127.0.0.1:4010/api/v1/export.csv?since=a%22b"',
      );
      expect(start).toBe(`npx queue-headcount mock --form 1 --now ${NOON.now} --time-zone ${NOON.timeZone}`);
      expect(headers).toContain('Content-Type: application/problem+json');
      expect(requests.slice(before).map((request) => request.url())).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it('is used with the keyboard alone, and keeps the request in its address', async () => {
      const { page, complaints } = await open('getChart');
      await shown(page, '/api/v1/chart');
      await page.getByLabel('Operation').focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type('2026-11-2');
      const bad = await shown(page, '/api/v1/chart?since=2026-11-2');
      expect(bad.body).toContain('"parameter": "since"');
      for (const name of ['until', 'other', 'example']) {
        await page.keyboard.press('Tab');
        expect(await page.evaluate('document.activeElement.name')).toMatch(name);
      }
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      await expect
        .poll(() => page.url())
        .toMatch(/#getChart\?since=2026-11-2&__example=closing-soon&__code=400$/);
      await page.reload();
      const { command } = await shown(page, '/api/v1/chart?since=2026-11-2');
      expect(command).toContain('example=closing-soon, code=400');
      expect(complaints).toEqual([]);
    });

    it('leads from a page of reports to the next one', async () => {
      const { page } = await open(`listReports?limit=3&${AT_NOON}`);
      const first = await shown(page, '/api/v1/reports?limit=3');
      const { pathname, search, searchParams } = new URL(JSON.parse(first.body).next);
      await page.locator('#try-body a').click();
      const second = await shown(page, `${pathname}${search}`);
      expect(JSON.parse(second.body).previous).toContain('/api/v1/reports?');
      expect(await page.getByLabel('cursor').inputValue()).toBe(searchParams.get('cursor'));
    });

    it('says what is wrong with what was typed', async () => {
      const { page } = await open('getStatus');
      await page.getByLabel('Time', { exact: true }).fill('noon');
      await page.getByText('“noon” is not a valid time.').waitFor();
      await page.getByLabel('Time', { exact: true }).fill('');
      await page.getByLabel('Time zone').fill('Mars');
      await page.getByText('“Mars” is not a time zone.').waitFor();
    });

    it('loads Temporal in a browser without it, or says that it is missing', async () => {
      const hash = `${REPEATED_HOUR}&__time-zone=${NOON.timeZone}`;
      const { page: native } = await open(hash);
      const { page } = await open(hash, (page) => page.addInitScript('delete globalThis.Temporal'));
      const response = await shown(page, '/chart');
      expect(response.status).toBe('200');
      expect(response).toEqual(await shown(native, '/chart'));
      await page.route('**/temporal.js', (route) => route.abort());
      await page.reload();
      await page.getByRole('status').getByText('The mock needs Temporal').waitFor();
    });

    it('has no accessibility violations or overflow, light on a desktop and dark on a phone', async () => {
      const { page } = await open(`listReports?limit=2&${AT_NOON}`);
      for (const [width, colorScheme] of [
        [1440, 'light'],
        [390, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), colorScheme).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      }
    });
  },
);
