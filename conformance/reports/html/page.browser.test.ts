import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { closeProfiles, sharedChromium } from '../../../tools/testing/browser/shared-chromium.fixture.ts';
import {
  ONLY_COLORS,
  SERIOUS,
  violations,
  watchedPage,
} from '../../../tools/testing/browser/watched-page.fixture.ts';
import { FAULTS } from '../../reference/faults/catalogue.ts';
import { broken } from '../../reference/faults/fault.ts';
import { createReference } from '../../reference/service.ts';
import { judge, named } from '../../testing/run-gate.fixture.ts';
import { buildReport } from '../report.ts';
import { htmlOf } from './page.ts';

const { browser, notice } = await sharedChromium();
const folder = mkdtempSync(join(tmpdir(), 'report-'));
const file = join(folder, 'report.html');
const result = await judge(
  broken(named(FAULTS, 'scatter/middle-lost'), createReference({ count: 200, days: 20 })),
);
writeFileSync(
  file,
  htmlOf(
    buildReport(result.evidence, result, [], false),
    result.evidence,
    'https://docs.example/requirements.html',
  ),
);
afterAll(async () => {
  await closeProfiles(browser);
  rmSync(folder, { recursive: true });
});

const open = async (options: BrowserContextOptions) => {
  const watched = await watchedPage(browser as Browser, options);
  await watched.page.goto(pathToFileURL(file).href);
  return watched;
};
const unfold = "for (const one of document.querySelectorAll('details')) one.open = true";

describe.skipIf(browser === undefined)(`the HTML report (${notice ?? 'in a browser'})`, () => {
  it('fits wide and narrow screens with everything open, and axe finds nothing in light or dark', async () => {
    const { page, requests, complaints } = await open({
      viewport: { width: 390, height: 900 },
      colorScheme: 'light',
    });
    await page.evaluate(unfold);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await violations(page, ['minor', 'moderate', 'serious', 'critical'])).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1440);
    expect(await violations(page, SERIOUS, ONLY_COLORS)).toEqual([]);
    expect([requests.length, complaints]).toEqual([1, []]);
  }, 60_000);

  it('shows a failure with links to its sentence and its request, and opens what a link leads to', async () => {
    const { page } = await open({});
    const article = page.locator('article.fail').first();
    const id = await article.getAttribute('id');
    expect(await article.locator('.made a').getAttribute('href')).toBe(
      `https://docs.example/requirements.html#${id}`,
    );
    const link = article.getByRole('link', { name: /^Request \d+$/ }).first();
    const target = await link.getAttribute('href');
    await link.click();
    await page.locator(`${target} pre`).first().waitFor({ state: 'visible' });
  });
});
