import '../src/commands/node-version.mjs';

await import('./run.ts');
