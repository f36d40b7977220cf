import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../docs-site/contents.ts';
import { environment, NODE, npm } from './machine.fixture.ts';
import { type Packed, pack } from './pack.ts';

const run = promisify(execFile);

/** The package, installed in a folder that has nothing else. */
export interface Installed {
  readonly packed: Packed;
  /** The folder that it is installed in. */
  readonly project: string;
  /** Its own folder. */
  readonly folder: string;
  /** Its launcher. */
  readonly launcher: string;
}

/** Packs the package, and installs it in an empty folder without a network. */
export async function installPackage(folder: string): Promise<Installed> {
  const packed = await pack(join(folder, 'dist'));
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"name":"empty","private":true}\n');
  await npm(project, 'install', '--offline', '--no-audit', '--no-fund', '--silent', packed.file);
  const own = join(project, 'node_modules/queue-headcount');
  return { packed, project, folder: own, launcher: join(own, 'src/cli/commands/headcount.mjs') };
}

/** The files of a folder, sorted. */
export async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

/**
 * Gives a project what `npm ci` would install: the dependencies from this checkout, which has the same versions, and the package.
 */
export async function linkDependencies(project: string, { folder }: Installed): Promise<void> {
  const modules = join(project, 'node_modules');
  const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
    dependencies: object;
    devDependencies: object;
  };
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    await mkdir(join(modules, name, '..'), { recursive: true });
    // This project keeps the name `typescript` for tools that need the older API.
    const own = join(PROJECT, 'node_modules', name === 'typescript' ? '@typescript/native' : name);
    await symlink(name === 'queue-headcount' ? folder : own, join(modules, name), 'junction');
  }
  await mkdir(join(modules, '.bin'));
  await symlink('../typescript/bin/tsc', join(modules, '.bin/tsc'));
}

/** The Node.js that this machine has beside the project's; undefined if there is no other. */
export async function otherNode(): Promise<string | undefined> {
  const script = 'process.stdout.write(process.execPath)';
  const options = { env: { ...environment(), PATH: foldersWithoutNode() } };
  const found = await run('node', ['--eval', script], options).catch(() => null);
  return found === null || found.stdout === NODE ? undefined : found.stdout;
}

function foldersWithoutNode(): string {
  const folders = (environment()['PATH'] ?? '').split(delimiter);
  return folders.filter((folder) => folder !== dirname(NODE)).join(delimiter);
}
