#!/usr/bin/env node
import './node-version.mjs';

// Not imported above: an old Node.js has no such name, and would say that instead of what is wrong.
const { enableCompileCache } = await import('node:module');
// Compiled code is kept in the folder for temporary files, or where NODE_COMPILE_CACHE says; the next start is quicker.
enableCompileCache();

const { program } = await import('./program.ts');
await program().parseAsync();
