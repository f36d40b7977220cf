/** The data of the benchmark, made by the program as its users make theirs. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROGRAM = fileURLToPath(new URL('../../src/commands/headcount.mjs', import.meta.url));

/** Eight weeks of a simulated line that ends now. */
export async function simulateLine(database: string): Promise<void> {
  await run('simulate', '--weeks', '8', '--database', `sqlite:${database}`);
}

/** Keys with a quota that no load uses up. */
export async function issueKeys(database: string, count: number): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const email = `bench-${index}@cs.example.edu`;
    const given = ['--database', `sqlite:${database}`, '--email', email, '--quota', '999999999'];
    keys.push((await run('keys', 'issue', ...given)).trim());
  }
  return keys;
}

async function run(...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, [PROGRAM, ...args])).stdout;
}
