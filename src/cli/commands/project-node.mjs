// Plain JavaScript without newer syntax, so that an old Node.js can run it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { userCache } from './user-cache.mjs';

const runtime = createRequire(new URL('../../../tools/node-runtime/package.json', import.meta.url));

/** The path of the Node.js that packages bring, the project's own or beside it; null if no such version is installed. */
export function projectNode(isEnough) {
  for (const name of Object.keys(packages())) {
    try {
      const manifest = runtime.resolve(`${name}/package.json`);
      const { version, bin } = runtime(manifest);
      // The user's project may pin an old one.
      if (isEnough(version)) return join(dirname(manifest), bin.node);
    } catch (error) {
      // npm installs the package for this machine only.
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  return null;
}

/**
 * The path of a Node.js in npm's cache, which npm fetches if it is not there. Says so first, after `why`, and keeps the path. Throws
 * an error that says what to do instead.
 */
export function fetchedNode(why) {
  const own = `${process.platform}-${process.arch}`;
  const name = Object.keys(packages()).find((one) => one.endsWith(own.replace('win32', 'win')));
  const remedy = 'Install a newer Node.js, or start the program with one.';
  if (name === undefined) throw new Error(`npm has no package of Node.js for ${own}. ${remedy}`);
  const version = packages()[name];
  const cache = userCache();
  const known = cache && join(cache, `node-${version}`);
  const path = known && existsSync(known) && readFileSync(known, 'utf8');
  if (path && existsSync(path)) return path;
  console.error(`${why}\nIt continues with Node.js ${version}, which npm fetches once: the package ${name}.`);
  try {
    const node = npmExec(`${name}@${version}`).trim();
    // npm needs a second to find it again.
    if (known) keep(known, node);
    return node;
  } catch (error) {
    throw new Error(`npm could not fetch ${name}@${version}: ${error.message}\n${remedy}`);
  }
}

function keep(file, text) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch {
    // The folder cannot be written; the next start asks npm again.
  }
}

/** Lets npm install a package into its cache, and returns the path of the Node.js in it. */
function npmExec(name) {
  const print = ['--', 'node', '--print', 'process.execPath'];
  const args = ['exec', '--yes', '--prefer-offline', `--package=${name}`, ...print];
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  // Under npx this is its npm; pnpm and Yarn name themselves. On Windows, npm itself is a script that only a shell starts.
  const npm = process.env.npm_execpath;
  if (npm && /np[mx]-cli[.]c?js$/.test(npm)) return execFileSync(process.execPath, [npm, ...args], options);
  return execFileSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

function packages() {
  return runtime('./package.json').optionalDependencies;
}
