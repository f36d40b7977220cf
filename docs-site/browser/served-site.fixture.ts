import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import express from 'express';
import { buildSite } from '../build.ts';
import { NOT_FOUND } from '../not-found.ts';

/** A site built for a test, and served under a path as a static host does. */
export interface ServedSite {
  readonly url: string;
  readonly origin: string;
  /** The paths of all HTML pages. */
  readonly pages: readonly string[];
  close(): Promise<void>;
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
  const app = express()
    .use('/some/where', express.static(folder))
    .use((_request, response) => response.status(404).sendFile(join(folder, NOT_FOUND)));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/some/where`,
    origin,
    pages,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(root, { recursive: true });
    },
  };
}
