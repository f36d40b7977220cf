#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import './node-version.mjs';

// Not imported above: an old Node.js has no such name, and would say that instead of what is wrong.
const { enableCompileCache } = await import('node:module');
// Compiled code is kept beside the packages, where others who share the machine cannot write; the next start is quicker.
enableCompileCache(
  process.env['NODE_COMPILE_CACHE'] ??
    fileURLToPath(new URL('../../node_modules/.cache/headcount-compiled', import.meta.url)),
);

const { program } = await import('./program.ts');
await program().parseAsync();
