import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

it('is what the guide shows and links', () => {
  const guide = read('../implementing.md');
  const names = readdirSync(new URL('implementation', import.meta.url), {
    recursive: true,
    encoding: 'utf8',
  });
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => `implementation/${name}`);
  const [shown = '', ...more] = [...guide.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code);
  expect(more).toEqual([]);
  expect(read('implementation/operations/listReports.ts')).toContain(shown);
  for (const file of files.filter((name) => !name.endsWith('/listReports.ts')))
    expect(guide).toContain(`(examples/${file})`);
});
