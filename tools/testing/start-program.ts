import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';

/** A program that keeps running. */
export interface StartedProgram extends AsyncDisposable {
  readonly process: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Sends a signal, and waits until the program has ended. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a program, and waits until its output matches. Rejects if it ends before that. */
export async function startProgram(
  [command = '', ...args]: readonly string[],
  until: RegExp,
  options: SpawnOptions = {},
): Promise<StartedProgram> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (until.test(output)) resolve();
      });
    }
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`${command} ended with ${code}:\n${output}`)));
  });
  const end = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return ended;
  };
  return { process: child, output: () => output, end, [Symbol.asyncDispose]: () => end() };
}

/** Returns true if `python3` runs here, with a module if one is named. If not, prints that `what` is skipped, or throws if `REQUIRE_PYTHON=1`. */
export function hasPython(what: string, module = 'sys'): boolean {
  if (spawnSync('python3', ['-c', `import ${module}`]).status === 0) return true;
  const missing = module === 'sys' ? 'python3' : `python3 or its module ${module}`;
  const notice = `SKIPPED: ${what}, because ${missing} is missing`;
  if (process.env['REQUIRE_PYTHON'] === '1') throw new Error(`REQUIRE_PYTHON=1, but: ${notice}`);
  console.warn(`\n${'='.repeat(notice.length)}\n${notice}\n${'='.repeat(notice.length)}\n`);
  return false;
}
