import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { HttpRequest, HttpResponse, Options } from './options.ts';

/** Anything that responds: the reference, or the reference behind a fault. */
export type Service = {
  readonly options: Options;
  readonly respond: (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;
};

/** Serves on a free port of 127.0.0.1; the URL includes the service's prefix. */
export async function serve(service: Service): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(listenerOf(service));
  server.keepAliveTimeout = 500;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}${service.options.prefix}`, close };
}

/** The service as a request listener of `node:http`. */
export function listenerOf(service: Service): RequestListener {
  return (incoming, outgoing) => {
    handle(service, incoming, outgoing).catch((error: unknown) => {
      outgoing.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
    });
  };
}

/** The same service as a function with the signature of `fetch`, without a socket or compression. */
export function fetchOf(
  service: Service,
): (url: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const incoming = new Request(input, init);
    const url = new URL(incoming.url);
    const headers: Record<string, string> = { host: url.host };
    for (const [name, value] of incoming.headers) headers[name] = value;
    if (service.options.delay > 0) await wait(service.options.delay);
    const response = await service.respond({
      method: incoming.method,
      path: url.pathname,
      query: url.searchParams,
      headers,
    });
    const isEmpty = incoming.method === 'HEAD' || [204, 304].includes(response.status);
    // A text would get a content type
    const body = isEmpty ? null : Buffer.from(response.body);
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

async function handle(service: Service, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  incoming.resume();
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) headers[name] = String(value);
  if (service.options.delay > 0) await wait(service.options.delay);
  const response = await service.respond({
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers,
  });
  const zip =
    service.options.compress &&
    (headers['accept-encoding'] ?? '').includes('gzip') &&
    response.body.length > 60;
  const body = zip ? gzipSync(response.body) : Buffer.from(response.body);
  const encoding = zip ? { 'content-encoding': 'gzip', vary: 'Accept-Encoding' } : {};
  outgoing.sendDate = false;
  outgoing.writeHead(response.status, { ...response.headers, ...encoding, 'content-length': body.length });
  outgoing.end(incoming.method === 'HEAD' ? undefined : body);
}
