import '../src/commands/node-version.mjs';

await import('./check.ts');
