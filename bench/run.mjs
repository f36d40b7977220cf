import '../src/cli/commands/node-version.mjs';

await import('./run.ts');
