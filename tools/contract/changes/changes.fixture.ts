/** A value of a document, as JSON has it. */
type Json = string | number | boolean | null | readonly Json[] | Members;
export interface Members {
  readonly [name: string]: Json;
}

/** An operation before and after a change; null where there is none. */
type Case = readonly [before: Members | null, after: Members | null];

const STRING = { type: 'string' };
const NUMBER = { type: 'number' };
const INTEGER = { type: 'integer' };
const NULL = { type: 'null' };
const object = (properties: Members, more: Members = {}): Members => ({
  type: 'object',
  properties,
  ...more,
});
const list = (more: Members): Members => ({ type: 'array', items: STRING, ...more });
const states = (...values: readonly Json[]): Members => ({
  oneOf: values.map((state) => object({ state: { const: state } })),
});

// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const conditional = (required: readonly string[]): Members => ({ if: object({}), then: { required } });

const responding = (response: Members): Members => ({ responses: { 200: response } });
const json = (schema: Json): Members => responding({ content: { 'application/json': { schema } } });
const OK = json(object({ a: STRING }));
const headers = (given: Members): Members => responding({ headers: given });
const status = (...codes: readonly number[]): Members => ({
  responses: Object.fromEntries(codes.map((code) => [code, {}])),
});
const media = (...types: readonly string[]): Members =>
  responding({ content: Object.fromEntries(types.map((type) => [type, { schema: STRING }])) });
const csv = (...columns: readonly string[]): Members => {
  const items = object(Object.fromEntries(columns.map((name) => [name, STRING])), { required: columns });
  return responding({
    content: { 'text/csv': { schema: { ...STRING, contentSchema: { type: 'array', items } } } },
  });
};
const parameters = (...given: readonly Members[]): Members => ({ ...OK, parameters: given });
const query = (schema: Json, more: Members = {}): Members => ({
  name: 'limit',
  in: 'query',
  schema,
  ...more,
});
const SINCE = { name: 'since', in: 'query', schema: STRING };

/** A field of a response. */
const field = (before: Json, after: Json): Case => [json(object({ a: before })), json(object({ a: after }))];
/** A whole body of a response. */
const body = (before: Json, after: Json): Case => [json(before), json(after)];
/** The schema of a parameter. */
const parameter = (before: Json, after: Json): Case => [parameters(query(before)), parameters(query(after))];

