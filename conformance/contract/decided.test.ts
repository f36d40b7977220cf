import { expect, it } from 'vitest';
import { decided, plainType } from './decided.ts';

const state = (open: unknown, more: object) => ({
  type: 'object',
  properties: { open: { type: 'boolean', const: open }, ...more },
});

it('alternatives that a boolean constant tells apart are decided by it', () => {
  const closes = { type: 'string' };
  expect(decided({ description: 'hours', oneOf: [state(true, { closes }), state(false, {})] })).toEqual({
    description: 'hours',
    if: { properties: { open: { const: true } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { type: 'object', properties: { open: { type: 'boolean' }, closes } },
    else: { type: 'object', properties: { open: { type: 'boolean' } } },
  });
});

it.each([
  ['no alternatives', { type: 'string' }],
  ['alternatives without a constant', { oneOf: [{ type: 'string' }, { type: 'null' }] }],
  ['alternatives with the same constant', { oneOf: [state(true, {}), state(true, {})] }],
  ['three alternatives', { oneOf: [state(true, {}), state(false, {}), { type: 'null' }] }],
])('a schema with %s stays', (_, schema) => {
  expect(decided(schema)).toBe(schema);
});

it('a type that the schema excludes is dropped', () => {
  expect(plainType({ type: ['string', 'null'], not: { type: 'string' }, title: 'opening' })).toEqual({
    type: 'null',
    title: 'opening',
  });
});

it.each([
  ['one type', { type: 'string', not: { type: 'null' } }],
  ['another exclusion', { type: ['string', 'null'], not: { type: 'string', minLength: 3 } }],
  ['no exclusion', { type: ['string', 'null'] }],
])('types of a schema with %s stay', (_, schema) => {
  expect(plainType(schema)).toBe(schema);
});
