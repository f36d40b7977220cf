import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildSite } from '../build.ts';
import { type StaticHost, startStaticHost } from './static-host.fixture.ts';

/** A site built for a test, and served under a path as a static host does. */
export interface ServedSite extends StaticHost {
  /** The paths of all HTML pages. */
  readonly pages: readonly string[];
}

export async function serveBuiltSite(): Promise<ServedSite> {
  const root = await mkdtemp(join(tmpdir(), 'site-'));
  const folder = join(root, 'site');
  await buildSite(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pages = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
  const host = await startStaticHost(folder);
  return {
    ...host,
    pages,
    async close() {
      await host.close();
      await rm(root, { recursive: true });
    },
  };
}
