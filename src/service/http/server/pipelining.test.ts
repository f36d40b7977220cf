/** Requests that clients send without waiting for the responses before them. */
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { connected, everything, listeningServers, parsedResponse } from '../raw-socket.fixture.ts';
import { services, shared } from '../service-under-test.fixture.ts';
import { MAX_WAITING } from './connections.ts';
import { createHttpServer } from './http-server.ts';

const serve = listeningServers();

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const LAST = get('/last', 'Connection: close\r\n');

const serverOf = (listener: RequestListener): Server => createHttpServer(listener, pino({ level: 'silent' }));

/** A service whose responses end when the test says so. */
async function held() {
  const paths: string[] = [];
  const responses: ServerResponse[] = [];
  const server = serverOf((request, response) => {
    paths.push(request.url as string);
    responses.push(response);
  });
  return { url: await serve(server), server, paths, responses };
}

describe('requests that are sent at once on one connection', () => {
  it('are handled one after the other, and get their responses in order', async () => {
    const { url, paths, responses } = await held();
    const socket = await connected(url);
    const received = everything(socket);
    socket.write(`${get('/1')}${get('/2')}${get('/3')}${LAST}`);
    for (const path of ['/1', '/2', '/3', '/last']) {
      await expect.poll(() => paths.at(-1)).toBe(path);
      expect(responses.length).toBe(paths.length);
      responses.at(-1)?.end(path);
    }
    const bodies = (await received).split(/(?=HTTP\/1\.1 )/).map((text) => parsedResponse(text).body);
    expect(bodies.map((body) => body.match(/\/\w+/)?.[0])).toEqual(['/1', '/2', '/3', '/last']);
    expect(paths).toEqual(['/1', '/2', '/3', '/last']);
  });

  it('may have bodies, and may be large', async () => {
    const bodies: number[] = [];
    const server = serverOf(async (request, response) => {
      let bytes = 0;
      for await (const chunk of request) bytes += (chunk as Buffer).length;
      bodies.push(bytes);
      response.end('ok');
    });
    const socket = await connected(await serve(server));
    const received = everything(socket);
    const post = (bytes: number) =>
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`;
    const sizes = [5, 200_000, 0, 70_000, 1];
    socket.write(sizes.map(post).join('') + LAST);
    expect((await received).match(/(?<=HTTP\/1\.1 )\d{3}/g)).toHaveLength(6);
    expect(bodies).toEqual([...sizes, 0]);
  });

  it('are all responded to, however many come one chunk after the other', async () => {
    const socket = await connected(await serve(serverOf((_, response) => void response.end('ok'))));
    const received = everything(socket);
    // A chunk has at most 64 KB, so no more than six of them.
    const large = get('/', `X-Padding: ${'x'.repeat(12_000)}\r\n`);
    for (let n = 0; n < 50; n += 1) socket.write(large.repeat(6));
    socket.write(LAST);
    expect((await received).match(/HTTP\/1\.1 200/g)).toHaveLength(301);
  });

  it('are not read while some of them wait', async () => {
    const { url, responses } = await held();
    const socket = await connected(url);
    const chunk = get('/', `X-Padding: ${'x'.repeat(12_000)}\r\n`).repeat(10);
    for (let n = 0; n < 200; n += 1) socket.write(chunk);
    await expect.poll(() => responses.length).toBe(1);
    const served = responses[0]?.req.socket;
    // What the machine buffers is not read; a response that is sent piece by piece doesn't change it.
    for (let n = 0; n < 50; n += 1) {
      responses[0]?.write('x'.repeat(1000));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(served?.bytesRead).toBeLessThanOrEqual(2 * 65_536);
    expect(responses.length).toBe(1);
    socket.destroy();
  });

  it('are forgotten when the client leaves', async () => {
    const { url, paths, responses } = await held();
    const socket = await connected(url);
    socket.write(get('/').repeat(10));
    await expect.poll(() => paths.length).toBe(1);
    const closed = once(responses[0] as ServerResponse, 'close');
    socket.resetAndDestroy();
    // The service, which doesn't read, notices it when it writes.
    const writing = setInterval(() => responses[0]?.write('x'), 1);
    await closed;
    clearInterval(writing);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(paths.length).toBe(1);
  });

  it('are cut off when too many wait, and the rest of them is not even parsed', async () => {
    const { url, server, paths } = await held();
    const reasons: unknown[] = [];
    server.on('clientError', ({ code }: NodeJS.ErrnoException) => reasons.push(code));
    const socket = await connected(url);
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.resume().write(get('/').repeat(MAX_WAITING + 2) + get('/').repeat(1000));
    await closed;
    expect(paths.length).toBe(1);
    expect(reasons).toEqual(['HPE_CB_HEADERS_COMPLETE']);
  });

  it('let other connections have their turn in between', async () => {
    const order: string[] = [];
    const server = serverOf((request, response) => {
      order.push(request.url as string);
      response.end('ok');
    });
    const url = await serve(server);
    const sockets = await Promise.all([connected(url), connected(url)]);
    const received = sockets.map(everything);
    sockets[0]?.write(get('/first').repeat(10) + LAST);
    sockets[1]?.write(get('/second').repeat(10) + LAST);
    await Promise.all(received);
    expect(order.indexOf('/second')).toBeLessThan(order.lastIndexOf('/first'));
  });
});

describe('many files that are asked for at once', () => {
  const service = shared(services());
  const files = () =>
    readdirSync('/proc/self/fd').filter((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`).includes('explorer.js');
      } catch {
        return false;
      }
    }).length;

  it.skipIf(process.platform !== 'linux')('leave no descriptor open, even if nobody reads them', async () => {
    const socket = await connected(service().url);
    socket.pause().write(get('/explorer.js').repeat(MAX_WAITING));
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(500);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(files()).toBe(0);
    socket.destroy();
    const response = await fetch(`${service().url}/explorer.js`);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100_000);
    expect(files()).toBe(0);
  });
});
