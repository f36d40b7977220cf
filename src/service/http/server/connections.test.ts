/** An honest client gets in, whatever others do with their connections. */
import { once } from 'node:events';
import { request as httpRequest, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { listeningServers } from '../raw-socket.fixture.ts';
import { connectionsWithin, descriptorLimit } from './connections.ts';
import { CONNECTION_LIMITS, createHttpServer } from './http-server.ts';

const MAX = 40;
const listening = listeningServers();
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const LARGE = Buffer.alloc(12 << 20);

/** A service that sends a large response, none, or a small one. */
async function serving(): Promise<{ readonly server: Server; readonly port: number }> {
  const limits = { ...CONNECTION_LIMITS, maxConnections: MAX };
  const server = createHttpServer(
    (request, response) => {
      if (request.url === '/large') response.end(LARGE);
      else if (request.url !== '/never') response.end('ok');
    },
    pino({ level: 'silent' }),
    limits,
  );
  return { server, port: Number(new URL(await listening(server)).port) };
}

/** Opens connections from an address of this machine that send something and never read. */
async function attack(port: number, count: number, bytes: string, localAddress = '127.0.0.1') {
  const opened = Array.from({ length: count }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    socket.on('error', () => undefined).pause();
    socket.write(bytes);
    return socket;
  });
  await Promise.all(opened.map((socket) => once(socket, 'connect')));
  return opened;
}

/** The status of a new connection's request; null if it is refused. */
function honest(port: number, localAddress = '127.0.0.1'): Promise<number | null> {
  return new Promise((resolve) => {
    const request = httpRequest({ port, host: '127.0.0.1', localAddress, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? null));
    });
    request.once('error', () => resolve(null)).end();
  });
}

/** Waits until the service has closed what it could. */
async function roomIsMade(server: Server): Promise<void> {
  const open = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(open).toBeLessThanOrEqual(0.9 * MAX);
}

/** The attackers come from 127.0.0.2, and an honest client from there or from another network. */
describe.skipIf(process.platform !== 'linux')('beside connections that', () => {
  it.each([
    ['send nothing', '', '127.0.0.1'],
    ['stop in the header', 'GET / HTTP/1.1\r\nHost: a\r\n', '127.0.0.2'],
    ['stop in the body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1', '127.0.0.1'],
    ['wait after a response', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', '127.0.0.2'],
    ['do not read their response', 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n', '127.0.0.1'],
    ['do not read many responses', 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50), '127.0.0.2'],
  ])('%s, a client gets in, when it comes and later', async (_, bytes, address) => {
    const { server, port } = await serving();
    for (const count of [2 * MAX, MAX]) {
      await attack(port, count, bytes, '127.0.0.2');
      await expect.poll(() => honest(port, address)).toBe(200);
    }
    await roomIsMade(server);
    for (let n = 0; n < 10; n += 1) expect(await honest(port, address)).toBe(200);
  });
});

describe('when there are nearly too many connections', () => {
  it('those for which the service is at work stay open', async () => {
    const { port } = await serving();
    const busy = await attack(port, MAX - 1, 'GET /never HTTP/1.1\r\nHost: a\r\n\r\n');
    for (const socket of busy) socket.resume();
    await delay(1100);
    for (let n = 0; n < 5; n += 1) await honest(port);
    await delay(20);
    expect(busy.filter((socket) => socket.closed)).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('a network with most of them loses its own first', async () => {
    const { server, port } = await serving();
    const large = 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n';
    const [quiet] = await attack(port, 1, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', '127.0.0.3');
    // A socket that isn't read doesn't notice that it was closed.
    quiet?.resume();
    await attack(port, 0.75 * MAX, large, '127.0.0.2');
    // From now on, each of these may be closed.
    await delay(1100);
    await attack(port, 0.25 * MAX, large, '127.0.0.2');
    await expect.poll(() => honest(port, '127.0.0.4')).toBe(200);
    await roomIsMade(server);
    for (let n = 0; n < 10; n += 1) expect(await honest(port, '127.0.0.4')).toBe(200);
    expect(quiet?.closed).toBe(false);
  });
});

it('a shutdown waits until a slow client has read a response that has ended', async () => {
  const { server, port } = await serving();
  const [slow] = await attack(port, 1, 'GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const [idle] = await attack(port, 1, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await delay(300);
  server.closeIdleConnections();
  let bytes = 0;
  slow?.resume().on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await once(slow as Socket, 'close');
  expect(bytes).toBeGreaterThan(LARGE.length);
  server.closeIdleConnections();
  await once(idle?.resume() as Socket, 'close');
});

it('the connections leave room for files and databases', () => {
  expect(connectionsWithin(1024)).toBe(614);
  expect(connectionsWithin(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  expect(descriptorLimit()).toBeGreaterThan(100);
});
