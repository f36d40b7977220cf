import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const guide = read('../../library.md');
const PAGES = ['library', 'express', 'client-tests', 'generated-clients'];

describe('the guides', () => {
  it('show or link each example of this folder, which are compiled and tested', () => {
    const pages = PAGES.map((name) => read(`../../${name}.md`)).join('');
    const blocks = [...pages.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code);
    const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name !== 'guide.test.ts');
    const shown = files.filter((name) => blocks.includes(read(name)));
    const linked = files.filter((name) => pages.includes(`(examples/library/${name})`));
    expect([...shown, ...linked].toSorted()).toEqual(files.toSorted());
  });

  it('show no other TypeScript about the library', () => {
    const files = readdirSync(new URL('.', import.meta.url)).map(read);
    for (const name of ['library', 'express'])
      for (const [, code = ''] of read(`../../${name}.md`).matchAll(/^```ts\n(.*?)^```/gms))
        expect(files).toContain(code);
  });
});

describe('the reference of the library', () => {
  it.each([
    ['MockOptions', 'mock-options'],
    ['MockHandlerOptions', 'mock-options'],
    ['ConformanceOptions', 'conformance-options'],
    ['ServiceOptions', 'service-options'],
    ['MountableService', 'service-options'],
  ])('lists every member of %s', (name, file) => {
    const source = read(`../../../src/cli/library/${file}.ts`);
    const [, body = ''] = new RegExp(`^export interface ${name} \\{\\n(.*?)^\\}`, 'ms').exec(source) ?? [];
    const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, member = '']) => member);
    const tables = guide.split('\n\n').filter((part) => part.startsWith('| '));
    const rows = tables.map((table) => [...table.matchAll(/^\| `(\w+)/gm)].map(([, row = '']) => row));
    expect(members.length).toBeGreaterThan(5);
    expect(rows).toContainEqual(members);
  });
});
