import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';

/** A page and everything that it did. */
export interface Watched {
  readonly page: Page;
  readonly requests: readonly Request[];
  /** Errors and warnings of the console, and uncaught errors. */
  readonly complaints: readonly string[];
}

/** Opens a page in a profile of its own, in a time zone far from the line's. */
export async function watchedPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ timezoneId: 'Europe/Berlin', locale: 'en-US', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const requests: Request[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => void requests.push(request));
  page.on('pageerror', (error) => void complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return { page, requests, complaints };
}

/** What axe finds wrong with a page that is serious or worse, one line each. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  // Through the debugger, since the page's own policy lets no foreign script in.
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as axe.AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
