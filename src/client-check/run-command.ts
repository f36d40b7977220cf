import { spawn } from 'node:child_process';
import type { Client } from './check-client.ts';
import type { Ending } from './session.ts';

/** The last characters of a program's output that are kept. */
const KEPT = 2000;
/** How long a program may take to end after SIGTERM, in milliseconds. */
const GRACE = 3000;

/**
 * A client that is a command. Each scene runs it anew, with HEADCOUNT_URL and HEADCOUNT_API_KEY in its environment; `{url}` and
 * `{key}` in its arguments are replaced. It is stopped when `milliseconds` have passed.
 */
export function commandClient([program = '', ...args]: readonly string[], milliseconds: number): Client {
  return {
    name: [program, ...args].join(' '),
    async run(url, key) {
      const filled = args.map((text) => text.replaceAll('{url}', url).replaceAll('{key}', key));
      const child = spawn(program, filled, {
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, HEADCOUNT_URL: url, HEADCOUNT_API_KEY: key },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output = (output + text).slice(-KEPT);
        });
      }
      /** Stops the program and what it has started. */
      const stop = (signal: 'SIGTERM' | 'SIGKILL') => {
        try {
          process.kill(-(child.pid as number), signal);
        } catch {
          // It has ended.
        }
      };
      let isStopped = false;
      const timers = [
        setTimeout(() => {
          isStopped = true;
          stop('SIGTERM');
        }, milliseconds),
        setTimeout(() => stop('SIGKILL'), milliseconds + GRACE),
      ];
      try {
        return await new Promise<Ending>((resolve, reject) => {
          child.once('error', reject);
          child.once('close', (code, signal) => {
            const end = signal === null ? `exit code ${code}` : `ended by ${signal}`;
            const kind = isStopped ? 'running' : code === 0 ? 'exited' : 'crashed';
            resolve({ kind, text: [end, lastLine(output)].filter((text) => text !== '').join(': ') });
          });
        });
      } finally {
        timers.forEach(clearTimeout);
        stop('SIGKILL');
      }
    },
  };
}

/** The line that says most about an error: the last one that names one, or else the last one. */
function lastLine(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const texts = lines.filter((line) => line !== '' && !/^(at |Node\.js v)/.test(line));
  return texts.findLast((line) => /error|exception/i.test(line)) ?? texts.at(-1) ?? '';
}
