import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { inlinedSchema } from '../contract/contract.ts';
import { endpointsOf, schemaPointerOf } from '../contract/operations.ts';

describe.each([1, 2] as const)('Form %i', (form) => {
  it.each(endpointsOf(form))('has a valid schema for %s', (endpoint) => {
    const ajv = new Ajv2020();
    const schema = inlinedSchema(form, schemaPointerOf(form, endpoint) ?? '');
    expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
  });
});
