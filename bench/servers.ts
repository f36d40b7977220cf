/** The program, and servers in child processes. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startProgram } from '../tools/testing/start-program.ts';

/** The root of this project. */
export const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** The command that starts the program of this checkout. */
export const PROGRAM = [process.execPath, join(PROJECT, 'src/cli/commands/headcount.mjs')] as const;
const URL_PRINTED = /http:\/\/[\d.]+:\d+/;

/** A running server. The end of the block that uses it stops it. */
export interface Server extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Resident memory of the process, in MB. */
  memory(): number;
  /** Processor time of the main thread so far, in microseconds; NaN where there is no `/proc`. */
  processorTime(): number;
  /** Everything that the process has printed. */
  output(): string;
  /** The signal or the exit code that the process has ended with; null while it runs. */
  ended(): string | number | null;
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** Runs a command of the program to its end, and returns what it printed. */
export async function runProgram(...args: readonly string[]): Promise<string> {
  const [node, program] = PROGRAM;
  return (await promisify(execFile)(node, [program, ...args])).stdout;
}

/** Starts a command that becomes a server; the first URL that it prints is its address. */
export async function startServer(command: readonly string[]): Promise<Server> {
  const { process: child, ...program } = await startProgram(command, URL_PRINTED, { cwd: PROJECT });
  const pid = child.pid ?? 0;
  return {
    ...program,
    pid,
    url: URL_PRINTED.exec(program.output())?.[0] ?? '',
    memory: () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(processFile(pid, 'status'))?.[1]) / 1024),
    processorTime: () => Number(processFile(pid, 'schedstat').split(' ')[0] || Number.NaN) / 1000,
    ended: () => child.signalCode ?? child.exitCode,
  };
}

/** Starts `headcount serve` on a database; like its peers, it doesn't log requests. */
export function startService(database: string, ...settings: readonly string[]): Promise<Server> {
  const fixed = ['--port', '0', '--log-level', 'warn', '--database', database];
  return startServer([...PROGRAM, 'serve', ...fixed, ...settings]);
}

/** Creates a database of simulated weeks up to now, and keys that no load uses up. Returns the keys. */
export async function prepareDatabase(database: string, keys: number, weeks = 8): Promise<readonly string[]> {
  await runProgram('simulate', '--weeks', String(weeks), '--database', database);
  const issued: string[] = [];
  for (let index = 0; index < keys; index += 1) {
    const owner = ['--email', `bench-${index}@cs.example.edu`, '--quota', '999999999'];
    issued.push((await runProgram('keys', 'issue', ...owner, '--database', database)).trim());
  }
  return issued;
}

/** A file of a process in `/proc`; empty where there is none. */
function processFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
