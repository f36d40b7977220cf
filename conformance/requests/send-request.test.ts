import { createServer, type RequestListener, type Server } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createSendRequest, type Received, StaleConnection } from './send-request.ts';

const servers: Server[] = [];

afterEach(async () => {
  sendRequest = createSendRequest();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serving(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api/v1/status?a=b`);
}

let sendRequest = createSendRequest();
const send = (url: URL, method = 'GET', headers: Record<string, string> = {}) =>
  sendRequest(url, { method, headers, redirect: 'manual', signal: AbortSignal.timeout(5000) });

async function textOf({ body }: Received): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('sendRequest', () => {
  it.each([200, 204, 304, 302, 401, 407, 418, 503, 999])('returns status %i', async (status) => {
    const url = await serving((_request, response) => response.writeHead(status).end());
    expect((await send(url)).status).toBe(status);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', Buffer.from],
  ] as const)('decodes a body in %s', async (coding, encode) => {
    const url = await serving((_request, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(encode(Buffer.from('{"räksmörgås":1}'))),
    );
    expect(await textOf(await send(url))).toBe('{"räksmörgås":1}');
  });

  it('fails on a body that does not match its Content-Encoding', async () => {
    const url = await serving((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'),
    );
    await expect(textOf(await send(url))).rejects.toThrow();
  });

  it('fails on a truncated body', async () => {
    const url = await serving((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half');
      setTimeout(() => response.destroy(), 10);
    });
    await expect(textOf(await send(url))).rejects.toThrow();
  });

  it('sends method, path, query and headers, and an empty body', async () => {
    const seen: unknown[] = [];
    const url = await serving((request, response) => {
      const { authorization, 'content-length': length } = request.headers;
      seen.push([request.method, request.url, authorization, length ?? '0']);
      request.resume().on('end', () => response.end());
    });
    await send(url, 'POST', { authorization: 'Token k' });
    expect(seen).toEqual([['POST', '/api/v1/status?a=b', 'Token k', '0']]);
  });

  it('says so if the server closed a kept-alive connection, and reuses none after that', async () => {
    let requests = 0;
    const sockets = new Set<unknown>();
    const url = await serving((request, response) => {
      requests += 1;
      sockets.add(request.socket);
      if (requests === 2) request.socket.destroy();
      else response.end('kept');
    });
    await textOf(await send(url));
    await expect(send(url)).rejects.toThrow(StaleConnection);
    expect(await textOf(await send(url))).toBe('kept');
    expect(await textOf(await send(url))).toBe('kept');
    expect([requests, sockets.size]).toEqual([4, 3]);
  });

  it('reports a refused connection', async () => {
    const url = await serving((_request, response) => response.end());
    const [server] = servers.splice(0);
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
    await expect(send(url)).rejects.toThrow('ECONNREFUSED');
  });
});
