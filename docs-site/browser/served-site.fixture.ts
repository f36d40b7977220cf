import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { closeProfiles } from '../../tools/testing/browser/shared-chromium.fixture.ts';
import { buildSite } from '../build.ts';
import { PROJECT } from '../contents.ts';
import { isFresh } from '../fingerprint.ts';
import { type StaticHost, startStaticHost } from './static-host.fixture.ts';

/** The site that `npm test` builds before the tests. */
const DIST = join(PROJECT, 'docs-site/dist');

/** A site that is served while tests run. */
export interface SiteUnderTest {
  url: string;
  origin: string;
  /** The paths of all HTML pages. */
  pages: readonly string[];
}

/** The site, served while the tests of a file run; without a browser, they have none. Closes the browser after them. */
export function siteUnderTest(browser: Browser | undefined): Readonly<SiteUnderTest> {
  const site: SiteUnderTest = { url: '', origin: '', pages: [] };
  let host: StaticHost | undefined;
  beforeAll(async () => {
    if (browser === undefined) return;
    host = await startStaticHost(await builtSite());
    const pages = globSync('**/*.html', { cwd: DIST }).map((path) => path.replaceAll('\\', '/'));
    Object.assign(site, { url: host.url, origin: host.origin, pages: pages.toSorted() });
  }, 180_000);
  afterAll(async () => {
    await closeProfiles(browser);
    await host?.close();
  });
  return site;
}

/** Builds the site of the current sources, unless it is there. */
export async function builtSite(): Promise<string> {
  if (!(await isFresh(DIST))) await buildSite(DIST);
  return DIST;
}
