import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ReleaseError } from './changelog.ts';

/** Runs git in a folder. Returns what it prints, without space around it. */
export async function git(folder: string, ...options: readonly string[]): Promise<string> {
  return (await run(folder, 'git', options)).trim();
}

/** Runs npm in a folder. Returns what it prints. */
export async function npm(folder: string, ...options: readonly string[]): Promise<string> {
  return run(folder, 'npm', options, process.platform === 'win32');
}

/**
 * Runs a script of package.json with this Node.js, as `npm run` does, without npm's second. Throws a `ReleaseError` with what the script
 * printed if it fails.
 */
export async function runScript(
  folder: string,
  script: string,
  ...options: readonly string[]
): Promise<void> {
  await run(folder, process.execPath, ['--run', script, '--', ...options]).catch((error: Failed) => {
    const command = ['npm run', script, ...(options.length === 0 ? [] : ['--', ...options])].join(' ');
    throw new ReleaseError(`\`${command}\` fails:\n${error.stdout}${error.stderr}`, { cause: error });
  });
}

interface Failed {
  readonly stdout: string;
  readonly stderr: string;
}

async function run(
  folder: string,
  command: string,
  options: readonly string[],
  shell = false,
): Promise<string> {
  const { stdout } = await promisify(execFile)(command, options, { cwd: folder, maxBuffer: 2 ** 26, shell });
  return stdout;
}

/** The lines that git prints. */
export async function gitLines(folder: string, ...options: readonly string[]): Promise<readonly string[]> {
  const output = await git(folder, ...options);
  return output === '' ? [] : output.split('\n');
}

/** The messages of the commits since a tag, newest first; of all commits without a tag. */
export async function messagesSince(folder: string, tag: string | null): Promise<readonly string[]> {
  const range = tag === null ? 'HEAD' : `${tag}..HEAD`;
  const output = await git(folder, 'log', '--format=%B%x00', range);
  return output
    .split('\0')
    .map((message) => message.trim())
    .filter((message) => message !== '');
}
