import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compare } from './compare.ts';

/** A value of a document, as JSON has it. */
type Json = string | number | boolean | null | readonly Json[] | Members;
interface Members {
  readonly [name: string]: Json;
}
/** An operation before and after a change; null where there is none. */
type Case = readonly [before: Members | null, after: Members | null];

const STRING = { type: 'string' };
const INTEGER = { type: 'integer' };
const object = (properties: Members, required: readonly string[] = []): Members => ({
  type: 'object',
  properties,
  required,
});
const json = (schema: Json, more: Members = {}): Members => ({
  responses: { 200: { content: { 'application/json': { schema } }, ...more } },
});
const OK = json(object({ a: STRING }));
const header = (more: Members): Members => json(STRING, { headers: { 'X-A': { schema: STRING, ...more } } });
const csv = (columns: readonly string[] | null): Members => {
  const items = object(Object.fromEntries(columns?.map((name) => [name, STRING]) ?? []), columns ?? []);
  const rows = columns === null ? {} : { contentSchema: { type: 'array', items } };
  return { responses: { 200: { content: { 'text/csv': { schema: { ...STRING, ...rows } } } } } };
};
const query = (schema: Members, more: Members = {}): Members => ({
  ...OK,
  parameters: [{ name: 'limit', in: 'query', schema, ...more }],
});
const field = (before: Json, after: Json): Case => [json(object({ a: before })), json(object({ a: after }))];

/** Changes that v1 forbids, since a client may fail: some that redocly diff finds, and each that only our rules find. */
const FORBIDDEN: Readonly<Record<string, Case>> = {
  'an operation is removed': [OK, null],
  'a field called title is removed': field(object({ title: STRING }), object({})),
  'a field becomes nullable': field(STRING, { type: ['string', 'null'] }),
  'a field becomes optional': [json(object({ a: STRING }, ['a'])), OK],
  'an enumeration grows': field({ enum: ['a', 'b'] }, { enum: ['a', 'b', 'c'] }),
  'a response header becomes optional': [header({ required: true }), header({})],
  'a column is inserted': [csv(['timestamp', 'bucket']), csv(['timestamp', 'has_photo', 'bucket'])],
  'columns are no longer described': [csv(['timestamp', 'bucket']), csv(null)],
  'a parameter becomes required': [query(STRING), query(STRING, { required: true })],
  'a parameter allows less': [query({ ...INTEGER, maximum: 200 }), query({ ...INTEGER, maximum: 100 })],
  'a default changes': [query({ ...INTEGER, default: 8 }), query({ ...INTEGER, default: 20 })],
};

/** Changes that v1 allows. */
const ALLOWED: Readonly<Record<string, Case>> = {
  'there is one more endpoint': [null, OK],
  'a required field is added': [json(object({})), json(object({ a: STRING }, ['a']))],
  'a field is never null': field({ type: ['string', 'null'] }, STRING),
  'a column is appended': [csv(['timestamp']), csv(['timestamp', 'bucket'])],
  'the first parameter is added': [OK, query(STRING)],
  'a parameter allows more': [query({ ...INTEGER, maximum: 200 }), query({ ...INTEGER, maximum: 500 })],
  'a default is documented': [query(INTEGER), query({ ...INTEGER, default: 8 })],
};

/** Changes that leave the shape as it was. */
const SAME: Readonly<Record<string, Case>> = {
  'descriptions, titles and extensions': field(
    { ...STRING, description: 'One', title: 'A', 'x-gap-ids': ['a'] },
    { ...STRING, description: 'Two', 'x-more': [{ a: 1 }] },
  ),
  'a summary': [
    { ...OK, summary: 'Get' },
    { ...OK, summary: 'Read' },
  ],
  'a reference, and what it leads to': field(
    { $ref: '#/components/schemas/Clock' },
    { ...STRING, pattern: '^c$' },
  ),
};

const cases = { ...FORBIDDEN, ...ALLOWED, ...SAME };

/** One document with the operations of all cases before or after their change, since each run of redocly diff takes a second. */
function documentOf(when: 0 | 1, name: string): Members {
  const paths = Object.entries(cases).flatMap(([path, operations]) => {
    const operation = operations[when];
    return operation === null ? [] : [[`/${path}`, { get: operation }]];
  });
  const schemas = { Clock: { type: 'string', pattern: '^c$' } };
  const securitySchemes = { token: { type: 'apiKey', in: 'header', name } };
  return {
    openapi: '3.1.0',
    info: { title: `Document ${when}`, version: `1.${when}.0` },
    security: [{ token: [] }],
    paths: Object.fromEntries(paths),
    components: { schemas, securitySchemes },
  };
}
const changes = await compare(documentOf(0, 'Authorization'), documentOf(1, 'X-Api-Key'));
const changesOf = (name: string) => changes.filter(({ place }) => place.operation === `GET /${name}`);

it.for(Object.keys(FORBIDDEN))('v1 forbids that %s', (name) => {
  expect(changesOf(name).filter(({ rule }) => rule !== undefined)).not.toEqual([]);
});

it.for(Object.keys(ALLOWED))('v1 allows that %s', (name) => {
  expect(changesOf(name)).not.toEqual([]);
  expect(changesOf(name).filter(({ rule }) => rule !== undefined)).toEqual([]);
});

it.for(Object.keys(SAME))('programs do not notice %s', (name) => {
  expect(changesOf(name)).toEqual([]);
});

it('v1 forbids that keys are sent otherwise', () => {
  const common = changes.filter(({ place }) => place.operation === null);
  expect(common.map(({ place, rule }) => [place.part, rule])).toEqual([
    ['`components › securitySchemes › token`', 'security-scheme-changed'],
  ]);
});

it.each([
  ['a field called title is removed', 'response 200, field `a.title`: Property `title` of `a` was removed.'],
  ['a parameter allows more', 'parameters, `limit`: `maximum` changed from `200` to `500`.'],
  ['a column is appended', 'response 200, column `bucket`: Added: `bucket`.'],
  ['there is one more endpoint', ': Added: `/there is one more endpoint`.'],
  [
    'a default changes',
    'parameters, `limit`: `default` changed from `8` to `20`. Requests without the parameter would get something else.',
  ],
])('a change is named by its operation, its place and the values: %s', (name, text) => {
  expect(changesOf(name).map(({ place, what }) => `${place.part}: ${what}`)).toEqual([text]);
});

it.each([1, 2] as const)('Form %i requires all columns of its CSV file, in their order', (form) => {
  const file = new URL(`../../../openapi/form-${form}.json`, import.meta.url);
  const { ExportRow } = JSON.parse(readFileSync(file, 'utf8')).components.schemas;
  expect(ExportRow.required).toEqual(Object.keys(ExportRow.properties));
});
