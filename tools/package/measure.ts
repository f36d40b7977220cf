import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOf, type Machine, npm, npmCommand } from './machine.ts';

/** What users of the package wait for and need. */
export interface Measures {
  /** Of the folder `node_modules`. */
  readonly installedBytes: number;
  /** Seconds. */
  readonly install: number;
  /** From the start of an installed program to the first response, without compiled code. */
  readonly mock: number;
  readonly service: number;
  /** From `npx TARBALL mock` with an empty cache to the first response. */
  readonly npx: number;
  readonly gate: number;
  /** The first word that the gate prints. */
  readonly verdict: string;
}

/** Installs a tarball in an empty folder, and uses it. */
export async function measure(machine: Machine, tarball: string): Promise<Measures> {
  const folder = await mkdtemp(join(tmpdir(), 'package-measure-'));
  const env = { ...environmentOf(machine), XDG_CACHE_HOME: join(folder, 'cache'), HEADCOUNT_API_KEY: 'any' };
  try {
    await writeFile(join(folder, 'package.json'), '{"private":true}\n');
    const begin = performance.now();
    await npm(machine, folder, 'install', '--no-audit', '--no-fund', '--silent', tarball);
    const install = secondsSince(begin);
    const own = [join(folder, 'node_modules/queue-headcount/src/cli/commands/headcount.mjs')];
    const serve = (...args: readonly string[]) =>
      start(machine.node, [...own, ...args, '--port', '0'], { cwd: folder, env });
    const mock = await serve('mock', '--form', '2');
    const gateBegin = performance.now();
    const verdict = await output(
      machine.node,
      [...own, 'conformance', '--url', mock.url, '--form', '2', '--level', 'contract'],
      { cwd: folder, env },
    );
    const gate = secondsSince(gateBegin);
    await mock.stop();
    const service = await serve('demo');
    await service.stop();
    const elsewhere = join(folder, 'npx');
    await mkdir(elsewhere);
    const [program, args] = npmCommand(
      machine,
      'exec',
      '--yes',
      `--package=${tarball}`,
      '--',
      'queue-headcount',
    );
    const npx = await start(program, [...args, 'mock', '--port', '0'], {
      cwd: elsewhere,
      env: { ...env, npm_config_cache: join(folder, 'npm-cache') },
    });
    await npx.stop();
    return {
      installedBytes: await sizeOf(join(folder, 'node_modules')),
      install,
      mock: mock.seconds,
      service: service.seconds,
      npx: npx.seconds,
      gate,
      verdict: /^\w+/.exec(verdict)?.[0] ?? 'none',
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Options {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

interface Started {
  readonly url: string;
  /** From the start to the first response. */
  readonly seconds: number;
  readonly stop: () => Promise<void>;
}

/** Starts a program that prints its address, and waits until it responds. */
async function start(program: string, args: readonly string[], options: Options): Promise<Started> {
  const begin = performance.now();
  // A process group, since npm does not pass every signal on.
  const child = spawn(program, args, { ...options, detached: process.platform !== 'win32' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await printedAddress(child);
  await fetch(`${url}/api/v1/status`, { headers: { Authorization: 'Token any' } });
  const seconds = secondsSince(begin);
  const stop = async () => {
    if (process.platform === 'win32') child.kill();
    else process.kill(-(child.pid ?? 0), 'SIGTERM');
    await ended;
  };
  return { url, seconds, stop };
}

function printedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (text: string) => {
      printed += text;
      const url = /http:\/\/127[\d.]+:\d+/.exec(printed)?.[0];
      if (url !== undefined) resolve(url);
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', read);
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`it ended with ${code}: ${printed}`)));
  });
}

function output(program: string, args: readonly string[], options: Options): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options);
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    child.once('error', reject);
    child.once('close', () => resolve(printed));
  });
}

/** The space that the files of a folder take. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

function secondsSince(begin: number): number {
  return (performance.now() - begin) / 1000;
}
