import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { PROJECT, programIn } from '../serving/servers.ts';

/** Runs the program to its end, and returns its exit code and what it printed on standard error. */
export async function runProgram(
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly errors: string }> {
  const child = spawn(process.execPath, [programIn(PROJECT), ...args], {
    cwd: PROJECT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { code, errors };
}
