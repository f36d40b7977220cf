import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { mocksUnderTest, NOON } from '../../mocks/mock-under-test.fixture.ts';
import { sharedChromium } from '../../tools/testing/browser/shared-chromium.fixture.ts';
import {
  newProfile,
  violations,
  type Watched,
  watchedPage,
} from '../../tools/testing/browser/watched-page.fixture.ts';
import { siteUnderTest } from '../browser/served-site.fixture.ts';

const { browser, notice } = await sharedChromium();
const mockWith = mocksUnderTest();
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const AT_NOON = new URLSearchParams({ __now: NOON.now, '__time-zone': NOON.timeZone }).toString();
/** One request for each operation and kind of response, as in the address, what it asks for, and the status of the response. */
const REQUESTS = [
  ['getStatus', '/status', '200'],
  ['getStatus?__key=none', '/status', '401'],
  ['getStatus?__example=quota-exceeded', '/status', '429'],
  ['getStatus?__example=lunch', '/status', '400'],
  ['getStatus?__delay=10', '/status?__delay=10', '200'],
  // The hour that a clock change repeats.
  ['getChart?__now=2026-11-01T01:20:00-08:00', '/chart', '200'],
  ['getChart?since=yesterday&until=2026-02-30', '/chart?since=yesterday&until=2026-02-30', '400'],
  ['getPatterns?since=2026-11-01&__form=1', '/patterns?since=2026-11-01', '200'],
  ['listReports?__example=closing-soon&__form=1', '/reports', '200'],
  ['listReports?limit=3&limit=4', '/reports?limit=3&limit=4', '400'],
  ['exportReports?since=2026-11-19', '/export.csv?since=2026-11-19', '200'],
  ['exportReports?__form=1&__code=500', '/export.csv', '500'],
  ['getHighlights?days=%C3%A9+%26%22%24', '/highlights?days=%C3%A9+%26%22%24', '400'],
  ['getHighlights?__form=1', '/highlights', '404'],
] as const;

const site = siteUnderTest(browser);
const profile = browser === undefined ? undefined : await newProfile(browser, { viewport: DESKTOP });

async function open(hash: string): Promise<Watched> {
  const watched = await watchedPage(profile as BrowserContext);
  await watched.page.goto(`${site.url}/try-it.html${hash}`);
  return watched;
}

/** Texts of the page. */
interface Shown {
  readonly start: string;
  readonly curl: string;
  readonly status: string;
  readonly headers: string;
  readonly body: string;
}

/** What the page shows, once the response to the request for a target is there. */
async function shown(page: Page, target: string): Promise<Shown> {
  await expect.poll(() => page.locator('#try-command').textContent()).toContain(`${target}"`);
  await page.locator('#tried:not([aria-busy])').waitFor();
  const ids = { start: 'start', curl: 'command', status: 'status', headers: 'headers', body: 'body' };
  return page.evaluate(
    `Object.fromEntries(Object.entries(${JSON.stringify(ids)}).map(([name, id]) => [name, document.getElementById('try-' + id).textContent]))`,
  );
}

/** Runs the shown curl command, as a reader would, against a mock that is started as shown, but on a free port. */
async function byHttp({ start, curl }: Shown): Promise<Pick<Shown, 'status' | 'headers' | 'body'>> {
  const options = {
    form: { type: 'string' },
    now: { type: 'string' },
    'time-zone': { type: 'string' },
  } as const;
  const { values } = parseArgs({ args: start.replace('npx queue-headcount mock ', '').split(' '), options });
  const { form, now = '', 'time-zone': timeZone = '' } = values;
  const mock = await mockWith({ form: form === '1' ? 1 : 2, now, timeZone });
  const command = `${curl} --silent --connect-to ::${new URL(mock.url).host}`;
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { maxBuffer: 1e8 });
  const end = stdout.indexOf('\r\n\r\n');
  const [line = '', ...fields] = stdout.slice(0, end).split('\r\n');
  const own = fields.filter((field) => !/^(date|connection|keep-alive|access-control-[a-z-]+):/i.test(field));
  const body = stdout.slice(end + 4);
  const shownBody = /^content-type: application\/(\w+\+)?json/im.test(own.join('\n'))
    ? JSON.stringify(JSON.parse(body), null, 2)
    : body;
  return { status: line.split(' ')[1] ?? '', headers: own.join('\n'), body: shownBody };
}

