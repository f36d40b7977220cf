import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PROJECT, programIn } from '../serving/servers.ts';

/** A service whose event loop is measured. */
export interface MeasuredService {
  readonly url: string;
  readonly pid: number;
  /** The longest delay of the event loop in the last second, in milliseconds. */
  delay(): number;
  /** What the service has logged as a warning or an error, each with how often; the service does not repeat the same at once. */
  logged(): ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Starts a service on a database. */
export async function startMeasured(database: string): Promise<MeasuredService> {
  const settings = ['serve', '--port', '0', '--database', database, '--log-level', 'warn'];
  const child = fork(programIn(PROJECT), settings, {
    cwd: PROJECT,
    execArgv: ['--import', fileURLToPath(new URL('loop-delay.ts', import.meta.url))],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let delay = 0;
  child.on('message', (milliseconds) => {
    delay = Number(milliseconds);
  });
  const logged = new Map<string, number>();
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const text = textOf(line);
      logged.set(text, (logged.get(text) ?? 0) + 1);
    });
  }
  const [line] =
    child.stderr === null ? [''] : ((await once(child.stderr.setEncoding('utf8'), 'data')) as [string]);
  const url = /http:\S+/.exec(line)?.[0];
  if (url === undefined || child.pid === undefined) throw new Error(`the service did not start: ${line}`);
  return {
    url,
    pid: child.pid,
    delay: () => delay,
    logged: () => logged,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** The message of a line of the log, with its reason. */
function textOf(line: string): string {
  const { msg, reason, err } = JSON.parse(line) as {
    readonly msg: string;
    readonly reason?: string;
    readonly err?: { readonly message: string };
  };
  const why = reason ?? err?.message;
  return why === undefined ? msg : `${msg}: ${why}`;
}
