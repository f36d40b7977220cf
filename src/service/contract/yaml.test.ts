import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { contractYaml } from './contract-yaml.ts';
import { documentUrl, loadDocument } from './load-document.ts';

it.each([1, 2] as const)(
  'parsers of YAML 1.1 and 1.2 read the same in the document of Form %i, times as text',
  (form) => {
    const text = readFileSync(documentUrl(form), 'utf8');
    const document = parse(text);
    expect(parse(text, { version: '1.1' })).toEqual(document);
    expect(JSON.stringify(document)).toContain('"last_updated":"2026-10-16T12:31:15-07:00"');
  },
);

it.each([1, 2] as const)('the document of Form %i is the same in YAML and JSON', async (form) => {
  const document = parse(readFileSync(documentUrl(form), 'utf8'));
  expect(JSON.stringify(await loadDocument(form))).toBe(JSON.stringify(document));
});

it.each([1, 2] as const)(
  'the document of Form %i shows every text as it is, without lines folded into blank ones',
  (form) => {
    const text = readFileSync(documentUrl(form), 'utf8');
    expect(text).not.toMatch(/^ *[\w-]+: >/m);
    expect(text).not.toContain('\n\n\n');
  },
);

it('quotes what YAML 1.1 would read as a date, and keeps the line breaks of texts, as in the published documents', () => {
  const document = {
    description: `${'long '.repeat(40)}\nline\n\nparagraph`,
    time: '2026-10-16T12:31:15-07:00',
  };
  const text = contractYaml(document);
  expect(text).toMatch(/^description: \|-\n {2}long .*\n {2}line\n\n {2}paragraph\ntime: "2026/);
  expect(parse(text, { version: '1.1' })).toEqual(document);
});
