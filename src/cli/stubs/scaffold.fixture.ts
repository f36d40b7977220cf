import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../tools/testing/free-port.ts';
import { createStubs } from './create-stubs.ts';
import { readContract } from './generated-files.ts';

export const KEY = 'try-me';
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** The exit code of a program and everything it printed. */
export interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Runs a program until it ends. */
export function run(
  program: string,
  given: readonly string[],
  cwd = PROJECT,
  variables: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(program, given, { cwd, env: { ...process.env, ...variables } }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

/** Runs `headcount stubs`. */
export function headcountStubs(...options: readonly string[]): Promise<Ran> {
  return run(process.execPath, [join(PROJECT, 'src/cli/commands/headcount.mjs'), 'stubs', ...options]);
}

/** Compiles an installed scaffold. */
export function compile(folder: string): Promise<Ran> {
  return run(process.execPath, ['node_modules/typescript/bin/tsc'], folder);
}

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'stubs-'));
}

/** A running scaffold. */
export interface RunningScaffold {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a new scaffold as it is, with the packages of this checkout. */
export async function startUncompiled(form: 1 | 2): Promise<RunningScaffold> {
  const folder = join(await temporaryFolder(), 'scaffold');
  await createStubs(await readContract(form), folder);
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  const { url, stop } = await start(folder, 'src/server.ts');
  return { url, stop: () => stop().then(() => rm(join(folder, '..'), { recursive: true })) };
}

/** Starts a compiled scaffold on a free port and waits until it listens. */
export async function start(
  folder: string,
  script = 'dist/server.js',
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningScaffold> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [script], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: String(port),
      API_KEYS: `another, ${KEY}`,
      PUBLIC_URL: undefined,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(child.stdout as NodeJS.ReadableStream, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the scaffold ended with exit ${code} instead of listening`);
    }),
  ]);
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** The guide that takes a scaffold to a complete implementation. */
const GUIDE = join(PROJECT, 'docs/implementing.md');

/** Where the guide copies its files from. */
export const IMPLEMENTATION = join(PROJECT, 'docs/examples/implementation');

/** The parts of the gate's output that the guide shows, in order. */
export async function outputsInTheGuide(): Promise<readonly string[]> {
  const text = await readFile(GUIDE, 'utf8');
  return [...text.matchAll(/^```text\n(.*?)\n```/gms)].map(([, output = '']) => output);
}
