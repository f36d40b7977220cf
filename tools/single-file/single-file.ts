/**
 * `npm run single-file`: builds `dist/headcount-VERSION-PLATFORM`, one executable file with Node.js and the npm package in it
 * (docs/decisions/0064-a-single-file.md). `--test` also tests it, with the tests of the commands.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT } from '../../docs-site/contents.ts';
import { buildSingleFile } from './build.ts';

/** Tests of commands that are the same in a checkout and in the single file. They need signals and FIFOs, so not on Windows. */
const COMMANDS = ['backup', 'demo', 'import', 'keys', 'mock', 'program', 'serve', 'simulate'];

const { values } = parseArgs({ options: { test: { type: 'boolean', default: false } } });
const file = await buildSingleFile(join(PROJECT, 'dist'));
console.log(`${relative(process.cwd(), file)}: ${((await stat(file)).size / 1e6).toFixed(1)} MB`);
if (values.test) process.exitCode = await test();

async function test(): Promise<number> {
  const commands = COMMANDS.map((name) => `src/commands/${name}.process.test.ts`);
  const tests = ['tools/single-file/', ...(process.platform === 'win32' ? [] : commands)];
  const vitest = join(PROJECT, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...tests], {
    cwd: PROJECT,
    stdio: 'inherit',
    env: { ...process.env, SINGLE_FILE: file },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
