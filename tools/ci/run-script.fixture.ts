import { spawn } from 'node:child_process';
import { showIfTestFails } from '../testing/show-if-test-fails.fixture.ts';

/** What a script did, and what it printed. */
export interface ScriptRun {
  readonly code: number | null;
  readonly log: string;
}

/** Runs a program with its arguments to its end, in a folder and with only these variables. */
export function runScript(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<ScriptRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    showIfTestFails([program, ...args].join(' '), () => log);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text;
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, log }));
  });
}
