import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { freePort } from '../../tools/testing/free-port.ts';
import { PROGRAM, startServer } from '../servers.ts';
import { limitMemory } from './memory-limit.ts';

/** Turns the account page on. Nobody listens there, since no attacker gets as far as a mail. */
const MAIL_SERVER = 'smtp://127.0.0.1:1';
/** The descriptors that most systems give a process. */
const DESCRIPTORS = 1024;

/** A service with little memory and few descriptors, and what its process takes. */
export interface BesiegedService {
  readonly port: number;
  /** Why it has ended; null while it runs. */
  ended(): string | null;
  /** The most resident memory since the last `forgetPeak`, in MB. */
  peak(): number;
  forgetPeak(): void;
  descriptors(): number;
  stop(): Promise<void>;
}

/**
 * Starts `headcount serve` as an operator does who has a public page, an account page and a proxy. The log goes to a file beside the
 * database.
 */
export async function startBesieged(file: string): Promise<BesiegedService> {
  const port = await freePort();
  const limit = await limitMemory();
  const account = ['--smtp', MAIL_SERVER, '--mail-from', 'line@cs.example.edu'];
  const proxy = ['--public-url', `http://127.0.0.1:${port}`, '--trust-proxy', 'loopback'];
  const own = ['--database', `sqlite:${file}`, '--port', String(port), '--public-page'];
  const script = `${limit.enter} && ulimit -n ${DESCRIPTORS} && exec "$@" > "$0"`;
  const command = [...PROGRAM, 'serve', ...own, ...proxy, ...account];
  const server = await startServer(['sh', '-c', script, `${file}.log`, ...command]);
  const folder = `/proc/${server.pid}`;
  return {
    port,
    ended() {
      const how = server.ended();
      if (how === null) return null;
      return limit.hasKilled() ? 'out of memory' : (/Error: .*/.exec(server.output())?.[0] ?? `with ${how}`);
    },
    peak: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1]) / 1024,
    forgetPeak: () => writeFileSync(`${folder}/clear_refs`, '5'),
    descriptors: () => readdirSync(`${folder}/fd`).length,
    async stop() {
      await server.end('SIGKILL');
      await limit.remove();
    },
  };
}
