import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { closeProfiles } from '../../tools/testing/browser/shared-chromium.fixture.ts';
import { buildSite } from '../build.ts';
import { PROJECT } from '../contents.ts';
import { fingerprint, isFresh } from '../fingerprint.ts';
import { type StaticHost, startStaticHost } from './static-host.fixture.ts';

/** The site that `npm test` builds before the tests. */
const DIST = join(PROJECT, 'docs-site/dist');
const CACHE = join(PROJECT, 'node_modules/.cache');

/** A site built for tests, and served under a path as a static host does. */
export interface ServedSite extends StaticHost {
  /** The paths of all HTML pages. */
  readonly pages: readonly string[];
}

/** The site, served while the tests of a file run; without a browser, they have none. Closes the browser after them. */
export function siteUnderTest(browser: Browser | undefined): Pick<ServedSite, 'url' | 'origin' | 'pages'> {
  let served: ServedSite | undefined;
  beforeAll(async () => {
    if (browser !== undefined) served = await serveBuiltSite();
  }, 180_000);
  afterAll(async () => {
    await closeProfiles(browser);
    await served?.close();
  });
  const site = () => {
    if (served === undefined) throw new Error('the site is served during tests only');
    return served;
  };
  return {
    get url() {
      return site().url;
    },
    get origin() {
      return site().origin;
    },
    get pages() {
      return site().pages;
    },
  };
}

async function serveBuiltSite(): Promise<ServedSite> {
  const folder = await builtSite();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pages = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
  return { ...(await startStaticHost(folder)), pages };
}

/** The site of the current sources, which the tests of several files and runs share. */
export async function builtSite(): Promise<string> {
  if (await isFresh(DIST)) return DIST;
  const name = `docs-site-${(await fingerprint()).slice(0, 16)}`;
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const staging = await mkdtemp(`${folder}-`);
  await buildSite(staging);
  // Another test may have built the same site meanwhile.
  await rename(staging, folder).catch(async (error: unknown) => {
    if (!existsSync(folder)) throw error;
    await rm(staging, { recursive: true });
  });
  for (const other of await readdir(CACHE))
    if (other.startsWith('docs-site-') && !other.startsWith(name))
      await rm(join(CACHE, other), { recursive: true, force: true });
  return folder;
}
