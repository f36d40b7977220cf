import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as library from '../../src/cli/library/index.ts';
import { manifestOf } from '../package/manifest.ts';
import { writtenPages } from './commands-page.ts';

const PROJECT = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/compatibility.md', PROJECT), 'utf8');
const help = [...writtenPages().values()].join('\n');

it('lists the exit codes that the help of the commands lists', () => {
  const gate = readFileSync(new URL('docs/conformance.md', PROJECT), 'utf8');
  const listed = new Set([...`${page}${gate}`.matchAll(/^\| (\d) \| /gm)].map(([, code]) => code));
  const blocks = [...help.matchAll(/^Exit codes:\n((?: +\d.*\n)+)/gm)].map(([, block]) => block ?? '');
  const used = blocks.flatMap((block) => [...block.matchAll(/^ +(\d) /gm)].map(([, code]) => code));
  expect([...listed].toSorted()).toEqual([...new Set(used)].toSorted());
});

it('says what the image has', () => {
  const dockerfile = readFileSync(new URL('Dockerfile', PROJECT), 'utf8');
  const of = (instruction: string) => dockerfile.match(new RegExp(`^${instruction} ([^:\\n]+)`, 'm'))?.[1];
  expect(page.replaceAll('\n', ' ')).toMatch(
    new RegExp(`user ${of('USER')}, +listen on port ${of('EXPOSE')} and keep data in \`${of('VOLUME')}\``),
  );
});

it('lists what the package exports, and the oldest Node.js that it installs on', () => {
  const manifest = JSON.parse(readFileSync(new URL('package.json', PROJECT), 'utf8'));
  const rows = [...page.matchAll(/^\| (`queue-headcount[^|]*) \| (.*) \|$/gm)];
  const imports = rows.flatMap(([, cell = '']) => cell.replaceAll('`', '').split(', '));
  const built = manifestOf(manifest) as {
    readonly exports: object;
    readonly engines: { readonly node: string };
  };
  expect(imports).toEqual(Object.keys(built.exports).map((path) => path.replace('.', 'queue-headcount')));
  const functions = [...(rows[0]?.[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
  expect(functions.toSorted()).toEqual(Object.keys(library).toSorted());
  expect(page).toContain(`Node.js ${built.engines.node.replace('>=', '')} and newer`);
});
