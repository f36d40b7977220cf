// Plain JavaScript without newer syntax, so that an old Node.js can run it. If this Node.js is too old, runs the program
// again with the project's own: npm 10 installs that one without linking it into node_modules/.bin.
import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { projectNode } from './project-node.mjs';

const [major] = process.versions.node.split('.').map(Number);
if (major < 26) {
  const node = projectNode();
  if (node === null || node === process.execPath) {
    console.error(
      `This needs Node.js 26 or newer; it was started with ${process.versions.node} (${process.execPath}).\n` +
        'The project includes the right version: run `npm ci` (without --omit=optional) and try again.',
    );
    process.exit(2);
  }
  const child = spawn(node, process.argv.slice(1), {
    stdio: 'inherit',
    // Programs that it starts by name must find this Node.js too.
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A terminal sends Ctrl-C to both; a second one would end the program at once.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  child.on('error', (error) => {
    console.error(`${node} cannot be started: ${error.message}`);
    process.exit(2);
  });
  child.on('exit', (code) => process.exit(code === null ? 1 : code));
  // The module that imports this one must not continue.
  await new Promise(() => undefined);
}
