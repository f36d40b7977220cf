import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { PROJECT, programIn } from '../serving/servers.ts';

/** A service whose event loop is measured. */
export interface MeasuredService {
  readonly url: string;
  readonly pid: number;
  /** The longest delay of the event loop in the last second, in milliseconds. */
  delay(): number;
  stop(): Promise<void>;
}

/** Starts a service on a database. */
export async function startMeasured(database: string): Promise<MeasuredService> {
  const settings = ['serve', '--port', '0', '--database', database, '--log-level', 'silent'];
  const child = fork(programIn(PROJECT), settings, {
    cwd: PROJECT,
    execArgv: ['--import', fileURLToPath(new URL('loop-delay.ts', import.meta.url))],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let delay = 0;
  child.on('message', (milliseconds) => {
    delay = Number(milliseconds);
  });
  const [line] =
    child.stderr === null ? [''] : ((await once(child.stderr.setEncoding('utf8'), 'data')) as [string]);
  const url = /http:\S+/.exec(line)?.[0];
  if (url === undefined || child.pid === undefined) throw new Error(`the service did not start: ${line}`);
  return {
    url,
    pid: child.pid,
    delay: () => delay,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
