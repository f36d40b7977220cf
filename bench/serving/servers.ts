import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own. */
export interface Running {
  readonly url: string;
  /** Resident memory in MB, of its own child processes too. */
  memory(): number;
  stop(): Promise<void>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Starts a script of the project; its address is the first URL that it prints. */
export async function startScript(script: string, ...rest: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [script, ...rest], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await firstUrl(child);
  const end = (signal: NodeJS.Signals): Promise<void> =>
    new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  return {
    url,
    memory: () => residentMegabytes(child.pid ?? 0),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

function firstUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let seen = '';
    const look = (chunk: Buffer): void => {
      seen += chunk.toString();
      const url = /http:\/\/[\d.]+:\d+/.exec(seen)?.[0];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', () => reject(new Error(`a server ended before it listened:\n${seen}`)));
  });
}

/** Of a process and those that it started. */
function residentMegabytes(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return children
      .filter((child) => child !== '')
      .reduce((sum, child) => sum + residentMegabytes(Number(child)), Math.round(Number(kilobytes) / 1024));
  } catch {
    return Number.NaN;
  }
}
