import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Page,
  Request,
  Response,
} from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

/** A page, with its requests and errors. */
export interface Watched {
  readonly page: Page;
  readonly requests: readonly Request[];
  /** Errors and warnings on the console, and uncaught errors. */
  readonly complaints: readonly string[];
  /** The JSON of the last response of the API to a path and query below `/api/v1/`. */
  readonly body: <Body>(path: string) => Promise<Body>;
}

/** A new profile, in another time zone than the venue's. */
export function newProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({ timezoneId: 'Europe/Berlin', locale: 'en-US', ...options });
}

/**
 * Opens a page in a new profile, or in one that tests share, with the scripts that it has compiled: that takes a quarter less
 * processor time. When the test ends, closes the page, and removes what it has stored.
 */
export async function watchedPage(
  place: Browser | BrowserContext,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const isShared = 'pages' in place;
  const context = isShared ? place : await newProfile(place, options);
  const page = await context.newPage();
  onTestFinished(() => (isShared ? forget(page) : context.close()));
  return watch(page);
}

/** Records the requests and errors of a new page. */
export function watch(page: Page): Watched {
  page.setDefaultTimeout(15_000);
  const requests: Request[] = [];
  const complaints: string[] = [];
  const responses = new Map<string, Response>();
  page.on('request', (request) => void requests.push(request));
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    responses.set(`${pathname}${search}`, response);
  });
  page.on('pageerror', (error) => void complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  const body = async <Body>(path: string) => (await responses.get(`/api/v1/${path}`)?.json()) as Body;
  return { page, requests, complaints, body };
}

async function forget(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.context().clearCookies();
  // A page without an origin has no storage.
  await page.evaluate('try { localStorage.clear() } catch {}');
  await page.close();
}

/** Code that scrolls can be focused a moment after it is shown. */
const IS_SETTLED = `document.querySelector('[aria-busy="true"]') === null && document.getAnimations().length === 0 &&
  [...document.querySelectorAll('.expressive-code pre')].every((code) => code.scrollWidth <= code.clientWidth || code.tabIndex === 0)`;

/** The impacts of violations that no page may have. */
export const SERIOUS: readonly string[] = ['serious', 'critical'];

/** Skips the contrast rule, the slowest rule of axe, on pages whose colors another page already covers. */
export const WITHOUT_CONTRAST = { rules: { 'color-contrast': { enabled: false } } } as const;

/** Only the rules about colors, for a page whose structure has been checked in another theme. */
export const ONLY_COLORS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Half as large as the other file, which a page would take as long to compile as to check. */
const AXE = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** The violations that axe finds, one line each, filtered by impact or rule. */
export async function violations(
  page: Page,
  kinds: readonly string[] = SERIOUS,
  options: axe.RunOptions = {},
): Promise<readonly string[]> {
  // Observers of sizes run after a frame has been drawn, such as the one by which code that scrolls can be focused.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  // What still loads is dimmed.
  await expect.poll(() => page.evaluate(IS_SETTLED), { timeout: 10_000 }).toBe(true);
  // Through the debugger, since the content security policy blocks other scripts.
  await page.evaluate(AXE);
  const found = (await page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...options })})`,
  )) as axe.AxeResults;
  return found.violations
    .filter(({ id, impact }) => kinds.includes(id) || kinds.includes(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
