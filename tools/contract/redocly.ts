import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The project's root folder. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const REDOCLY = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

/** Runs a command of Redocly in a folder, and returns what it prints. Rejects with that if the command fails. */
export async function redocly(args: readonly string[], cwd = PROJECT): Promise<string> {
  const options = { cwd, maxBuffer: 2 ** 26, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } };
  const run = promisify(execFile)(process.execPath, [REDOCLY, ...args], options);
  const { stdout } = await run.catch(({ stdout = '', stderr = '', message }) => {
    throw new Error(stdout + stderr || message);
  });
  return stdout;
}
