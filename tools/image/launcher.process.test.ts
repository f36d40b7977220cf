import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROJECT } from '../../docs-site/contents.ts';

const PROGRAM = '/usr/lib/queue-headcount/src/cli/commands/headcount.mjs';
let folder: string;
let launcher: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'launcher-'));
  launcher = join(folder, 'headcount');
  const program = join(folder, 'program.mjs');
  await writeFile(program, 'console.log(process.env.HEADCOUNT_DATABASE, ...process.argv.slice(2));');
  const text = await readFile(join(PROJECT, 'deploy/image/headcount'), 'utf8');
  expect(text).toContain(`'${PROGRAM}'`);
  await writeFile(launcher, text.replace(PROGRAM, program));
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  ['keeps the database in the volume', {}, 'sqlite:/data/headcount.sqlite'],
  ['takes another database', { HEADCOUNT_DATABASE: 'postgres://db/queue' }, 'postgres://db/queue'],
  ['leaves the database to a secret in a file', { HEADCOUNT_DATABASE_FILE: '/run/secrets/db' }, 'undefined'],
])('the program of the image %s', async (_, env, database) => {
  const { stdout } = await promisify(execFile)(process.execPath, [launcher, 'serve'], { env });
  expect(stdout).toBe(`${database} serve\n`);
});
