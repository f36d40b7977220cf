import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import type { Report } from '../domain/report.ts';
import { openStore } from '../store/open-store.ts';

const PROGRAM = fileURLToPath(new URL('headcount.mjs', import.meta.url));
/** Compiled once, the program starts in half the time; Node checks that what lies here is not stale. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/headcount-compiled', import.meta.url));

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that goes on running, with what it has said so far. */
export interface RunningProgram {
  readonly said: () => string;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Result>;
}

export interface ProgramUnderTest {
  /** A path in a folder of the running test file's own. */
  path(name: string): string;
  /** Runs the program to its end, in that folder. */
  run(
    args: readonly string[],
    given?: { input?: string | Uint8Array; env?: Record<string, string> },
  ): Promise<Result>;
  /** Starts the program, and waits until it says something that matches; rejects when it ends before. */
  start(
    args: readonly string[],
    until: RegExp,
    given?: { env?: Record<string, string> },
  ): Promise<RunningProgram>;
}

/** The real program as a process of its own; what a test leaves running ends with the file. */
export function programUnderTest(): ProgramUnderTest {
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
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: folder,
      env: { ...plainEnvironment(), ...env },
    });
    children.add(child);
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
      });
    }
    const ended = new Promise<Result>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        children.delete(child);
        resolve({ code, ...output });
      });
    });
    return { child, output, ended };
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
      const { child, output, ended } = launch(args, env);
      const said = () => output.stdout + output.stderr;
      await new Promise<void>((resolve, reject) => {
        const look = () => {
          if (until.test(said())) resolve();
        };
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        ended.then(({ code }) => reject(new Error(`ended with ${code}: ${said()}`)), reject);
      });
      return {
        said,
        stop(signal = 'SIGTERM') {
          child.kill(signal);
          return ended;
        },
      };
    },
  };
}

/** All reports of a database, newest first; null when there is no database. */
export async function reportsIn(file: string): Promise<readonly Report[] | null> {
  const store = await openStore({ engine: 'sqlite', file }, { create: false }).catch(() => null);
  if (store === null) return null;
  const reports = await store.feed({ now: Number.MAX_SAFE_INTEGER - 1, limit: 1_000_000, from: null });
  await store.close();
  return reports;
}

function plainEnvironment(): Record<string, string> {
  const own = Object.entries(process.env).filter(
    ([name, value]) =>
      value !== undefined && !/^(HEADCOUNT_|VITEST|NODE_OPTIONS|NODE_V8_COVERAGE)/.test(name),
  );
  return { ...Object.fromEntries(own), NODE_COMPILE_CACHE: COMPILED } as Record<string, string>;
}
