import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { inlinedSchema, loadContract, resolvePointer } from '../contract/contract.ts';
import type { JsonObject } from '../contract/json.ts';
import { endpointsOf, schemaPointerOf } from '../contract/operations.ts';
import type { Facts } from '../facts/facts.ts';
import { schemas } from './schemas.ts';

const examples =
  '/paths/~1api~1v1~1status/get/responses/200/content/application~1json/examples/open-and-busy/value';
const busy = resolvePointer(loadContract(1).document, examples) as JsonObject & { hours: JsonObject };

/** The failures of a status, each as its requirement and message. */
function failuresOf(body: unknown): readonly string[] {
  const failures: string[] = [];
  const facts = { form: 1, exports: [], responsesByEndpoint: new Map([['status', [{ body }]]]) };
  schemas.judge(facts as unknown as Facts, {
    fail: (requirement, { message }) => failures.push(`${requirement}: ${message}`),
    pass: () => {},
    warn: () => {},
    notApplicable: () => {},
  });
  return failures;
}

it.each([
  ['nothing wrong', {}, {}, []],
  [
    'no range with an estimate',
    { estimate_display: null },
    {},
    ['status.estimate_display: /estimate_display must be string while has_estimate is true'],
  ],
  [
    'a text for has_estimate',
    { has_estimate: 'yes' },
    {},
    ['status.has_estimate: /has_estimate must be boolean'],
  ],
  ['no range without an estimate', { has_estimate: false, estimate_display: null }, {}, []],
  [
    'a number for the range without an estimate',
    { has_estimate: false, estimate_display: 3 },
    {},
    ['status.estimate_display: /estimate_display must be string,null'],
  ],
  [
    'an opening time while open',
    {},
    { opens_at: '11:00am' },
    ['hours.opens_at: /hours/opens_at must be null while is_open is true'],
  ],
  [
    'a number for the closing time',
    {},
    { closes_at: 3 },
    ['hours.closes_at: /hours/closes_at must be string'],
  ],
  [
    'nothing but an opening time while closed',
    {},
    { is_open: false, closes_at: null, opens_at: '9:00am' },
    [],
  ],
  ['no is_open', {}, { is_open: undefined }, ['hours.is_open: /hours/is_open is missing']],
])('a status with %s has failures of its fields, not of alternatives', (_, status, hours, expected) => {
  const body = { ...busy, ...status, hours: { ...busy.hours, ...hours } };
  expect(failuresOf(JSON.parse(JSON.stringify(body)))).toEqual(expected);
});

describe.each([1, 2] as const)('Form %i', (form) => {
  it.each(endpointsOf(form))('has a valid schema for %s', (endpoint) => {
    const ajv = new Ajv2020();
    const schema = inlinedSchema(form, schemaPointerOf(form, endpoint) ?? '');
    expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
  });
});
