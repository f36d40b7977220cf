import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const PROJECT = new URL('../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, PROJECT), 'utf8');
const guide = read('docs/ci.md');
const names = readdirSync(new URL('docs/examples/ci/', PROJECT));

/** Recipes that the guide only links. */
const LINKED = ['Jenkinsfile', 'circleci.yml', 'azure-pipelines.yml', 'github-badge.yml'];

it.each(names)('the guide shows %s as it is, or links it', (name) => {
  const recipe = read(`docs/examples/ci/${name}`);
  expect(guide).toContain(LINKED.includes(name) ? `](examples/ci/${name})` : `\n${recipe}\`\`\`\n`);
});

it.each(names.filter((name) => !name.startsWith('github')))(
  '%s has the commands of conformance.sh',
  (name) => {
    const commandsIn = (recipe: string) => recipe.match(/npx --yes [^'\n|]*[^'\n| ]/g);
    const commands = commandsIn(read('docs/examples/ci/conformance.sh'));
    expect(commands).toHaveLength(2);
    expect(commandsIn(read(`docs/examples/ci/${name}`))).toEqual(commands);
  },
);

it('the guide lists the inputs of the action, with their defaults', () => {
  const { inputs } = parse(read('action.yml'));
  const rows = [...guide.matchAll(/^\| `([\w-]+)` \| .* \| (.*?) ?\|$/gm)];
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(inputs));
  for (const [, name = '', cell = ''] of rows)
    expect([name, cell.replaceAll('`', '')]).toEqual([name, String(inputs[name].default ?? '')]);
});
