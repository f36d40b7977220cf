import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from '../../docs-site/contents.ts';
import { type Machine, machineWith, npm } from './machine.ts';
import { pack } from './pack.ts';

/** What to try: majors of Node.js and npm. */
export interface Matrix {
  readonly nodes: readonly string[];
  readonly npms: readonly string[];
}

/**
 * Runs the tests of the package with each Node.js and npm, and prints a table in Markdown. Returns whether all went well; a second
 * build must give the same bytes as the tarball, too.
 */
export async function tryMatrix(tarball: string, { nodes, npms }: Matrix, folder: string): Promise<boolean> {
  const again = await pack(join(folder, 'again'));
  const isSame = (await readFile(tarball)).equals(await readFile(again.file));
  console.log(`A second build has ${isSame ? 'the same' : 'OTHER'} bytes.\n`);
  console.log('| Node.js | npm | tests |');
  console.log('|---|---|---|');
  let isPassed = isSame;
  for (const node of nodes) {
    for (const npmMajor of npms) {
      const machine = await machineWith(node, npmMajor);
      const hasPassed = await runTests(machine);
      isPassed &&= hasPassed;
      const said = JSON.parse(await npm(machine, PROJECT, 'version', '--json')) as Record<string, string>;
      console.log(`| ${said['node']} | ${said['npm']} | ${hasPassed ? 'pass' : 'FAIL'} |`);
    }
  }
  return isPassed;
}

/** Runs the tests of the package with another Node.js and npm; they run on this Node.js themselves. */
function runTests(machine: Machine): Promise<boolean> {
  const vitest = join(PROJECT, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, PACKAGE_NODE: machine.node, PACKAGE_NPM: machine.npmScript ?? undefined };
  return new Promise((resolve, reject) => {
    const args = [vitest, 'run', 'tools/package/package.long.process.test.ts'];
    const child = spawn(process.execPath, args, { cwd: PROJECT, env });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code !== 0) console.error(printed);
      resolve(code === 0);
    });
  });
}
