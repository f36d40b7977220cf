import { expect, it } from 'vitest';
import { ALLOWED, FORBIDDEN, SAME } from './changes.fixture.ts';
import { compare } from './compare.ts';
import type { Members } from './shape.ts';

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
  expect(changesOf(name).filter(({ isForbidden }) => isForbidden)).not.toEqual([]);
});

it.for(Object.keys(ALLOWED))('v1 allows that %s', (name) => {
  expect(changesOf(name)).not.toEqual([]);
  expect(changesOf(name).filter(({ isForbidden }) => isForbidden)).toEqual([]);
});

it.for(Object.keys(SAME))('the shape does not contain %s', (name) => {
  expect(changesOf(name)).toEqual([]);
});

it('v1 forbids that keys are sent otherwise', () => {
  const common = changes.filter(({ place }) => place.operation === null);
  expect(common.map(({ place, isForbidden }) => [place.part, isForbidden])).toEqual([
    ['`securitySchemes › token`', true],
    ['`security`', true],
    ['`security`', false],
  ]);
});

it('a change is named by its operation, its place and the values before and after', () => {
  const named = (name: string) =>
    changesOf(name).map(({ place, what }) => `${place.status} ${place.part}: ${what}`);
  expect(named('a nested response field is removed')).toEqual([
    '200 field `a.c`: Property `c` of `a` was removed.',
  ]);
  expect(named('a parameter allows more')).toEqual([
    ' parameter `limit`: `maximum` changed from `200` to `500`.',
  ]);
  expect(named('an error status is documented')).toEqual(['503 : Added.']);
  expect(named('there is one more endpoint')).toEqual([' : Added.']);
  expect(named('the first parameter is added')).toEqual([' parameters: Added: `limit`.']);
  expect(named('a name is excluded')).toEqual(['200 names of fields: Added: `propertyNames`.']);
  expect(named('a media type is added')).toEqual(['200 : Added: `application/json`.']);
  expect(named('a default changes')).toEqual([
    ' parameter `limit`: `default` changed from `8` to `20`. Requests without the parameter would get something else.',
  ]);
});
