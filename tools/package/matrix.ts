import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from '../../docs-site/contents.ts';
import { type Machine, machineWith, npm } from './machine.ts';
import { type Measures, measure } from './measure.ts';
import { pack } from './pack.ts';

/** What to try: majors of Node.js and npm. */
export interface Matrix {
  readonly nodes: readonly string[];
  readonly npms: readonly string[];
}

/**
 * Tries a tarball with each Node.js and npm: runs the tests of the package, and measures. Prints a table in Markdown. Returns whether
 * all went well; a second build must give the same bytes, too.
 */
export async function tryMatrix(tarball: string, { nodes, npms }: Matrix, folder: string): Promise<boolean> {
  const again = await pack(join(folder, 'again'));
  const isSame = (await hashOf(tarball)) === (await hashOf(again.file));
  console.log(`A second build has ${isSame ? 'the same' : 'OTHER'} bytes.\n`);
  console.log('| Node.js | npm | tests | installed | install | mock | service | gate | `npx` |');
  console.log('|---|---|---|--:|--:|--:|--:|---|--:|');
  const passed: boolean[] = [isSame];
  for (const node of nodes) {
    for (const npmMajor of npms) {
      const machine = await machineWith(node, npmMajor);
      const [isPassed, measures] = [await runTests(machine), await measure(machine, tarball)];
      passed.push(isPassed && measures.verdict === 'SUCCESS');
      console.log(rowOf(await versionsOf(machine), isPassed, measures));
    }
  }
  return passed.every(Boolean);
}

/** Runs the tests of the package with another Node.js and npm; they run on this Node.js themselves. */
function runTests(machine: Machine): Promise<boolean> {
  const vitest = [
    join(PROJECT, 'node_modules/vitest/vitest.mjs'),
    'run',
    'tools/package/package.process.test.ts',
  ];
  const env = { ...process.env, PACKAGE_NODE: machine.node, PACKAGE_NPM: machine.npmScript ?? undefined };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, vitest, { cwd: PROJECT, env });
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

async function versionsOf(machine: Machine): Promise<readonly [string, string]> {
  const said = JSON.parse(await npm(machine, PROJECT, 'version', '--json')) as Readonly<
    Record<string, string>
  >;
  return [said['node'] ?? '?', said['npm'] ?? '?'];
}

function rowOf([node, npmVersion]: readonly [string, string], isPassed: boolean, found: Measures): string {
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  const cells = [
    node,
    npmVersion,
    isPassed ? 'pass' : 'FAIL',
    `${(found.installedBytes / 1e6).toFixed(0)} MB`,
    ...[found.install, found.mock, found.service].map(seconds),
    `${found.verdict}, ${seconds(found.gate)}`,
    seconds(found.npx),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
