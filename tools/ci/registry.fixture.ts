import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** A registry of npm with one version of one package, on a free port of 127.0.0.1. */
export interface Registry {
  readonly url: string;
  readonly close: () => void;
}

/** Serves a tarball as npm expects it. */
export async function serveRegistry(
  tarball: string,
  manifest: { readonly name: string; readonly version: string },
): Promise<Registry> {
  const bytes = readFileSync(tarball);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const { name, version } = manifest;
  const server = createServer((request, response) => {
    const url = `http://${request.headers.host}/${name}`;
    if (request.url === `/${name}`) {
      const released = { ...manifest, dist: { tarball: `${url}/${version}.tgz`, integrity } };
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: released } }),
      );
    } else if (request.url === `/${name}/${version}.tgz`) response.end(bytes);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
