/** Makes the benchmark's data with the program itself. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PROJECT, programIn } from './servers.ts';

/** Creates a database of simulated weeks up to now, and keys that no load uses up. Returns the keys. */
export async function prepareDatabase(database: string, keys: number, weeks = 8): Promise<readonly string[]> {
  const run = async (...args: readonly string[]): Promise<string> => {
    const given = [programIn(PROJECT), ...args, '--database', `sqlite:${database}`];
    return (await promisify(execFile)(process.execPath, given)).stdout;
  };
  await run('simulate', '--weeks', String(weeks));
  const issued: string[] = [];
  for (let index = 0; index < keys; index += 1) {
    const key = await run(
      'keys',
      'issue',
      '--email',
      `bench-${index}@cs.example.edu`,
      '--quota',
      '999999999',
    );
    issued.push(key.trim());
  }
  return issued;
}
