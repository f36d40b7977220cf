import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

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
