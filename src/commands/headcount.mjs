#!/usr/bin/env node
import './node-version.mjs';

const { program } = await import('./program.ts');
await program().parseAsync();
