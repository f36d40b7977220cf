import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { showIfTestFails } from '../../../tools/testing/show-if-test-fails.fixture.ts';
import type { Report } from '../../service/domain/report.ts';
import { openStore } from '../../service/store/open-store.ts';

const PROGRAM = fileURLToPath(new URL('headcount.mjs', import.meta.url));
/** With compiled code the program starts in half the time; Node checks that it isn't stale. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/headcount-compiled', import.meta.url));

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that keeps running. */
export interface RunningProgram {
  /** Everything it has printed so far. */
  readonly output: () => string;
  /** Sends a signal and waits for the program to exit. */
  stop(signal?: NodeJS.Signals): Promise<Result>;
}

export interface ProgramUnderTest {
  /** A path in the test file's own temporary folder. */
  path(name: string): string;
  /** Runs the program in that folder until it exits. */
  run(
    args: readonly string[],
    options?: { input?: string | Uint8Array; env?: Record<string, string> },
  ): Promise<Result>;
  /** Starts the program and waits until its output matches; rejects when it exits before that. */
  start(
    args: readonly string[],
    until: RegExp,
    options?: { env?: Record<string, string> },
  ): Promise<RunningProgram>;
}

/**
 * The real program in child processes, which are killed after the last test of the file.
 * @param command What starts it: the executable, and its first arguments. By default the checkout.
 */
export function programUnderTest(
  command: () => readonly [string, ...string[]] = () => [process.execPath, PROGRAM],
): ProgramUnderTest {
  let folder = '';
  const children = new Set<ChildProcess>();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headcount-program-'));
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const launch = (args: readonly string[], env: Record<string, string> = {}) => {
    const [executable, ...first] = command();
    const child = spawn(executable, [...first, ...args], {
      cwd: folder,
      env: { ...environment(), ...env },
    });
    children.add(child);
    const printed = { stdout: '', stderr: '' };
    showIfTestFails(args.join(' '), () => printed.stdout + printed.stderr);
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        printed[name] += text;
      });
    }
    const ended = new Promise<Result>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        children.delete(child);
        resolve({ code, ...printed });
      });
    });
    return { child, printed, ended };
  };

  return {
    path: (name) => join(folder, name),
    run(args, { input, env } = {}) {
      const { child, ended } = launch(args, env);
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
      return ended;
    },
    async start(args, until, { env } = {}) {
      const { child, printed, ended } = launch(args, env);
      const output = () => printed.stdout + printed.stderr;
      await new Promise<void>((resolve, reject) => {
        const check = () => {
          if (until.test(output())) resolve();
        };
        child.stdout.on('data', check);
        child.stderr.on('data', check);
        check();
        ended.then(({ code }) => reject(new Error(`exited with code ${code}: ${output()}`)), reject);
      });
      return {
        output,
        stop(signal = 'SIGTERM') {
          child.kill(signal);
          return ended;
        },
      };
    },
  };
}

/** All reports of a database, newest first; null when it does not exist. */
export async function reportsIn(file: string): Promise<readonly Report[] | null> {
  const store = await openStore({ engine: 'sqlite', file }, { create: false }).catch(() => null);
  if (store === null) return null;
  const reports = await store.feed({ now: Number.MAX_SAFE_INTEGER - 1, limit: 1_000_000, from: null });
  await store.close();
  return reports;
}

function environment(): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    ([name, value]) =>
      value !== undefined && !/^(HEADCOUNT_|VITEST|NODE_OPTIONS|NODE_V8_COVERAGE)/.test(name),
  );
  return { ...Object.fromEntries(inherited), NODE_COMPILE_CACHE: COMPILED } as Record<string, string>;
}
