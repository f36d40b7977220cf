import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

/** Serves the metrics of one process, apart from the API and without a key. */
export interface MetricsServer {
  /** The address to scrape. */
  readonly url: string;
  close(): Promise<void>;
}

export interface MetricsAddress {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

/** Starts to listen; rejects when it cannot. `onError` is called when a scrape fails. */
export async function serveMetrics(
  registry: Registry,
  { host, port }: MetricsAddress,
  onError: (error: unknown) => void,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET') return void response.writeHead(405, { Allow: 'GET' }).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      (error: unknown) => {
        onError(error);
        response.writeHead(500).end();
      },
    );
  });
  await listening(server.listen(port, host));
  const { port: chosen } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${chosen}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });
}
