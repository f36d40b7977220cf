import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { recipeText } from './recipes.fixture.ts';

const PROJECT = new URL('../../', import.meta.url);
const guide = readFileSync(new URL('docs/ci.md', PROJECT), 'utf8');
const names = readdirSync(new URL('docs/examples/ci/', PROJECT));

/** Recipes that the guide only links. */
const LINKED = ['Jenkinsfile', 'circleci.yml', 'azure-pipelines.yml', 'github-badge.yml'];

it.each(names)('the guide shows %s as it is, or links it', (name) => {
  expect(guide).toContain(LINKED.includes(name) ? `](examples/ci/${name})` : `\n${recipeText(name)}\`\`\`\n`);
});

it('the guide lists the inputs of the action, with their defaults', () => {
  const { inputs } = parse(readFileSync(new URL('action.yml', PROJECT), 'utf8'));
  const rows = [...guide.matchAll(/^\| `([\w-]+)` \| .* \| (.*?) ?\|$/gm)].map(([, name, cell]) => [
    name,
    cell,
  ]);
  expect(rows.map(([name]) => name)).toEqual(Object.keys(inputs));
  for (const [name = '', cell = ''] of rows) {
    const shown = /^`(.*)`$/.exec(cell)?.[1] ?? '';
    expect([name, shown]).toEqual([name, String(inputs[name].default ?? '')]);
  }
});
