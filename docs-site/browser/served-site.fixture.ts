import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
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

export async function serveBuiltSite(): Promise<ServedSite> {
  const folder = await builtSite();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pages = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
  return { ...(await startStaticHost(folder)), pages };
}

/** The site of the present sources, which the tests of several files and runs share. */
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
