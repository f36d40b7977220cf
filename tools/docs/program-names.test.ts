import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const guides = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: PROJECT })];

// Anybody could register that name on npm, and their code would run.
it.each(guides)('%s never has npx look for a package named headcount', (guide) => {
  const text = readFileSync(`${PROJECT}/${guide}`, 'utf8');
  expect(text.match(/npx headcount[^`]*(?=`|\n)/g) ?? []).toEqual([]);
});
