import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type Deployed, Deployments } from './deployments.ts';
import { seriousFindings, watchedPage } from './watched-page.ts';

const FRIDAY_NOON = '2026-10-16T12:35:00-07:00';
const { browser } = await launchChromium();
const deployments = new Deployments();
afterAll(async () => {
  await browser?.close();
  await deployments.stop();
});

describe.skipIf(browser === undefined)('the explorer', { timeout: 60_000 }, () => {
  if (browser === undefined) return;
  const demos: { [Form in 1 | 2]?: Deployed & { address: string } } = {};
  const demo = (form: 1 | 2) => demos[form] as Deployed & { address: string };
  beforeAll(async () => {
    [demos[1], demos[2]] = await Promise.all([
      deployments.demo(1, FRIDAY_NOON),
      deployments.demo(2, FRIDAY_NOON),
    ]);
  }, 60_000);

  /** A page that shows a demo, with everything on it; `answer` is what it was told at an address. */
  async function opened(form: 1 | 2, options: Parameters<typeof watchedPage>[1] = {}) {
    const watched = await watchedPage(browser as NonNullable<typeof browser>, options);
    const answers = new Map<string, Promise<unknown>>();
    watched.page.on('response', (response) => {
      const { pathname, search } = new URL(response.url());
      answers.set(
        `${pathname}${search}`,
        response.json().catch(() => null),
      );
    });
    await watched.page.goto(demo(form).address);
    await watched.page.locator('.heat').waitFor();
    return {
      ...watched,
      answer: async <Body>(path: string) => (await answers.get(`/api/v1/${path}`)) as Body,
    };
  }

  it.each([1, 2] as const)('shows the line of Form %d at the address that the demo prints', async (form) => {
    const { page, requests, complaints, answer } = await opened(form);
    const status = await answer<{ estimate_value: number; estimate_display: string }>('status');
    expect(await page.locator('.hero').textContent()).toBe(
      `${Math.round(status.estimate_value)} people in line`,
    );
    expect(await page.locator('.facts').textContent()).toMatch(
      new RegExp(`^${status.estimate_display} from \\d+ reports · (just now|\\d+ min ago)$`),
    );
    expect(await page.locator('.opening').textContent()).toBe('Open until 1:00am');
    expect(await page.locator('#connection-button').textContent()).toContain(`Form ${form}`);
    expect(await page.locator('#highlights').isVisible()).toBe(form === 2);
    expect(await page.locator('#zone').textContent()).toContain('UTC−7');
    for (const id of ['chart', 'hours', 'weekdays']) {
      await expect.poll(() => page.locator(`#${id}-body svg`).count()).toBe(1);
    }
    expect(complaints).toEqual([]);
    expect([...new Set(requests.map((request) => new URL(request.url()).origin))]).toEqual([demo(form).url]);
    await page.context().close();
  });

  it('takes the key out of the address, keeps it in the tab, and never puts it into one', async () => {
    const { page, requests } = await opened(2);
    expect(page.url()).toBe(`${demo(2).url}/`);
    expect(await page.evaluate('[Object.values(sessionStorage), Object.keys(localStorage)]')).toEqual([
      [demo(2).key],
      [],
    ]);
    expect(requests.filter((request) => request.url().includes(demo(2).key))).toEqual([]);
    await page.reload();
    await page.locator('.heat').waitFor();
    await page.context().close();
  });

  it('draws what the chart answers: a point for each report, and its line', async () => {
    const { page, answer } = await opened(2);
    const chart = await answer<{ scatter: unknown[]; line: { value: number | null }[] }>('chart');
    await expect
      .poll(() => page.locator('#chart-body [data-mark="dot"] circle').count())
      .toBe(chart.scatter.length);
    await page.locator('#chart-body summary').click();
    const told = chart.line.filter(({ value }) => value !== null).length;
    await expect.poll(() => page.locator('#chart-body tbody tr').count()).toBe(told);
    await page.context().close();
  });

  it('shows other ranges, and says what is wrong with one', async () => {
    const { page, complaints } = await opened(2);
    await page.getByRole('button', { name: '7 days' }).click();
    await page.getByRole('heading', { name: 'Sat 10 Oct – Fri 16 Oct' }).waitFor();
    await page.locator('#chart-body summary').click();
    await expect.poll(() => page.locator('#chart-body tbody tr').count()).toBe(7);
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.getByRole('heading', { name: 'Sat 3 Oct – Fri 9 Oct' }).waitFor();
    await page.locator('#since').fill('2026-10-12');
    await page.getByText('From must not be later than to.').waitFor();
    await page.locator('#until').fill('2026-10-12');
    await page.getByRole('heading', { name: 'Mon 12 Oct' }).waitFor();
    await expect.poll(() => page.getByText('From must not be').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('lets a date be typed, in one go or with a pause, and asks for whole dates only', async () => {
    const { page, requests, complaints } = await opened(2);
    const asked = () =>
      requests.map((request) => new URL(request.url())).filter(({ pathname }) => pathname.endsWith('/chart'));
    await page.locator('#since').focus();
    await page.keyboard.type('10012025', { delay: 60 });
    expect(await page.locator('#since').inputValue()).toBe('2025-10-01');
    await page.keyboard.press('Enter');
    await expect.poll(() => asked().at(-1)?.search).toBe('?since=2025-10-01&until=2026-10-16');
    await page.getByRole('heading', { name: 'Wed 1 Oct 2025 – Fri 16 Oct 2026' }).waitFor();

    await page.locator('#until').focus();
    await page.keyboard.type('0930', { delay: 60 });
    // A pause asks for what stands there, and leaves the field to the one who types.
    await page.getByRole('heading', { name: 'Wed 1 Oct 2025 – Wed 30 Sep 2026' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('until');
    await page.keyboard.type('2', { delay: 60 });
    await page.waitForTimeout(1500);
    await page.keyboard.type('025', { delay: 60 });
    await page.keyboard.press('Tab');
    await page.getByText('From must not be later than to.').waitFor();
    expect(await page.locator('#until').inputValue()).toBe('2025-09-30');
    expect(asked().filter(({ search }) => /=0/.test(search))).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it.each([
    [1, 0],
    [2, 1],
  ] as const)(
    'shades the hours in which yesterday was closed, where Form %d tells them',
    async (form, shaded) => {
      const { page } = await opened(form);
      await page.getByRole('button', { name: 'Earlier' }).click();
      await page.getByText(/^Thursday 15 October 2026: \d+ reports/).waitFor();
      await expect.poll(() => page.locator('#chart-body [data-mark="rect"] rect').count()).toBe(shaded);
      expect(await page.locator('#closed-key').isVisible()).toBe(shaded > 0);
      await page.context().close();
    },
  );

  it('downloads the range as the export gives it', async () => {
    const { page } = await opened(2);
    await page.locator('#since').fill('2026-10-12');
    await page.getByRole('heading', { name: 'Mon 12 Oct – Fri 16 Oct' }).waitFor();
    await page.locator('#until').fill('2026-10-14');
    await page.getByRole('heading', { name: 'Mon 12 Oct – Wed 14 Oct' }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#download').click()]);
    expect(download.suggestedFilename()).toBe('headcount-reports-2026-10-12-to-2026-10-14.csv');
    const { url, key } = demo(2);
    const range = 'since=2026-10-12&until=2026-10-14';
    const response = await fetch(`${url}/api/v1/export.csv?${range}`, {
      headers: { Authorization: `Token ${key}` },
    });
    expect(await readFile(await download.path(), 'utf8')).toBe(await response.text());
    await page.context().close();
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
    expect(await page.locator('.feed tbody tr').first().textContent()).toBe(newest);
    await page.context().close();
  });

  it('stays at the page of the feed that it shows when another does not come', async () => {
    const { page, requests } = await opened(1);
    const newest = await page.locator('.feed tbody tr').first().textContent();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText('You are offline.').waitFor();
    const before = requests.length;
    await page.context().setOffline(false);
    await page.locator('#trouble .trouble').waitFor({ state: 'detached' });
    const asked = () => requests.slice(before).map((request) => new URL(request.url()));
    await expect
      .poll(() =>
        asked()
          .filter(({ pathname }) => pathname.endsWith('/reports'))
          .map(({ search }) => search),
      )
      .toEqual(['']);
    expect(await page.locator('.feed tbody tr').first().textContent()).toBe(newest);
    await page.context().close();
  });

  it('closes the panel with Escape, and gives the focus back to the button that opens it', async () => {
    const { page } = await opened(2);
    const button = page.locator('#connection-button');
    await button.click();
    await page.locator('#key').focus();
    await page.keyboard.press('Escape');
    expect(await page.locator('#connection').isVisible()).toBe(false);
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    expect(await page.evaluate('document.activeElement.id')).toBe('connection-button');
    await page.context().close();
  });

  it('names what stands out among the bars, and links to documentation and contract that are there', async () => {
    const { page } = await opened(2);
    for (const id of ['hours-now', 'weekdays-now'])
      expect(await page.locator(`#${id}`).isVisible()).toBe(true);
    const links = await page.locator('footer a').evaluateAll((all) => all.map((link) => String(link)));
    expect(links).toEqual(
      ['docs/', 'openapi.yaml', 'THIRD-PARTY.txt'].map((path) => `${demo(2).url}/${path}`),
    );
    for (const link of links) expect((await fetch(link)).status, link).toBe(200);
    await page.context().close();
  });

  it('works opened as a file', async () => {
    const { page, complaints } = await watchedPage(browser);
    const file = new URL('../explorer/dist/index.html', import.meta.url);
    await page.goto(`${file}#base=${encodeURIComponent(demo(2).url)}&key=${demo(2).key}`);
    await page.locator('.heat').waitFor();
    expect(page.url()).not.toContain(demo(2).key);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('works where the browser keeps nothing of a page, and takes the key out of the address all the same', async () => {
    const { page, complaints } = await watchedPage(browser);
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError') } })`);
    await page.goto(demo(2).address);
    await page.locator('.heat').waitFor();
    expect(page.url()).toBe(`${demo(2).url}/`);
    await page.locator('#theme').selectOption('dark');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  const SIZES = [
    ['desktop', 1280],
    ['phone', 360],
  ] as const;
  for (const [device, width] of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`has nothing seriously inaccessible and nothing cut off: ${device}, ${colorScheme}`, async () => {
        const { page } = await opened(2, { viewport: { width, height: 800 }, colorScheme });
        for (const summary of await page.locator('summary').all()) await summary.click();
        await page.locator('#connection-button').click();
        expect(await seriousFindings(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        await page.context().close();
      });
    }
  }

  it('can be told to be light or dark, and remembers it', async () => {
    const { page } = await opened(2, { colorScheme: 'light' });
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await page.locator('#theme').selectOption('dark');
    const dark = await background();
    await page.reload();
    expect([light === dark, await background()]).toEqual([false, dark]);
    await page.context().close();
  });

  it('can be told the form, and says so where a form has no highlights', async () => {
    const { page } = await opened(1);
    await page.locator('#connection-button').click();
    await page.locator('#form').selectOption('2');
    await page.locator('#connection-form .primary').click();
    await page.locator('#highlights-body .trouble').waitFor();
    expect(await page.locator('#highlights-body').textContent()).toContain('nothing at that address');
    expect(await page.locator('.hero').isVisible()).toBe(true);
    await page.context().close();
  });
});

describe.skipIf(browser === undefined)('the explorer, shown a mock', { timeout: 60_000 }, () => {
  it.each([1, 2] as const)('of Form %d from a page that another deployment serves', async (form) => {
    if (browser === undefined) return;
    const [home, mock] = await Promise.all([deployments.empty(), deployments.mock(form)]);
    const { page, complaints, requests } = await watchedPage(browser);
    await page.goto(`${home.url}/#base=${encodeURIComponent(mock.url)}&key=any`);
    await page.locator('.heat').waitFor();
    expect(await page.locator('#connection-button').textContent()).toContain(`Form ${form}`);
    expect(await page.locator('.hero').textContent()).toMatch(/^\d+ (person|people) in line$/);
    expect(await page.locator('#highlights').isVisible()).toBe(form === 2);
    expect(complaints).toEqual([]);
    const asked = requests.filter((request) => request.url().includes('/api/v1/'));
    expect(asked.filter((request) => !request.url().startsWith(mock.url))).toEqual([]);
    await page.context().close();
  });
});
