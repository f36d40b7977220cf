import '../src/cli/commands/node-version.mjs';

await import('./check.ts');
