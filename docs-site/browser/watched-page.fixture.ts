import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
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

/** A tab of a shared profile. Tests use it one after the other. */
interface Tab {
  readonly page: Page;
  readonly session: CDPSession;
  readonly viewport: { width: number; height: number } | null;
  /** Whether a test changed what no reset takes back. */
  isSpoiled: boolean;
}

/** The methods of a page whose effects last until it closes. */
const LASTING = ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction'] as const;

/** The tabs that no test uses, by profile. */
const idle = new WeakMap<BrowserContext, Tab[]>();

/**
 * Opens a page in a new profile, or a tab of one that tests share: a tab whose process runs takes half the processor
 * time of a new one. After the test, closes the new profile, or removes all that the test left in the tab and the profile.
 */
export async function watchedPage(
  place: Browser | BrowserContext,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  if (!('pages' in place)) {
    const context = await newProfile(place, options);
    onTestFinished(() => context.close());
    return watch(await context.newPage());
  }
  const tab = idle.get(place)?.pop() ?? (await newTab(place));
  const watched = watch(tab.page);
  onTestFinished(({ task }) => {
    if (task.result?.state !== 'pass') tab.isSpoiled = true;
    return reset(tab, watched.requests);
  });
  return watched;
}

async function newTab(profile: BrowserContext): Promise<Tab> {
  const page = await profile.newPage();
  const session = await profile.newCDPSession(page);
  const tab: Tab = { page, session, viewport: page.viewportSize(), isSpoiled: false };
  for (const name of LASTING) {
    const method = page[name].bind(page) as (...args: readonly unknown[]) => unknown;
    const spoil = (...args: readonly unknown[]) => {
      tab.isSpoiled = true;
      return method(...args);
    };
    Object.defineProperty(page, name, { value: spoil });
  }
  return tab;
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

/** The events that `watch` listens to. */
const WATCHED = ['request', 'response', 'pageerror', 'console'];

/** Removes what a test left, and keeps the tab for the next one; closes it if something may stay in it. */
async function reset(tab: Tab, requests: readonly Request[]): Promise<void> {
  const { page, session, viewport } = tab;
  const profile = page.context();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await profile.setOffline(false);
  // A page without an origin, or whose storage a test has blocked, has no storage.
  await page.evaluate('try { localStorage.clear(); sessionStorage.clear(); window.name = "" } catch {}');
  const opened = requests.filter((request) => request.isNavigationRequest());
  const origins = new Set(opened.map((request) => new URL(request.url()).origin));
  await page.goto('about:blank');
  await profile.clearCookies();
  for (const origin of origins)
    if (origin !== 'null')
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
  // Each origin has a session storage of its own, which only a page of the origin or a closed tab removes.
  if (tab.isSpoiled || origins.size !== 1 || origins.has('null')) {
    await page.close();
    return;
  }
  for (const event of WATCHED) page.removeAllListeners(event);
  if (viewport !== null) await page.setViewportSize(viewport);
  await page.mouse.move(0, 0);
  await session.send('Page.resetNavigationHistory');
  idle.set(profile, [...(idle.get(profile) ?? []), tab]);
}

const IS_SETTLED = `document.querySelector('[aria-busy="true"]') === null && document.getAnimations().length === 0`;

/** The impacts of violations that no page may have. */
export const SERIOUS: readonly string[] = ['serious', 'critical'];

/** Skips the contrast rule, the slowest rule of axe, on pages whose colors another page already covers. */
export const WITHOUT_CONTRAST = { rules: { 'color-contrast': { enabled: false } } } as const;

/** Only the rules about colors, for a page whose structure has been checked in another theme. */
export const ONLY_COLORS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Half as large as the other file, which a page would take as long to compile as to check. */
const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** The violations that axe finds, one line each, filtered by impact or rule. */
export async function violations(
  page: Page,
  kinds: readonly string[] = SERIOUS,
  options: axe.RunOptions = {},
): Promise<readonly string[]> {
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
