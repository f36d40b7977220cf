#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { isBuilt } from './node-version.mjs';
import { userCache } from './user-cache.mjs';

// Imported dynamically: an old Node.js lacks the name, and a static import would fail before node-version.mjs can explain why.
const { enableCompileCache } = await import('node:module');
// Caches compiled code for a faster start, where other users of the machine cannot write: beside the packages of a checkout,
// else in the user's own folder.
const cache =
  process.env['NODE_COMPILE_CACHE'] ??
  (isBuilt
    ? userCache()
    : fileURLToPath(new URL('../../../node_modules/.cache/headcount-compiled', import.meta.url)));
// Without a folder, Node.js would take the temporary one, which all users share.
if (cache) enableCompileCache(cache);

// Node.js 22 calls SQLite experimental; the package is tested with it.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) =>
  /^SQLite is an experimental/.test(String(warning)) || emitWarning.call(process, warning, ...rest);

// As `TZ=${TZ}` in a Compose file makes it.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone === undefined || zone === 'Etc/Unknown') {
  console.error(`TZ="${process.env['TZ'] ?? ''}" is no time zone, so this machine's is taken to be UTC.`);
  process.env['TZ'] = 'UTC';
}

const { program } = await import(isBuilt ? './program.js' : './program.ts');
await program().parseAsync();
