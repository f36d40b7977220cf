import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ContractDocument } from './contract-document.ts';
import { parameterFields, responseFields } from './fields.ts';
import { referencePage } from './reference-page.ts';

const file = new URL('../../../openapi/form-2.yaml', import.meta.url);
const two: ContractDocument = parse(readFileSync(file, 'utf8'));
const page = referencePage(two, 2);

it('the reference as Markdown has every operation with its parameters, fields, responses, samples and examples', () => {
  for (const [path, { get }] of Object.entries(two.paths)) {
    const [, section = ''] = page.split(`\n\`GET ${path}\` (\`${get.operationId}\`)\n`);
    const [own = ''] = section.split('\n## ');
    const fields = [...parameterFields(two, get).keys(), ...responseFields(two, get).keys()];
    for (const name of [...fields, ...Object.keys(get.responses)]) expect(own).toContain(`\n| \`${name}\` |`);
    for (const { source } of get['x-codeSamples'] ?? []) expect(own).toContain(source.trim());
    for (const { examples = {} } of Object.values(get.responses['200'].content))
      for (const { value } of Object.values(examples))
        expect(own).toContain(typeof value === 'string' ? value.trim() : JSON.stringify(value, null, 2));
  }
});

it('the reference shows a field that two states define differently once, with both', () => {
  expect(page).toMatch(
    /^\| `estimate_display` \| string or null\. With an estimate: .+ Without an estimate: .+/m,
  );
});
