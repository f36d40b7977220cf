import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../docs-site/contents.ts';
import { packageFiles } from '../package/package-files.ts';
import { archiveOf } from './archive.ts';

const run = promisify(execFile);
const { platform, arch, execPath } = process;

/** Builds `headcount-VERSION-PLATFORM` in a folder, for the platform and with the Node.js that run this. Returns its path. */
export async function buildSingleFile(folder: string): Promise<string> {
  await run(execPath, [join(PROJECT, 'docs-site/main.ts'), '--if-stale']);
  const output = join(folder, await fileName());
  await mkdir(folder, { recursive: true });
  await rm(output, { force: true });
  const parts = await mkdtemp(join(tmpdir(), 'single-file-'));
  try {
    const start = await readFile(join(PROJECT, 'tools/single-file/start.mjs'), 'utf8');
    await writeFile(join(parts, 'start.mjs'), start);
    const files = new Map([...(await packageFiles()), ['NODE-LICENSE', await nodeLicense()] as const]);
    await writeFile(join(parts, 'package.zip'), await archiveOf(files, await timeOfCommit()));
    const executable = await nodeIn(parts);
    await writeFile(join(parts, 'config.json'), JSON.stringify(configuration(start, { executable, output })));
    await run(execPath, ['--build-sea', 'config.json'], { cwd: parts });
  } finally {
    await rm(parts, { recursive: true });
  }
  // Apple's processors run signed programs only; this signature names nobody.
  if (platform === 'darwin') await run('codesign', ['--force', '--sign', '-', output]);
  return output;
}

async function fileName(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as {
    version: string;
  };
  const isWindows = platform === 'win32';
  return `headcount-${version}-${isWindows ? 'win' : platform}-${arch}${isWindows ? '.exe' : ''}`;
}

function configuration(
  start: string,
  paths: { readonly executable: string; readonly output: string },
): object {
  return {
    ...paths,
    main: 'start.mjs',
    mainFormat: 'module',
    disableExperimentalSEAWarning: true,
    assets: { 'package.zip': 'package.zip' },
    execArgv: [
      '--experimental-vfs',
      '--disable-warning=ExperimentalWarning',
      // Only threads load this; the main thread runs the same file as its program.
      `--import=data:text/javascript,${encodeURIComponent(start)}`,
    ],
    // NODE_OPTIONS is for the user's other programs, `--node-options` for this one.
    execArgvExtension: 'cli',
  };
}

/** The path of a Node.js to put the files into. On Linux it is without debugging symbols, which are a fifth of it. */
async function nodeIn(folder: string): Promise<string> {
  if (platform !== 'linux') return execPath;
  const stripped = join(folder, 'node');
  await copyFile(execPath, stripped);
  await run('strip', [stripped]);
  return stripped;
}

/** Node.js may be passed on with its license only. Official archives and npm's packages of it have this file at the same place. */
async function nodeLicense(): Promise<Uint8Array> {
  return readFile(join(dirname(execPath), '../LICENSE'));
}

async function timeOfCommit(): Promise<Date> {
  const { stdout } = await run('git', ['log', '-1', '--format=%cI'], { cwd: PROJECT });
  return new Date(stdout.trim());
}
