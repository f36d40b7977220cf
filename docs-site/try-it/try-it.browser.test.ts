import { execFile } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs, promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mocksUnderTest, NOON } from '../../mocks/mock-under-test.fixture.ts';
import { siteUnderTest } from '../browser/served-site.fixture.ts';
import { sharedChromium } from '../browser/shared-chromium.fixture.ts';
import { newProfile, violations, type Watched, watchedPage } from '../browser/watched-page.fixture.ts';

const { browser, notice } = await sharedChromium();
const mockWith = mocksUnderTest();
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const AT_NOON = new URLSearchParams({ __now: NOON.now, '__time-zone': NOON.timeZone }).toString();
/** One request for each operation and kind of response, as in the address, what it asks for, and the status of the response. */
const REQUESTS = [
  ['getStatus', '/status', '200 OK'],
  ['getStatus?__key=none', '/status', '401 Unauthorized'],
  ['getStatus?__example=quota-exceeded', '/status', '429 Too Many Requests'],
  ['getStatus?__example=lunch', '/status', '400 Bad Request'],
  ['getStatus?__delay=10', '/status?__delay=10', '200 OK'],
  // The hour that a clock change repeats.
  ['getChart?__now=2026-11-01T01:20:00-08:00', '/chart', '200 OK'],
  ['getChart?since=yesterday&until=2026-02-30', '/chart?since=yesterday&until=2026-02-30', '400 Bad Request'],
  ['getPatterns?since=2026-11-01&__form=1', '/patterns?since=2026-11-01', '200 OK'],
  ['listReports?__example=closing-soon&__form=1', '/reports', '200 OK'],
  ['listReports?limit=3&limit=4', '/reports?limit=3&limit=4', '400 Bad Request'],
  ['exportReports?since=2026-11-19', '/export.csv?since=2026-11-19', '200 OK'],
  ['exportReports?__form=1&__code=500', '/export.csv', '500 Internal Server Error'],
  ['getHighlights?days=%C3%A9+%26%22%24', '/highlights?days=%C3%A9+%26%22%24', '400 Bad Request'],
  ['getHighlights?__form=1', '/highlights', '404 Not Found'],
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
  const ids = { start: 'start-command', curl: 'command', status: 'status', headers: 'headers', body: 'body' };
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
  return { status: line.replace('HTTP/1.1 ', ''), headers: own.join('\n'), body: stdout.slice(end + 4) };
}

