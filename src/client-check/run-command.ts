import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, Ending } from './session.ts';

/** The last characters of a program's output that are kept. */
const KEPT = 20_000;
/** How long a program may take to end after SIGTERM, in milliseconds. */
const GRACE = 3000;
/** How long output is waited for after its end. */
const LAST_WORDS = 200;

/** How a command ended, and the end of what it printed. */
export interface Run {
  readonly kind: Ending['kind'];
  /** Its exit code or the signal that ended it, as a text. */
  readonly end: string;
  readonly output: string;
}

/** A client that is a command, which each scene runs anew. */
export function commandClient(words: readonly string[], milliseconds: number): Client {
  return {
    name: words.join(' '),
    async run(url, key) {
      const { kind, end, output } = await runCommand(words, url, key, milliseconds);
      return { kind, text: [end, lastLine(output)].filter((text) => text !== '').join(': ') };
    },
  };
}

/**
 * Runs a command with HEADCOUNT_URL and HEADCOUNT_API_KEY in its environment; `{url}` and `{key}` in its arguments are replaced. It is
 * stopped when `milliseconds` have passed. Rejects if it cannot be started.
 */
export async function runCommand(
  [program = '', ...args]: readonly string[],
  url: string,
  key: string,
  milliseconds: number,
): Promise<Run> {
  const filled = args.map((text) => text.replaceAll('{url}', url).replaceAll('{key}', key));
  const child = spawn(program, filled, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...withoutProxy(new URL(url), process.env),
      HEADCOUNT_URL: url,
      HEADCOUNT_API_KEY: key,
    },
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
  const interrupt = () => process.exit(130);
  const kill = () => stop('SIGKILL');
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt).once('exit', kill);
  try {
    const [code, signal] = await once(child, 'exit');
    const kind = isStopped ? 'running' : code === 0 ? 'exited' : 'crashed';
    // Its last words may still be on their way; what it has left behind may keep the pipes open.
    await Promise.race([once(child, 'close'), delay(LAST_WORDS)]);
    return { kind, end: signal === null ? `exit code ${code}` : `ended by ${signal}`, output };
  } finally {
    timers.forEach(clearTimeout);
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt).off('exit', kill);
    kill();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** The variables that keep requests to a host away from the machine's proxy: programs read either of them. */
function withoutProxy({ hostname }: URL, given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = given['no_proxy'] ?? given['NO_PROXY'] ?? '';
  // A list with `*` and more isn't understood by every program.
  const hosts = others === '*' ? others : [others, hostname].filter((text) => text !== '').join(',');
  return { NO_PROXY: hosts, no_proxy: hosts };
}

/** The line that says most about an error: the last one that names one, or else the last one. */
function lastLine(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const texts = lines.filter((line) => line !== '' && !/^(at |Node\.js v)/.test(line));
  return texts.findLast((line) => /error|exception/i.test(line)) ?? texts.at(-1) ?? '';
}
