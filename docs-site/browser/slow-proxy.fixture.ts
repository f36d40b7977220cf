import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** A deployment behind a proxy, whose responses a test delays or replaces. */
export interface SlowProxy {
  readonly url: string;
  /** Milliseconds before each response of the API. */
  delay: number;
  /** The status that matching paths get in place of their response; null for none. */
  failure: { readonly path: RegExp; readonly status: number } | null;
  /** Holds the requests to the API back until it resolves. */
  gate: Promise<void>;
}

/** Starts a proxy in front of a deployment, until the test ends. Pages and their files are not delayed. */
export async function slowProxy(target: string): Promise<SlowProxy> {
  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (path.startsWith('/api/')) {
      await proxy.gate;
      await setTimeout(proxy.delay);
    }
    const { failure } = proxy;
    if (failure?.path.test(path) !== true) return forward(target, incoming, outgoing);
    outgoing.writeHead(failure.status, { 'Content-Type': 'application/problem+json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy: SlowProxy = { url, delay: 0, failure: null, gate: Promise.resolve() };
  return proxy;
}

function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = 'GET', headers, url = '/' } = incoming;
  const outbound = request(`${target}${url}`, { method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  outbound.on('error', () => outgoing.destroy());
  incoming.pipe(outbound);
}
