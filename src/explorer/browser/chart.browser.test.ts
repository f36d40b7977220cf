import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { watchedPage } from '../../../tools/testing/browser/watched-page.fixture.ts';
import { explorerUnderTest } from './explorer-under-test.fixture.ts';

const { browser, profile, demo, opened } = await explorerUnderTest();

describe.skipIf(browser === undefined)('the chart of the explorer', { timeout: 60_000 }, () => {
  if (browser === undefined || profile === undefined) return;
  const cells = (page: Page) =>
    page
      .locator('#chart-body tr')
      .evaluateAll((rows) =>
        (rows as unknown as { cells: { textContent: string }[] }[]).map((row) =>
          [...row.cells].map(({ textContent }) => textContent),
        ),
      );

  it.each([1, 2] as const)('draws Form %d to now, where the line ends at the estimate', async (form) => {
    const { page, body } = await opened(demo(form).address);
    const status = await body<{ estimate_value: number }>('status');
    const chart = await body<{ scatter: unknown[] }>('chart');
    await expect
      .poll(async () => (await page.locator('#chart .legend').textContent()) ?? '')
      .toContain('typical Friday');
    // By the gridlines, as a person reads it: the dot of now, at the end of the line, has the height of the estimate.
    const people = await page.evaluate(`(() => {
      const svg = document.querySelector('#chart-body svg.plot');
      const middle = (shape) => { const { top, bottom } = shape.getBoundingClientRect(); return (top + bottom) / 2; };
      const label = Math.max(...[...svg.querySelectorAll('[data-mark="y-axis tick label"] text')].map((one) => Number(one.textContent)));
      const lines = [...svg.querySelectorAll('[data-mark="y-axis tick"] path')].map(middle);
      const [bottom, top] = [Math.max(...lines), Math.min(...lines)];
      return ((bottom - middle(svg.querySelector('[data-mark="dot"] circle[r="5"]'))) / (bottom - top)) * label;
    })()`);
    expect(people).toBeCloseTo(status.estimate_value, 0);
    expect(await page.locator('#chart-body [data-mark="dot"] circle[r="3"]').count()).toBe(
      chart.scatter.length,
    );
    await page.locator('#chart-body summary').click();
    // The table is filled by an event after it opens.
    await expect
      .poll(async () => (await cells(page)).find(([time]) => time?.endsWith('(now)')))
      .toEqual([
        expect.stringMatching(/^12:[34]\dpm/),
        String(Math.round(status.estimate_value * 10) / 10),
        expect.any(String),
      ]);
  });

  it('shows other ranges, with the average of each day in the middle of that day', async () => {
    const { page, complaints } = await opened(demo(2).address);
    await page.getByRole('button', { name: '7 days' }).click();
    await page.getByRole('heading', { name: 'Sat 10 Oct – Fri 16 Oct' }).waitFor();
    // The chart of today stays until the week's data arrives.
    const middles = () =>
      page.evaluate(`(() => {
        const svg = document.querySelector('#chart-body svg.plot');
        const grid = svg.querySelector('[data-mark="y-grid"] line');
        const [start, end] = ['x1', 'x2'].map((name) => Number(grid.getAttribute(name)));
        return [...svg.querySelectorAll('[data-mark="dot"] circle')].map((dot) => (7 * (dot.getAttribute('cx') - start)) / (end - start));
      })()`);
    await expect.poll(middles).toEqual([0, 1, 2, 3, 4, 5, 6].map((day) => expect.closeTo(day + 0.5)));
    await page.locator('#chart-body summary').click();
    await expect.poll(() => page.locator('#chart-body tbody tr').count()).toBe(7);
    await page.getByRole('button', { name: 'Previous range' }).click();
    await page.getByRole('heading', { name: 'Sat 3 Oct – Fri 9 Oct' }).waitFor();

    // All reports have room for the months below the days.
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('heading', { name: 'All reports' }).waitFor();
    await expect.poll(() => page.locator('#chart-body svg.plot').textContent()).toContain('Aug');
    const isHeld = await page.evaluate(`(() => {
      const svg = document.querySelector('#chart-body svg.plot');
      const labels = [...svg.querySelectorAll('[data-mark="x-axis tick label"] text')];
      return labels.every((label) => label.getBoundingClientRect().bottom <= svg.getBoundingClientRect().bottom);
    })()`);
    expect(isHeld).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('accepts a date typed in one go or with a pause, and requests only complete dates', async () => {
    const { page, requests, complaints } = await watchedPage(profile);
    await page.clock.install();
    await page.goto(demo(2).address);
    await page.locator('.heat-map').waitFor();
    const sent = () =>
      requests.map((request) => new URL(request.url())).filter(({ pathname }) => pathname.endsWith('/chart'));
    await page.getByRole('button', { name: 'Dates, download' }).click();
    await page.locator('#since').focus();
    await page.keyboard.type('10012025');
    expect(await page.locator('#since').inputValue()).toBe('2025-10-01');
    await page.keyboard.press('Enter');
    await expect.poll(() => sent().at(-1)?.search).toBe('?since=2025-10-01&until=2026-10-16');
    await page.getByRole('heading', { name: 'Wed 1 Oct 2025 – Fri 16 Oct 2026' }).waitFor();

    await page.locator('#until').focus();
    await page.keyboard.type('0930');
    // A pause loads the range, and keeps the focus in the field.
    await page.clock.runFor(1500);
    await page.getByRole('heading', { name: 'Wed 1 Oct 2025 – Wed 30 Sep 2026' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('until');
    await page.keyboard.type('2');
    await page.clock.runFor(1500);
    expect(await page.getByText('must be a date').count()).toBe(0);
    await page.keyboard.type('025');
    await page.keyboard.press('Tab');
    await page.getByText('“From” must not be after “to”.').waitFor();
    expect(await page.locator('#until').inputValue()).toBe('2025-09-30');
    expect(sent().filter(({ search }) => /=0/.test(search))).toEqual([]);
    await page.locator('#until').fill('2025-10-01');
    await page.locator('#until').press('Enter');
    await page.getByRole('heading', { name: 'Wed 1 Oct 2025', exact: true }).waitFor();
    expect(await page.getByText('“From” must not be').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('downloads the reports of the range', async () => {
    const { url, key, address } = demo(2);
    const { page, complaints } = await opened(`${address}&range=2026-10-12..2026-10-14`);
    await page.getByRole('heading', { name: 'Mon 12 Oct – Wed 14 Oct' }).waitFor();
    await page.locator('#chart-more').focus();
    await page.keyboard.press('Enter');
    const downloaded = async (): Promise<Download> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('#download').press('Enter'),
      ]);
      return download;
    };
    const download = await downloaded();
    const response = await fetch(`${url}/api/v1/export.csv?since=2026-10-12&until=2026-10-14`, {
      headers: { Authorization: `Token ${key}` },
    });
    expect(download.suggestedFilename()).toBe('headcount-reports-2026-10-12-to-2026-10-14.csv');
    expect(await readFile(await download.path(), 'utf8')).toBe(await response.text());
    // All reports have a name with a date, too.
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('heading', { name: 'All reports' }).waitFor();
    expect((await downloaded()).suggestedFilename()).toBe('headcount-reports-to-2026-10-16.csv');
    expect(complaints).toEqual([]);
  });
});
