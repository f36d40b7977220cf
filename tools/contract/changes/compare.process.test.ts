import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ALLOWED, FORBIDDEN, type Members, SAME } from './changes.fixture.ts';
import { compare } from './compare.ts';

const cases = { ...FORBIDDEN, ...ALLOWED, ...SAME };

/** One document with the operations of all cases before or after their change, since each run of redocly diff takes a second. */
function documentOf(when: 0 | 1, scheme: string, securitySchemes: Members): Members {
  const paths = Object.entries(cases).flatMap(([name, operations]) => {
    const operation = operations[when];
    return operation === null ? [] : [[`/${name}`, { get: operation }]];
  });
  const schemas = { Clock: { type: 'string', pattern: '^c$' } };
  return {
    openapi: '3.1.0',
    info: { title: `Document ${when}`, version: `1.${when}.0` },
    security: [{ [scheme]: [] }],
    paths: Object.fromEntries(paths),
    components: { schemas, securitySchemes },
  };
}
const bearer = { type: 'http', scheme: 'bearer' };
const token = { type: 'apiKey', in: 'header', name: 'Authorization' };
const changes = await compare(
  documentOf(0, 'token', { token, bearer }),
  documentOf(1, 'bearer', { token: { ...token, name: 'X-Api-Key' }, bearer }),
);
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
    ['`security › 0`', 'security-requirement-changed'],
    ['`security › 0`', undefined],
  ]);
});

it('a change is named by its operation, its place and the values before and after', () => {
  const named = (name: string) => changesOf(name).map(({ place, what }) => `${place.part}: ${what}`);
  expect(named('a nested response field is removed')).toEqual([
    'response 200, field `a.c`: Property `c` of `a` was removed.',
  ]);
  expect(named('a parameter allows more')).toEqual([
    'parameters, `limit`: `maximum` changed from `200` to `500`.',
  ]);
  expect(named('a column is appended')).toEqual(['response 200, column `has_photo`: Added: `has_photo`.']);
  expect(named('an error status is documented')).toEqual(['response 503: Added: `503`.']);
  expect(named('there is one more endpoint')).toEqual([': Added: `/there is one more endpoint`.']);
  expect(named('a media type is added')).toEqual(['response 200: Added: `application/json`.']);
  expect(named('a default changes')).toEqual([
    'parameters, `limit`: `default` changed from `8` to `20`. Requests without the parameter would get something else.',
  ]);
});

it.each([1, 2] as const)('Form %i requires all columns of its CSV file, in their order', (form) => {
  const file = new URL(`../../../openapi/form-${form}.json`, import.meta.url);
  const { ExportRow } = JSON.parse(readFileSync(file, 'utf8')).components.schemas;
  expect(ExportRow.required).toEqual(Object.keys(ExportRow.properties));
});