/** Starts somebody else's deployment. Returns its base URL. */
async function deployment(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Counts how often a page changes its address. */
const COUNT_ADDRESSES = `
  const { replaceState } = history;
  window.addresses = 0;
  history.replaceState = (...all) => { window.addresses += 1; replaceState.apply(history, all); };
`;

function* endless(): Generator<string> {
  for (;;) yield 'x'.repeat(100_000);
}

describe.skipIf(browser === undefined)(
  `the page that tries the API${notice === null ? '' : ` (${notice})`}`,
  () => {
    it('shows, offline, the bytes that the mock sends to the shown command', async () => {
      const { page, requests, complaints } = await open(`#getStatus?${AT_NOON}`);
      await page.getByLabel('Indent JSON').uncheck();
      await page.context().setOffline(true);
      const before = requests.length;
      for (const [request, target, status] of REQUESTS) {
        const hash = `#${request}${request.includes('?') ? '&' : '?'}${AT_NOON}`;
        await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
        const inPage = await shown(page, `/api/v1${target}`);
        expect(inPage.status.split(' · ')[0], hash).toBe(status);
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
      await page.locator('#content').focus();
      for (const text of ['', '', '', '2026-11-2', '', '', '']) {
        await page.keyboard.press('Tab');
        await page.keyboard.type(text);
      }
      expect(await page.evaluate('document.activeElement.name')).toBe('source');
      const bad = await shown(page, '/api/v1/chart?since=2026-11-2');
      expect(bad.status).toContain('400 Bad Request');
      // Browsers limit how often a page may do so.
      expect(await page.evaluate('window.addresses')).toBeLessThan('2026-11-2'.length);
      expect(bad.body).toContain('"parameter": "since"');
      await page.keyboard.press('Tab');
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

    it('asks a deployment only when told to, with a key that stays in the tab', async () => {
      const { url } = await mockWith();
      const { page, requests, complaints } = await open(`#getStatus?__base=${encodeURIComponent(url)}`);
      await page.getByRole('status').getByText('Press Send.').waitFor();
      const sent = () => requests.filter((request) => request.url().startsWith(url));
      expect(sent()).toEqual([]);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('status').getByText('401 Unauthorized').waitFor();
      const stored = () => page.evaluate('[localStorage.length, sessionStorage.length]');
      await page.getByRole('textbox', { name: 'API key' }).pressSequentially('secret-of-the-reader');
      expect(await stored()).toEqual([0, 0]);
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('200 OK').waitFor();
      expect(await sent().at(-1)?.headerValue('authorization')).toBe('Token secret-of-the-reader');
      const { curl } = await shown(page, `${url}/api/v1/status`);
      expect(curl).toBe(`curl -i -H "Authorization: Token $HEADCOUNT_API_KEY" "${url}/api/v1/status"`);
      expect(page.url() + (await page.content())).not.toContain('secret-of-the-reader');
      expect(await stored()).toEqual([0, 1]);
      const other = url.replace('127.0.0.1', 'localhost');
      await page.getByLabel('Base URL').fill(other);
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('401 Unauthorized').waitFor();
      expect(await requests.at(-1)?.headerValue('authorization')).toBeNull();
      await page.getByLabel('Base URL').fill(url);
      await page.getByRole('button', { name: 'Forget the key' }).click();
      expect(await stored()).toEqual([0, 0]);
      // Chromium itself complains about each 401.
      expect(complaints).toEqual(Array(2).fill(expect.stringContaining('401 (Unauthorized)')));
    });

    it('says why a deployment cannot be read, and what is wrong with what was typed', async () => {
      const url = await deployment((_request, response) => void response.end('{}'));
      const { page } = await open(`#getStatus?__base=${encodeURIComponent(url)}`);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('must allow cross-origin requests (CORS) with the Authorization header').waitFor();
      await page.getByLabel('Base URL').fill('ftp://x');
      await page.getByText('The base URL must be an http or https address').waitFor();
      expect(page.url()).not.toContain('ftp');
      const broken = await deployment((_request, response) => {
        response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).write('{');
        setTimeout(() => response.destroy(), 50);
      });
      await page.getByLabel('Base URL').fill(broken);
      await page.keyboard.press('Enter');
      await page.getByText(`The response of ${broken} was interrupted.`).waitFor();
      await page.getByLabel('The mock, in this page').check();
      await page.getByLabel('Time', { exact: true }).fill('noon');
      await page.getByText('“noon” is not a valid time.').waitFor();
      await page.getByLabel('Time', { exact: true }).fill('');
      await page.getByLabel('Time zone').fill('Mars');
      await page.getByText('“Mars” is not a time zone.').waitFor();
    });

    it('shows what a deployment sends as text, whatever it is, and does not read it without end', async () => {
      const image = '<img src="x" onerror="alert(1)">';
      const bodies: Readonly<Record<string, readonly [type: string, body: string]>> = {
        html: ['text/html', image],
        invalid: ['application/json', '{"a": "\\q", "b": "two\nlines"}'],
        links: ['application/json', JSON.stringify({ next: 'javascript:alert(1)', [image]: image })],
      };
      const url = await deployment(({ url: target = '' }, response) => {
        const [type, body] = bodies[target.split('/')[1] ?? ''] ?? ['text/plain', null];
        response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': type });
        if (body !== null) return void response.end(body);
        Readable.from(endless()).pipe(response);
      });
      const { page, complaints } = await open('#getStatus');
      const send = async (name: string) => {
        await page.evaluate(`location.hash = 'getStatus?__base=${encodeURIComponent(`${url}/${name}`)}'`);
        await expect.poll(() => page.locator('#try-command').textContent()).toContain(`/${name}/api`);
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByRole('status').getByText('200 OK').waitFor();
        return await page.locator('#try-body').textContent();
      };
      expect(await send('html')).toBe(image);
      expect(await send('invalid')).toBe(bodies['invalid']?.[1]);
      expect(await send('links')).toContain('javascript:alert(1)');
      expect(await page.locator('#try-body :is(a, img)').count()).toBe(0);
      expect((await send('endless'))?.length).toBe(2_000_000);
      await page.getByRole('status').getByText('more than 2,000,000 bytes, not all shown').waitFor();
      expect(complaints).toEqual([]);
    });

    it('loads Temporal in a browser without it, and if that fails, can still ask a deployment', async () => {
      // The hour that a clock change repeats.
      const hash = `#getChart?__now=2026-11-01T01:20:00-08:00&__time-zone=${NOON.timeZone}`;
      const native = await open(hash);
      const { page } = await watchedPage(browser as Browser, { viewport: DESKTOP });
      await page.addInitScript('delete globalThis.Temporal');
      await page.goto(`${site.url}/try-it.html${hash}`);
      const response = await shown(page, '/chart');
      const expected = await shown(native.page, '/chart');
      expect(response.status).toMatch(/^200 OK/);
      expect({ ...response, status: '' }).toEqual({ ...expected, status: '' });
      await page.route('**/temporal.js', (route) => route.abort());
      await page.reload();
      await page.getByRole('status').getByText('The mock needs Temporal').waitFor();
      const { url } = await mockWith();
      await page.getByRole('radio', { name: 'A deployment' }).check();
      expect(await page.getByLabel('Base URL').inputValue()).toBe('http://127.0.0.1:3000');
      await page.getByLabel('Base URL').fill(url);
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('401 Unauthorized').waitFor();
    });

    it('has no accessibility violations or overflow, light on a desktop and dark on a phone', async () => {
      const { page } = await open(`#listReports?limit=2&${AT_NOON}`);
      for (const [size, colorScheme, source] of [
        [DESKTOP, 'light', 'A deployment'],
        [PHONE, 'dark', 'The mock, in this page'],
      ] as const) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await page.getByRole('radio', { name: source }).check();
        expect(await violations(page), source).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size.width);
        const folder = process.env['SCREENSHOTS'];
        if (folder !== undefined)
          await page.screenshot({ path: join(folder, `try-it-${colorScheme}.png`), fullPage: true });
      }
    });
  },
);
