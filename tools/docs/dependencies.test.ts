import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Readonly<
  Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
>;
/** Packages from npm under their own names. */
const versions = Object.entries({ ...dependencies, ...devDependencies }).filter(
  ([name, version]) => !name.startsWith('@types/') && /^\d/.test(version),
);

it.each(versions)('record 14 explains %s %s', (name, version) => {
  const rows = read('docs/decisions/0014-dependencies.md')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(rows.some((row) => row.includes(` ${name} ${version}`))).toBe(true);
});
