import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Answer, Ask, Options } from './options.ts';

/** Anything that answers: a deployment, or one with a fault in front. */
export type Service = { readonly options: Options; readonly answer: (ask: Ask) => Answer | Promise<Answer> };

/** Serves on a free port of 127.0.0.1; the URL has the deployment's prefix. */
export async function serve(service: Service): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    handle(service, request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
    });
  });
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

/** The same service as a function with the signature of `fetch`, without a socket or compression. */
export function fetchOf(
  service: Service,
): (url: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const headers: Record<string, string> = { host: url.host };
    for (const [name, value] of request.headers) headers[name] = value;
    if (service.options.delay > 0) await wait(service.options.delay);
    const answer = await service.answer({
      method: request.method,
      path: url.pathname,
      query: url.searchParams,
      headers,
    });
    const body = request.method === 'HEAD' || [204, 304].includes(answer.status) ? null : answer.body;
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}

async function handle(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.resume();
  const url = new URL(request.url ?? '/', 'http://localhost');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value);
  if (service.options.delay > 0) await wait(service.options.delay);
  const answer = await service.answer({
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers,
  });
  const zip =
    service.options.compress &&
    (headers['accept-encoding'] ?? '').includes('gzip') &&
    answer.body.length > 60;
  const body = zip ? gzipSync(answer.body) : Buffer.from(answer.body);
  const encoding = zip ? { 'content-encoding': 'gzip', vary: 'Accept-Encoding' } : {};
  response.sendDate = false;
  response.writeHead(answer.status, { ...answer.headers, ...encoding, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}
