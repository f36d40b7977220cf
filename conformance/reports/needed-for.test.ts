import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { neededFor } from './needed-for.ts';

const folder = new URL('../families/', import.meta.url);
const reasons = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', '**/*.faults.ts'] })
  .flatMap((name) => [
    ...readFileSync(new URL(name, folder), 'utf8').matchAll(/notApplicable\(([\s\S]*?)\);/g),
  ])
  .flatMap(([, call = '']) => [...call.matchAll(/['`]([a-z][^'`\n]* [^'`\n]*)['`]/g)])
  .map(([, reason = '']) => reason);

it('says what would test each requirement that a rule cannot test', () => {
  expect(reasons.length).toBeGreaterThan(15);
  expect(reasons.filter((reason) => neededFor(reason) === undefined)).toEqual([]);
});
