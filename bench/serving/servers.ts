/** Servers in child processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Resident memory of the process, in MB. */
  memory(): number;
  /** Processor time of the main thread so far, in microseconds; NaN where there is no `/proc`. */
  processorTime(): number;
  /** Calls back with everything that the process prints from now on. */
  onOutput(listener: (text: string) => void): void;
  /** The signal or the exit code that the process has ended with; null while it runs. */
  ended(): string | number | null;
  stop(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Kills the process, as a crash does. */
  kill(): Promise<void>;
}

/** The root of this project. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** The program in a checkout of this project. */
export function programIn(project: string): string {
  return join(project, 'src/cli/commands/headcount.mjs');
}

/** Starts `headcount serve` on a database; like its peers, it doesn't log requests. */
export function startService(
  database: string,
  settings: readonly string[] = [],
  project = PROJECT,
  environment: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const fixed = ['--port', '0', '--log-level', 'warn', '--database', `sqlite:${database}`];
  return startCommand([process.execPath, programIn(project), 'serve', ...fixed, ...settings], environment);
}

/** Starts a script; the first URL that it prints is its address. */
export function startScript(script: string, ...args: readonly string[]): Promise<Server> {
  return startCommand([process.execPath, script, ...args]);
}

/** Starts a command that becomes a server; the first URL that it prints is its address. */
export async function startCommand(
  [command, ...args]: readonly [string, ...string[]],
  environment: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const child = spawn(command, args, {
    cwd: PROJECT,
    env: { ...process.env, ...environment },
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
    pid: child.pid ?? 0,
    memory: () => residentMegabytes(child.pid ?? 0),
    processorTime: () => mainThreadMicroseconds(child.pid ?? 0),
    onOutput: (listener) => {
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => listener(chunk.toString()));
    },
    ended: () => child.signalCode ?? child.exitCode,
    stop: () => end('SIGTERM'),
    signal: (name) => void child.kill(name),
    kill: () => end('SIGKILL'),
  };
}

function firstUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const check = (chunk: Buffer): void => {
      output += chunk.toString();
      const url = /http:\/\/[\d.]+:\d+/.exec(output)?.[0];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', check);
    child.stderr?.on('data', check);
    child.once('exit', () => reject(new Error(`a server exited before it listened:\n${output}`)));
  });
}

function mainThreadMicroseconds(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000;
  } catch {
    return Number.NaN;
  }
}

function residentMegabytes(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return Number.NaN;
  }
}
