import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What an honest client saw. */
export interface Seen {
  /** Milliseconds from a request to the end of its response, or to its failure. */
  readonly times: readonly number[];
  /** How many requests had no 200, by what they had instead; `announced 503` is one with Retry-After. */
  readonly failures: Readonly<Record<string, number>>;
}

export interface HonestClient {
  /** What it has seen since the last call. */
  seen(): Promise<Seen>;
  stop(): void;
}

/**
 * Starts a client that reads the status with a key 20 times a second, and `/livez` and the public page 10 times each: half of them on
 * kept connections, half on new ones. It is a process, so that its clock is right whatever else the bench does.
 */
export function startHonestClient(port: number, key: string): HonestClient {
  const child = fork(fileURLToPath(new URL('honest-client-process.ts', import.meta.url)), [
    String(port),
    key,
  ]);
  return {
    async seen() {
      child.send('report');
      const [seen] = (await once(child, 'message')) as [Seen];
      return seen;
    },
    stop: () => void child.kill(),
  };
}
