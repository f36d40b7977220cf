// Links the project's Node.js into node_modules/.bin, where npm 11 puts it and npm 10 does not, so that npm scripts and
// npx use it. Plain JavaScript, because the Node.js that runs the installation may be old.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectNode } from '../../src/cli/commands/project-node.mjs';

const link = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
const node = projectNode(() => true);
// Windows needs more than a link; there, the programs find the project's Node.js themselves.
if (node !== null && process.platform !== 'win32' && !existsSync(link)) {
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(relative(dirname(link), node), link);
}
