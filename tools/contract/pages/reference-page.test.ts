import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ContractDocument } from './contract-document.ts';
import { parameterFields, responseFields } from './fields.ts';
import { referencePage } from './reference-page.ts';

const file = new URL('../../../openapi/form-2.yaml', import.meta.url);
const two: ContractDocument = parse(readFileSync(file, 'utf8'));

/** The rows of a page's tables, as cells. */
function rows(page: string): readonly (readonly string[])[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

describe('the reference as Markdown', () => {
  const page = referencePage(two, 2);

  it('has every operation with its parameters, fields, responses, samples and examples', () => {
    for (const [path, { get }] of Object.entries(two.paths)) {
      const start = page.indexOf(`\`GET ${path}\` (\`${get.operationId}\`)`);
      expect(start, path).toBeGreaterThan(0);
      const section = page.slice(start).split('\n## ')[0] ?? '';
      const names = rows(section).map(([name]) => name);
      for (const name of [...parameterFields(two, get).keys(), ...responseFields(two, get).keys()])
        expect(names).toContain(`\`${name}\``);
      for (const status of Object.keys(get.responses)) expect(names).toContain(`\`${status}\``);
      for (const { source } of get['x-codeSamples'] ?? []) expect(section).toContain(source.trim());
      for (const { examples = {} } of Object.values(get.responses['200'].content))
        for (const { value } of Object.values(examples))
          expect(section).toContain(
            typeof value === 'string' ? value.trim() : JSON.stringify(value, null, 2),
          );
    }
  });

  it('shows a field that two states define differently once, with both', () => {
    const display = rows(page).find(([name]) => name === '`estimate_display`')?.[1];
    expect(display).toMatch(/^string or null\. With an estimate: .+ Without an estimate: .+/);
  });
});
