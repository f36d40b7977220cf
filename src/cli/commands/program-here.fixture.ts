import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, vi } from 'vitest';
import type { ProgramUnderTest, Result, RunningProgram } from './program.fixture.ts';
import { program } from './program.ts';

/** Ends a command that exits early, as the real exit does. */
class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super('exit');
    this.code = code;
  }
}

/** A command that runs in this process. */
class Run {
  readonly printed = { stdout: '', stderr: '' };
  /** The listeners of SIGTERM and the other signals. */
  readonly onSignal = new Set<() => void>();
  readonly exited = Promise.withResolvers<number>();
  isStopping = false;

  readonly exit = (code: number): never => {
    this.exited.resolve(code);
    // Nobody would catch it after a signal.
    if (this.isStopping) return undefined as never;
    throw new Exit(code);
  };
}

/**
 * The program in this process, with its streams, exit codes and signals, which is much faster than a process of its own. The folder is
 * not the working folder, the machine's time zone stays, and a service logs nothing, because logs bypass the streams.
 */
export function programHere(): ProgramUnderTest {
  // Of the command that code belongs to: a service goes on printing while another command runs.
  const runs = new AsyncLocalStorage<Run>();
  const running = new Set<RunningProgram>();
  const spies: { mockRestore(): void }[] = [];
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headcount-program-'));
    spies.push(...spiesOn(() => runs.getStore()));
  });
  afterAll(async () => {
    await Promise.all([...running].map((one) => one.stop()));
    for (const spy of spies) spy.mockRestore();
    await rm(folder, { recursive: true, force: true });
  });

  /** Returns the exit code, or null if it continues. */
  async function perform(run: Run, args: readonly string[], { input, env }: Options): Promise<number | null> {
    const restore = withEnvironment({ HEADCOUNT_LOG_LEVEL: 'silent', ...env });
    const { exitCode } = process;
    const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(readable(input));
    process.exitCode = undefined;
    try {
      await runs.run(run, () => program().parseAsync([...args], { from: 'user' }));
      return process.exitCode === undefined ? null : Number(process.exitCode);
    } catch (error) {
      if (error instanceof Exit) return error.code;
      throw error;
    } finally {
      stdin.mockRestore();
      process.exitCode = exitCode;
      restore();
    }
  }

  return {
    path: (name) => join(folder, name),
    async run(args, options = {}) {
      const run = new Run();
      const code = (await perform(run, args, options)) ?? 0;
      return { code, ...run.printed };
    },
    async start(args, until, options = {}) {
      const run = new Run();
      const output = () => run.printed.stdout + run.printed.stderr;
      const code = await perform(run, args, options);
      if (code !== null) throw new Error(`exited with code ${code}: ${output()}`);
      let stopped: Promise<Result> | undefined;
      const end = async () => {
        run.isStopping = true;
        runs.run(run, () => run.onSignal.forEach((listener) => void listener()));
        return { code: await run.exited.promise, ...run.printed };
      };
      const started = { output, stop: () => (stopped ??= end()) };
      running.add(started);
      await vi.waitUntil(() => until.test(output()), { timeout: 20_000 });
      return started;
    },
  };
}

type Options = NonNullable<Parameters<ProgramUnderTest['run']>[1]>;

/** Runs what they are called with for the present command, and for none as it was. */
function spiesOn(current: () => Run | undefined): readonly { mockRestore(): void }[] {
  const { log, error } = console;
  const { exit, on, once } = process;
  const print = (name: 'stdout' | 'stderr', text: unknown) => {
    const run = current();
    if (run !== undefined) run.printed[name] += text;
    return run !== undefined;
  };
  const listen = (original: typeof on) => (event: string | symbol, listener: () => void) => {
    const run = current();
    if (run === undefined || !/^SIG/.test(String(event))) return original.call(process, event, listener);
    run.onSignal.add(listener);
    return process;
  };
  const streams = (['stdout', 'stderr'] as const).map((name) => {
    const stream = process[name];
    const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
    return vi.spyOn(stream, 'write').mockImplementation((...given: unknown[]) => {
      if (!print(name, given[0])) return write(...given);
      const done = given.at(-1);
      if (typeof done === 'function') done();
      return true;
    });
  });
  return [
    ...streams,
    vi.spyOn(console, 'log').mockImplementation((...given) => {
      if (!print('stdout', `${given.join(' ')}\n`)) log(...given);
    }),
    vi.spyOn(console, 'error').mockImplementation((...given) => {
      if (!print('stderr', `${given.join(' ')}\n`)) error(...given);
    }),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      const run = current();
      return run === undefined ? exit(code) : run.exit(Number(code));
    }),
    vi.spyOn(process, 'on').mockImplementation(listen(on)),
    vi.spyOn(process, 'once').mockImplementation(listen(once)),
  ];
}

function readable(input: string | Uint8Array = ''): typeof process.stdin {
  return Readable.from([Buffer.from(input)]) as unknown as typeof process.stdin;
}

/** Sets variables, and returns what restores them. */
function withEnvironment(env: Readonly<Record<string, string>>): () => void {
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, env);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
