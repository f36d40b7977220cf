/** The Node.js and npm that users of the package have: those of this machine, or the Node.js that `PACKAGE_NODE` names and the npm beside it. */
import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The path of the Node.js. */
export const NODE = process.env['PACKAGE_NODE'] || process.execPath;

/** Environment variables with which programs find the machine's Node.js and npm, and no other settings of npm. */
export function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(?!config_)|HEADCOUNT_|NODE_(OPTIONS|(DISABLE_)?COMPILE|V8)|VITEST|PACKAGE_)/i.test(name),
  );
  const path = [dirname(NODE), ...(process.env['PATH'] ?? '').split(delimiter)];
  // Another Node.js in node_modules/.bin would come first.
  const own = path.filter((folder, at) => at === 0 || !folder.includes('node_modules'));
  return { ...Object.fromEntries(inherited), PATH: own.join(delimiter) };
}

/** Runs npm in a folder, and returns what it printed. */
export async function npm(cwd: string, ...args: readonly string[]): Promise<string> {
  const shell = process.platform === 'win32';
  const { stdout } = await run('npm', args, { cwd, shell, env: environment(), maxBuffer: 1e8 });
  return stdout;
}