/** What v1 forbids: a client that handled every response, or was understood, may fail. */
export const FORBIDDEN: Readonly<Record<string, Case>> = {
  'an operation is removed': [OK, null],
  'the id of an operation changes': [
    { ...OK, operationId: 'getStatus' },
    { ...OK, operationId: 'readState' },
  ],
  'a body becomes required': [OK, { ...OK, requestBody: { required: true, content: {} } }],
  'another scheme of authentication': [
    { ...OK, security: [{ token: [] }] },
    { ...OK, security: [{ bearer: [] }] },
  ],
  'authentication becomes required': [
    { ...OK, security: [] },
    { ...OK, security: [{ token: [] }] },
  ],

  'a response field is removed': body(object({ a: STRING, b: STRING }), object({ a: STRING })),
  'a response field called title is removed': body(
    object({ title: STRING, a: STRING }),
    object({ a: STRING }),
  ),
  'a response field is renamed': body(
    object({ estimate_value: NUMBER }),
    object({ estimate_values: NUMBER }),
  ),
  'a nested response field is removed': field(object({ b: STRING, c: STRING }), object({ b: STRING })),
  'a response field becomes optional': body(
    object({ a: STRING }, { required: ['a'] }),
    object({ a: STRING }),
  ),
  'a response field becomes nullable': field(STRING, { type: ['string', 'null'] }),
  'a response field becomes nullable by anyOf': field(STRING, { anyOf: [STRING, NULL] }),
  'a response field gets another type': field(STRING, NUMBER),
  'a response field gets one more type': field(INTEGER, { type: ['integer', 'string'] }),
  'an integer becomes any number': field(INTEGER, NUMBER),
  'a response field loses its type': field(STRING, {}),
  'an enumeration grows': field({ enum: ['a', 'b'] }, { enum: ['a', 'b', 'c'] }),
  'an enumeration ends': field({ ...STRING, enum: ['a', 'b'] }, STRING),
  'a constant becomes an enumeration': field({ const: 'a' }, { enum: ['a', 'b'] }),
  'a constant changes': field({ const: 1 }, { const: 2 }),
  'a response pattern changes': field({ ...STRING, pattern: '^a$' }, { ...STRING, pattern: '^b$' }),
  'a response pattern ends': field({ ...STRING, pattern: '^a$' }, STRING),
  'a format changes': field({ ...STRING, format: 'date' }, { ...STRING, format: 'date-time' }),
  'a minimum falls': field({ ...NUMBER, minimum: 0 }, { ...NUMBER, minimum: -1 }),
  'a list may be longer': field(list({ maxItems: 200 }), list({ maxItems: 500 })),
  'a list may be shorter': field(list({ minItems: 24 }), list({ minItems: 0 })),
  'the items of a list change': field(list({}), list({ items: NUMBER })),
  'an alternative is added': body(states(true, false), states(true, false, null)),
  'alternatives end': body(states(true, false), object({})),
  'a field of an alternative becomes nullable': body(
    { oneOf: [object({ v: NUMBER }), object({ w: STRING })] },
    { oneOf: [object({ v: { type: ['number', 'null'] } }), object({ w: STRING })] },
  ),
  'a condition demands less': body(conditional(['v', 'w']), conditional(['v'])),
  'a part of allOf is removed': body(
    { allOf: [object({ a: STRING }), object({ b: STRING })] },
    { allOf: [object({ a: STRING })] },
  ),
  'a name is no longer excluded': body(
    object({}, { propertyNames: { not: { const: 'latitude' } } }),
    object({}),
  ),
  'fewer names are excluded': body(
    object({}, { propertyNames: { not: { enum: ['latitude', 'longitude', 'gps'] } } }),
    object({}, { propertyNames: { not: { enum: ['latitude', 'longitude'] } } }),
  ),
  'named fields are no longer described': body({ patternProperties: { '^x': STRING } }, {}),

  'a response is removed': [status(200, 400), status(200)],
  'another status of success': [status(200), status(200, 204)],
  'a redirect': [status(200), status(200, 302)],
  'a media type is removed': [media('application/json', 'text/csv'), media('text/csv')],
  'a media type changes': [media('application/json'), media('application/hal+json')],
  'a response header is removed': [
    headers({ 'X-A': { schema: STRING }, 'X-B': { schema: STRING } }),
    headers({ 'X-A': { schema: STRING } }),
  ],
  'a response header becomes optional': [
    headers({ 'X-A': { schema: STRING, required: true } }),
    headers({ 'X-A': { schema: STRING } }),
  ],
  'a response header gets another type': [
    headers({ 'X-A': { schema: INTEGER } }),
    headers({ 'X-A': { schema: STRING } }),
  ],
  'a column is removed': [csv('timestamp', 'bucket', 'has_photo'), csv('timestamp', 'bucket')],
  'a column is inserted': [csv('timestamp', 'bucket'), csv('timestamp', 'has_photo', 'bucket')],
  'columns change places': [csv('timestamp', 'bucket'), csv('bucket', 'timestamp')],
  'columns are no longer described': [csv('timestamp', 'bucket'), media('text/csv')],

  'a parameter is removed': [parameters(query(STRING), SINCE), parameters(SINCE)],
  'a parameter is renamed': [parameters(query(STRING)), parameters({ ...query(STRING), name: 'size' })],
  'a required parameter is added': [parameters(SINCE), parameters(SINCE, query(STRING, { required: true }))],
  'a parameter becomes required': [parameters(query(STRING)), parameters(query(STRING, { required: true }))],
  'a parameter gets another type': parameter(INTEGER, STRING),
  'a parameter allows less': parameter({ ...INTEGER, maximum: 200 }, { ...INTEGER, maximum: 100 }),
  'a parameter gets a bound': parameter(INTEGER, { ...INTEGER, minimum: 1 }),
  'a parameter gets a pattern': parameter(STRING, { ...STRING, pattern: '^a$' }),
  'a parameter loses a value': parameter({ enum: ['a', 'b', 'c'] }, { enum: ['a', 'b'] }),
  'a default changes': parameter({ ...INTEGER, default: 8 }, { ...INTEGER, default: 20 }),
  'a default ends': parameter({ ...INTEGER, default: 8 }, INTEGER),
  'a list in a parameter is written otherwise': [
    parameters(query(list({}))),
    parameters(query(list({}), { explode: false })),
  ],

  // Nothing breaks here, but only a person can tell.
  'a pattern is reworded': field({ ...STRING, pattern: '^[0-9]$' }, { ...STRING, pattern: String.raw`^\d$` }),
  'null is a type instead of an alternative': field(
    { anyOf: [{ ...STRING, pattern: 'a' }, NULL] },
    { type: ['string', 'null'], pattern: 'a' },
  ),
  'a constant replaces an enumeration of one value': field({ enum: ['a'] }, { const: 'a' }),
  'alternatives replace an object': body(object({ k: { type: 'boolean' } }), {
    oneOf: [object({ k: { const: true } }), object({ k: { const: false } })],
  }),
};

