import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { PROJECT } from '../contents.ts';

/** A folder that is served as a static host does. */
export interface StaticHost {
  /** With the path below which the folder is, without a slash at the end. */
  readonly url: string;
  readonly origin: string;
  close(): Promise<void>;
}

/** The header fields that docs/publishing.md asks hosts to set. */
export function publishedHeaders(): Map<string, string> {
  const guide = readFileSync(join(PROJECT, 'docs/publishing.md'), 'utf8');
  return new Map(
    [...guide.matchAll(/^\| `([\w-]+)` \| `(.+?)` \|/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** Serves a built site under a path, with the header fields and the 404 page that docs/publishing.md asks for. */
export async function startStaticHost(folder: string): Promise<StaticHost> {
  const app = express()
    .use((_request, response, next) => {
      response.setHeaders(publishedHeaders());
      next();
    })
    .use('/some/where', express.static(folder, { cacheControl: false }))
    .use((_request, response) =>
      response.status(404).sendFile('404.html', { root: folder, cacheControl: false }),
    );
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/some/where`,
    origin,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
