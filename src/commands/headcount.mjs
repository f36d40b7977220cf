#!/usr/bin/env node
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './node-version.mjs';

// Imported dynamically: an old Node.js lacks the name, and a static import would fail before node-version.mjs can explain why.
const { enableCompileCache } = await import('node:module');
// Caches compiled code for a faster start, where other users of the machine cannot write: beside the packages of a checkout,
// else in the user's own folder.
enableCompileCache(
  process.env['NODE_COMPILE_CACHE'] ??
    (isBuilt
      ? join(userCache(), 'queue-headcount')
      : fileURLToPath(new URL('../../node_modules/.cache/headcount-compiled', import.meta.url))),
);

// Node.js 22 calls SQLite experimental; the package is tested with it.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) =>
  /^SQLite is an experimental/.test(String(warning)) || emitWarning.call(process, warning, ...rest);

const { program } = await import(isBuilt ? './program.js' : './program.ts');
await program().parseAsync();

function userCache() {
  if (process.platform === 'win32') return process.env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
}