/** What v1 allows. */
export const ALLOWED: Readonly<Record<string, Case>> = {
  'there is one more endpoint': [null, OK],
  'an operation is deprecated': [OK, { ...OK, deprecated: true }],
  'another scheme of authentication is accepted too': [
    { ...OK, security: [{ token: [] }] },
    { ...OK, security: [{ token: [] }, { bearer: [] }] },
  ],
  'an optional response field is added': body(object({ a: STRING }), object({ a: STRING, b: STRING })),
  'a required response field is added': body(
    object({ a: STRING }, { required: ['a'] }),
    object({ a: STRING, b: STRING }, { required: ['a', 'b'] }),
  ),
  'a response field is always there': body(object({ a: STRING }), object({ a: STRING }, { required: ['a'] })),
  'a response field is never null': field({ type: ['string', 'null'] }, STRING),
  'a number is always an integer': field(NUMBER, INTEGER),
  'an enumeration in a response shrinks': field({ enum: ['a', 'b', 'c'] }, { enum: ['a', 'b'] }),
  'one value of an enumeration is left': field({ enum: ['a', 'b'] }, { enum: ['a'] }),
  'a response gets a pattern': field(STRING, { ...STRING, pattern: '^a$' }),
  'a response gets a bound': field(NUMBER, { ...NUMBER, minimum: 0 }),
  'an alternative is removed': body(states(true, false), states(true)),
  'a name is excluded': body(object({}), object({}, { propertyNames: { not: { const: 'latitude' } } })),
  'an error status is documented': [status(200, 401), status(200, 401, 503)],
  'a conditional response is documented': [status(200), status(200, 304)],
  'a media type is added': [media('text/csv'), media('text/csv', 'application/json')],
  'a response header is added': [
    headers({ 'X-A': { schema: STRING } }),
    headers({ 'X-A': { schema: STRING }, ETag: { schema: STRING } }),
  ],
  'a response header becomes required': [
    headers({ 'X-A': { schema: STRING } }),
    headers({ 'X-A': { schema: STRING, required: true } }),
  ],
  'a column is appended': [csv('timestamp', 'bucket'), csv('timestamp', 'bucket', 'has_photo')],
  'the first parameter is added': [OK, parameters(query(STRING))],
  'an optional parameter is added': [parameters(SINCE), parameters(SINCE, query(STRING))],
  'a parameter becomes optional': [parameters(query(STRING, { required: true })), parameters(query(STRING))],
  'a parameter allows more': parameter({ ...INTEGER, maximum: 200 }, { ...INTEGER, maximum: 500 }),
  'a parameter accepts another type too': parameter(INTEGER, { type: ['integer', 'string'] }),
  'a parameter gets a value': parameter({ enum: ['a', 'b'] }, { enum: ['a', 'b', 'c'] }),
  'the order of types changes': field({ type: ['string', 'null'] }, { type: ['null', 'string'] }),
  'a default is documented': parameter(INTEGER, { ...INTEGER, default: 8 }),
};

/** What leaves the shape as it was. */
export const SAME: Readonly<Record<string, Case>> = {
  'descriptions and titles': field(
    { ...STRING, description: 'One', title: 'A' },
    { ...STRING, description: 'Two' },
  ),
  'a summary and tags': [
    { ...OK, summary: 'Get', tags: ['A'] },
    { ...OK, summary: 'Read', tags: ['B'] },
  ],
  extensions: field(
    { ...STRING, 'x-gap-ids': ['a'] },
    { ...STRING, 'x-gap-ids': ['b'], 'x-more': [{ a: 1 }] },
  ),
  examples: field({ ...STRING, examples: ['a'] }, { ...STRING, examples: ['b'] }),
  'the order of fields': body(object({ a: STRING, b: STRING }), object({ b: STRING, a: STRING })),
  'the order of parameters': [parameters(SINCE, query(STRING)), parameters(query(STRING), SINCE)],
  'the order of alternatives': body(states(true, false), states(false, true)),
  'a reference, and what it leads to': field(
    { $ref: '#/components/schemas/Clock' },
    { ...STRING, pattern: '^c$' },
  ),
};
