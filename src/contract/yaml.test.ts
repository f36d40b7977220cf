import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { documentUrl } from './load-document.ts';

it.each([1, 2] as const)(
  'parsers of YAML 1.1 and 1.2 read the same in the document of Form %i, times as text',
  (form) => {
    const text = readFileSync(documentUrl(form), 'utf8');
    const document = parse(text);
    expect(parse(text, { version: '1.1' })).toEqual(document);
    expect(JSON.stringify(document)).toContain('"last_updated":"2026-10-16T12:31:15-07:00"');
  },
);
