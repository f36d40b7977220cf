import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const guide = read('../../library.md');
const blocks = [...guide.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code);

describe('the guide of the library', () => {
  it('shows the examples of this folder, which are compiled and tested, and no other TypeScript', () => {
    const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name !== 'guide.test.ts');
    expect(blocks.toSorted()).toEqual(files.map(read).toSorted());
  });

  it.each([
    ['MockOptions', 'mock-options'],
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