/** Counts how often a page changes its address. */
const COUNT_ADDRESSES = `
  const { replaceState } = history;
  window.addresses = 0;
  history.replaceState = (...all) => { window.addresses += 1; replaceState.apply(history, all); };
`;

describe.skipIf(browser === undefined)(
  `the page that tries the API${notice === null ? '' : ` (${notice})`}`,
  () => {
    it('shows, offline, what the mock sends to the shown command, with its JSON indented', async () => {
      const { page, requests, complaints } = await open(`#getStatus?${AT_NOON}`);
      // Starlight loads its search when the page is idle.
      await page.locator('#starlight__search input').waitFor({ state: 'attached' });
      await page.context().setOffline(true);
      const before = requests.length;
      for (const [request, target, status] of REQUESTS) {
        const hash = `#${request}${request.includes('?') ? '&' : '?'}${AT_NOON}`;
        await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
        const inPage = await shown(page, `/api/v1${target}`);
        expect(inPage.status, hash).toBe(status);
        const { headers, body } = inPage;
        expect({ status, headers, body }, hash).toEqual(await byHttp(inPage));
      }
      expect(requests.slice(before).map((request) => request.url())).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it('is used with the keyboard alone, and keeps the request in its address', async () => {
      const { page, complaints } = await open('#getChart');
      await shown(page, '/api/v1/chart');
      await page.evaluate(COUNT_ADDRESSES);
      await page.getByLabel('Operation').focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.type('2026-11-2');
      const bad = await shown(page, '/api/v1/chart?since=2026-11-2');
      expect(bad.status).toBe('400');
      // Browsers limit how often a page may do so.
      expect(await page.evaluate('window.addresses')).toBeLessThan('2026-11-2'.length);
      expect(bad.body).toContain('"parameter": "since"');
      for (const name of ['until', 'other', 'scenario']) {
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
      expect((await shown(page, '/api/v1/chart?since=2026-11-2')).curl).toContain(
        'example=closing-soon, code=400',
      );
      expect(complaints).toEqual([]);
    });

    it('leads from a page of reports to the next one', async () => {
      const { page } = await open(`#listReports?limit=3&${AT_NOON}`);
      const first = await shown(page, '/api/v1/reports?limit=3');
      const next = JSON.parse(first.body).next.replace('http://127.0.0.1:4010', '');
      await page.locator('#try-body a').click();
      const second = await shown(page, next);
      expect(JSON.parse(second.body).previous).toContain('/api/v1/reports?');
      expect(await page.getByLabel('cursor').inputValue()).toBe(
        new URLSearchParams(next.split('?')[1]).get('cursor'),
      );
    });

    it('says what is wrong with what was typed', async () => {
      const { page, complaints } = await open('#getStatus');
      await page.getByLabel('Time', { exact: true }).fill('noon');
      await page.getByText('“noon” is not a valid time.').waitFor();
      await page.getByLabel('Time', { exact: true }).fill('');
      await page.getByLabel('Time zone').fill('Mars');
      await page.getByText('“Mars” is not a time zone.').waitFor();
      expect(complaints).toEqual([]);
    });

    it('loads Temporal in a browser without it, or says that it is missing', async () => {
      // The hour that a clock change repeats.
      const hash = `#getChart?__now=2026-11-01T01:20:00-08:00&__time-zone=${NOON.timeZone}`;
      const native = await open(hash);
      const { page } = await watchedPage(browser as Browser, { viewport: DESKTOP });
      await page.addInitScript('delete globalThis.Temporal');
      await page.goto(`${site.url}/try-it.html${hash}`);
      const response = await shown(page, '/chart');
      expect(response.status).toBe('200');
      expect(response).toEqual(await shown(native.page, '/chart'));
      await page.route('**/temporal.js', (route) => route.abort());
      await page.reload();
      await page.getByRole('status').getByText('The mock needs Temporal').waitFor();
    });

    it('has no accessibility violations or overflow, light on a desktop and dark on a phone', async () => {
      const { page } = await open(`#listReports?limit=2&${AT_NOON}`);
      for (const [size, colorScheme] of [
        [DESKTOP, 'light'],
        [PHONE, 'dark'],
      ] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), colorScheme).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
      }
    });
  },
);
