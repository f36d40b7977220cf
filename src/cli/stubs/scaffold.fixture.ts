import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnableBlocks } from '../../../tools/docs/runnable-blocks.ts';
import { freePort } from '../../../tools/testing/free-port.ts';
import { readContract } from './contract-files.ts';
import { createStubs } from './create-stubs.ts';

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
  await createStubs(await readContract(form), { out: folder });
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  const { url, stop } = await start(folder, 'src/server.ts');
  return { url, stop: () => stop().then(() => rm(join(folder, '..'), { recursive: true })) };
}

/** Starts a compiled scaffold on a free port and waits until it listens. */
export async function start(folder: string, script = 'dist/server.js'): Promise<RunningScaffold> {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [script], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), API_KEYS: `another, ${KEY}`, PUBLIC_URL: undefined },
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

/** The handler that docs/from-stub-to-green.md writes. */
export async function handlerOfTheGuide(): Promise<string> {
  const name = 'docs/from-stub-to-green.md';
  const blocks = runnableBlocks(name, await readFile(join(PROJECT, name), 'utf8'));
  const text = blocks
    .map((block) => /getStatus\.ts <<'END'\n(.*)\nEND$/s.exec(block.text)?.[1])
    .find(Boolean);
  if (text === undefined) throw new Error(`${name} writes no getStatus.ts`);
  return text;
}
