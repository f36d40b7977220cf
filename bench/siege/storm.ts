/** Many clients on plain sockets, which cost the machine little. */
import { connect, type Socket } from 'node:net';

/** What attackers know about the service. */
export interface Target {
  readonly port: number;
  readonly key: string;
  /** The paths of all pages, documents and files without a key, the largest first. */
  readonly files: readonly string[];
}

/** How often an attacker's connection ended in which way: with a status, or in words. */
export type Outcomes = Readonly<Record<string, number>>;

export interface Storm {
  /** How many connections are open at once; each that ends is replaced. */
  readonly connections: number;
  /** The most connections in all. */
  readonly total: number;
  /** What connection number n writes. */
  bytes(n: number): Buffer | string;
  readonly writes?: 'at once' | 'byte by byte';
  readonly reads?: 'all' | 'slowly' | 'never';
  /** When a client closes its connection, if the service doesn't; by default at the end of the siege. */
  readonly leaves?: 'once connected' | 'once written';
}

/** Between two bytes of slow writers, and two reads of slow readers, in milliseconds. */
const PAUSE = 100;
/** What slow readers read at once, in bytes. */
const SIP = 1024;

/** Runs the clients of a storm until the signal, or until all connections have ended. Resolves with how they ended. */
export function storm({ port }: Target, signal: AbortSignal, options: Storm): Promise<Outcomes> {
  const { connections, total, bytes, writes = 'at once', reads = 'all', leaves } = options;
  const outcomes: Record<string, number> = {};
  /** With what each does every `PAUSE`. */
  const open = new Map<Socket, () => void>();
  let opened = 0;
  return new Promise((resolve) => {
    const ticking = setInterval(() => {
      for (const tick of open.values()) tick();
    }, PAUSE);
    const end = () => {
      clearInterval(ticking);
      if (open.size > 0) outcomes['open at the end'] = open.size;
      for (const socket of open.keys()) socket.destroy();
      resolve(outcomes);
    };
    const client = (): void => {
      const given = bytes(opened);
      const written = typeof given === 'string' ? Buffer.from(given) : given;
      opened += 1;
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      if (reads !== 'all') socket.pause();
      let at = 0;
      let outcome: string | null = null;
      const see = (chunk: Buffer | null) => {
        if (chunk !== null) outcome ??= statusIn(chunk);
      };
      open.set(socket, () => {
        if (reads === 'slowly') see(socket.read(SIP) as Buffer | null);
        if (writes === 'byte by byte' && at < written.length && !socket.connecting) {
          socket.write(written.subarray(at, at + 1));
          at += 1;
        }
      });
      if (reads === 'all') socket.on('data', see);
      socket.once('connect', () => {
        if (leaves === 'once connected') socket.destroy();
        else if (writes === 'at once')
          socket.write(written, () => leaves === 'once written' && socket.destroy());
      });
      socket.once('error', ({ code = 'failed' }: NodeJS.ErrnoException) => {
        outcome ??= WORDS[code] ?? code;
      });
      socket.once('close', () => {
        open.delete(socket);
        // The clients leave at the end.
        if (signal.aborted) return;
        const how = outcome ?? (leaves === undefined ? 'closed' : 'left');
        outcomes[how] = (outcomes[how] ?? 0) + 1;
        if (opened < total) client();
        else if (open.size === 0) end();
      });
    };
    signal.addEventListener('abort', end);
    for (let n = 0; n < Math.min(connections, total); n += 1) client();
  });
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ECONNREFUSED: 'refused',
};

function statusIn(chunk: Buffer): string | null {
  return chunk.toString('latin1', 0, 9) === 'HTTP/1.1 ' ? chunk.toString('latin1', 9, 12) : null;
}

/** Waits for storms side by side, and adds up how their connections ended. */
export async function together(...storms: readonly Promise<Outcomes>[]): Promise<Outcomes> {
  const sum: Record<string, number> = {};
  for (const outcomes of await Promise.all(storms)) {
    for (const [outcome, count] of Object.entries(outcomes)) sum[outcome] = (sum[outcome] ?? 0) + count;
  }
  return sum;
}

/** A GET request as it is written. Its connection closes after it, unless `fields` say otherwise. */
export function get(path: string, fields: Readonly<Record<string, string>> = {}): string {
  const all = Object.entries({ Host: 'localhost', Connection: 'close', ...fields });
  return `GET ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
