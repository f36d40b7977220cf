/** Many clients on plain sockets, which cost the machine little. */
import { connect, type Socket } from 'node:net';

/** The service, as attackers know it. */
export interface Target {
  readonly port: number;
  readonly key: string;
  /** The paths of all pages, documents and files without a key, the largest first. */
  readonly files: readonly string[];
}

export interface Storm {
  /** How many connections are open at once; each that ends is replaced. */
  readonly connections: number;
  /** The most connections in all. */
  readonly total: number;
  /** The bytes that connection number n writes. */
  bytes(n: number): Buffer | string;
  readonly writes?: 'at once' | 'byte by byte';
  readonly reads?: 'all' | 'slowly' | 'never';
  /** When a client closes its connection, if the service doesn't; by default at the end of the siege. */
  readonly leaves?: 'once connected' | 'once written';
}

/** Between two bytes of slow writers, and two reads of slow readers, in milliseconds. */
const PAUSE = 100;
/** Bytes that slow readers read at once. */
const SIP = 1024;

/**
 * Runs the clients of a storm until the signal, or until all connections have ended. Resolves with the number of connections that got a
 * response; null if the clients don't send a request at once and wait for its response.
 */
export function storm({ port }: Target, signal: AbortSignal, options: Storm): Promise<number | null> {
  const { connections, total, bytes, writes = 'at once', reads = 'all', leaves } = options;
  /** The open connections, and their action of every `PAUSE`. */
  const open = new Map<Socket, () => void>();
  let opened = 0;
  let responses = 0;
  const areWaiting = writes === 'at once' && reads !== 'never' && leaves === undefined && bytes(0).length > 0;
  const count = (socket: Socket) => {
    if (socket.bytesRead > 0) responses += 1;
  };
  return new Promise((resolve) => {
    const ticking = setInterval(() => {
      for (const tick of open.values()) tick();
    }, PAUSE);
    const end = () => {
      clearInterval(ticking);
      for (const socket of open.keys()) {
        count(socket);
        socket.destroy();
      }
      resolve(areWaiting ? responses : null);
    };
    const client = (): void => {
      const given = bytes(opened);
      const written = typeof given === 'string' ? Buffer.from(given) : given;
      opened += 1;
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      if (reads === 'all') socket.resume();
      else socket.pause();
      let at = 0;
      open.set(socket, () => {
        if (reads === 'slowly') socket.read(SIP);
        if (writes === 'byte by byte' && at < written.length && !socket.connecting) {
          socket.write(written.subarray(at, at + 1));
          at += 1;
        }
      });
      socket.once('connect', () => {
        if (leaves === 'once connected') socket.destroy();
        else if (writes === 'at once')
          socket.write(written, () => leaves === 'once written' && socket.destroy());
      });
      // A connection that is refused or reset has ended.
      socket.on('error', () => undefined);
      socket.once('close', () => {
        open.delete(socket);
        if (signal.aborted) return;
        count(socket);
        if (opened < total) client();
        else if (open.size === 0) end();
      });
    };
    signal.addEventListener('abort', end);
    for (let n = 0; n < Math.min(connections, total); n += 1) client();
  });
}

/** A GET request as it is written. Its connection closes after it, unless `fields` say otherwise. */
export function get(path: string, fields: Readonly<Record<string, string>> = {}): string {
  const all = Object.entries({ Host: 'localhost', Connection: 'close', ...fields });
  return `GET ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
