import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { packageFor, startedBy } from './started-by.ts';

const project = mkdtempSync(join(tmpdir(), 'project-'));
afterAll(() => rmSync(project, { recursive: true }));

/** The folder of the package, installed as npx does, with where npm says that it comes from. */
function installedFrom(resolved: string): string {
  const modules = join(project, 'cache/_npx/0a1b/node_modules');
  mkdirSync(modules, { recursive: true });
  const packages = { 'node_modules/queue-headcount': { version: '1.0.0', resolved } };
  writeFileSync(join(modules, '.package-lock.json'), JSON.stringify({ packages }));
  return join(modules, 'queue-headcount/');
}

it.each([
  ['file:../../../queue-headcount.tgz', './queue-headcount.tgz'],
  ['file:../../../../other/queue-headcount.tgz', '../other/queue-headcount.tgz'],
  ['https://registry.npmjs.org/queue-headcount/-/queue-headcount-1.0.0.tgz', 'queue-headcount'],
])('a package that npx took from %s is started as %s', (resolved, expected) => {
  expect(packageFor(project, installedFrom(resolved))).toBe(expected);
});

it('a package that the project has installed, or that npm does not list, is started by its name', () => {
  expect(packageFor(project, join(project, 'node_modules/queue-headcount/'))).toBe('queue-headcount');
  expect(packageFor(project, join(project, 'elsewhere/queue-headcount/'))).toBe('queue-headcount');
});

it('a checkout is started by its script', () => {
  expect(startedBy()).toBe('npm run conformance --');
});
