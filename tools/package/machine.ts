import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../docs-site/contents.ts';

const run = promisify(execFile);

/** A Node.js and an npm that users of the package may have. */
export interface Machine {
  /** Paths. */
  readonly node: string;
  readonly npmScript: string | null;
}

/** What variables name, as the matrix does; else this Node.js with the npm that is installed. */
export function machineOf({ PACKAGE_NODE, PACKAGE_NPM }: NodeJS.ProcessEnv): Machine {
  return { node: PACKAGE_NODE ?? process.execPath, npmScript: PACKAGE_NPM ?? null };
}

/** Environment variables with which programs find the machine's Node.js, and no other settings of npm. */
export function environmentOf({ node }: Machine): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(?!config_)|HEADCOUNT_|NODE_(OPTIONS|(DISABLE_)?COMPILE|V8)|VITEST|PACKAGE_)/i.test(name),
  );
  const path = [dirname(node), ...(process.env['PATH'] ?? '').split(delimiter)];
  // Another Node.js in node_modules/.bin would come first.
  const own = path.filter((folder, at) => at === 0 || !folder.includes('node_modules'));
  return { ...Object.fromEntries(inherited), PATH: own.join(delimiter) };
}

/** The program and arguments that run npm on a machine. */
export function npmCommand({ node, npmScript }: Machine, ...args: readonly string[]): [string, string[]] {
  return npmScript === null ? ['npm', [...args]] : [node, [npmScript, ...args]];
}

/** Runs npm on a machine in a folder, and returns what it printed. */
export async function npm(machine: Machine, cwd: string, ...args: readonly string[]): Promise<string> {
  const [program, all] = npmCommand(machine, ...args);
  const shell = process.platform === 'win32' && machine.npmScript === null;
  const { stdout } = await run(program, all, { cwd, shell, env: environmentOf(machine), maxBuffer: 1e8 });
  return stdout;
}

/** Installs the latest Node.js of a major version, or the latest npm, into a cache, unless it is there. Returns its folder. */
export async function installed(name: string, major: string): Promise<string> {
  const folder = join(PROJECT, 'node_modules/.cache/package-matrix', `${name}-${major}`);
  const own = join(folder, 'node_modules', name);
  if (existsSync(join(own, 'package.json'))) return own;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
  await npm(machineOf({}), folder, 'install', '--no-audit', '--no-fund', '--silent', `${name}@${major}`);
  return own;
}

/** Installs a Node.js, which gets its own npm unless one is named. */
export async function machineWith(node: string, npmMajor: string): Promise<Machine> {
  const runtime = JSON.parse(await readFile(join(PROJECT, 'tools/node-runtime/package.json'), 'utf8')) as {
    optionalDependencies: Readonly<Record<string, string>>;
  };
  const platform = `${process.platform.replace('win32', 'win')}-${process.arch}`;
  const name = Object.keys(runtime.optionalDependencies).find((one) => one.endsWith(platform));
  if (name === undefined) throw new Error(`npm has no package of Node.js for ${platform}`);
  const folder = await installed(name, node);
  const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    bin: { node: string };
  };
  return {
    node: join(folder, bin.node),
    npmScript: join(await installed('npm', npmMajor), 'bin/npm-cli.js'),
  };
}
