#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import './node-version.mjs';

// Imported dynamically: an old Node.js lacks the name, and a static import would fail before node-version.mjs can explain why.
const { enableCompileCache } = await import('node:module');
// Caches compiled code for a faster start, beside the packages, where other users of the machine cannot write.
enableCompileCache(
  process.env['NODE_COMPILE_CACHE'] ??
    fileURLToPath(new URL('../../node_modules/.cache/headcount-compiled', import.meta.url)),
);

const { program } = await import('./program.ts');
await program().parseAsync();
