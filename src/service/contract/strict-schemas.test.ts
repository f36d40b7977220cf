import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { CONTRACTS } from './contract-under-test.fixture.ts';

it.each(CONTRACTS)('validators in strict mode compile every schema of Form $form', ({ document }) => {
  const text = JSON.stringify(document).replaceAll('#/components/schemas/', '#/$defs/');
  const { schemas } = (JSON.parse(text) as { components: { schemas: object } }).components;
  const ajv = new Ajv2020({ strict: true });
  addFormats.default(ajv);
  ajv.addKeyword('x-gap-ids');
  for (const name of Object.keys(schemas)) ajv.compile({ $defs: schemas, $ref: `#/$defs/${name}` });
  expect(Object.keys(schemas)).toContain('Status');
});
