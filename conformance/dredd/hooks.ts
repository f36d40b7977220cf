import { type Form, inlinedSchema } from '../contract/contract.ts';
import { isJsonType, isObject, type JsonObject, mayLabelJson } from '../contract/json.ts';
import { type Endpoint, isCsv, schemaPointerOf } from '../contract/operations.ts';
import { documentStepId } from '../requests/steps.ts';
import type { Transaction } from './dredd.ts';
import { stepHeader } from './recorder.ts';

/** Makes a transaction one that a client can trigger, or skips it. */
export function prepare(form: Form, transaction: Transaction): void {
  const { expected, request } = transaction;
  const endpoint = endpointOf(transaction);
  const status = Number(expected.statusCode);
  if (status !== 200 && status !== 401) {
    transaction.skip = true;
    return;
  }
  // The client adds the key, to 200 transactions only
  for (const name of Object.keys(request.headers))
    if (name.toLowerCase() === 'authorization') delete request.headers[name];
  request.headers[stepHeader] = documentStepId(endpoint, status === 200 ? 'key' : 'none');
  // A deployment's data differ from the examples, and the body of a 401 is unspecified
  delete expected.body;
  delete expected.bodySchema;
  // Of the headers, the description promises only the type of JSON
  expected.headers = status === 401 ? {} : contentTypeOf(expected.headers);
  if (status === 200 && !isCsv(endpoint)) expected.bodySchema = schemaFor(form, endpoint);
}

/** The schema for Dredd's validator: draft 7, without references, and without keywords that it interprets differently. */
export function schemaFor(form: Form, endpoint: Endpoint): JsonObject {
  const schema = simplify(inlinedSchema(form, schemaPointerOf(form, endpoint) ?? ''));
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...(isObject(schema) ? schema : {}) };
}

const ignored = new Set([
  'format',
  'description',
  'examples',
  'example',
  'contentSchema',
  'contentMediaType',
  'x-gaps',
]);

function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify);
  if (!isObject(node)) return node;
  const { properties, ...rest } = node;
  const kept = Object.entries(rest).filter(([keyword]) => !ignored.has(keyword));
  const simple = Object.fromEntries(kept.map(([keyword, value]) => [keyword, simplify(value)]));
  if (!isObject(properties)) return simple;
  // Property names are not keywords
  return {
    ...simple,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, simplify(value)]),
    ),
  };
}

function contentTypeOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() === 'content-type'),
  );
}

/** Dredd compares content types as text, so equivalent ones are made equal. */
export function tolerateContentType({ expected, real }: Transaction): void {
  const name = Object.keys(expected.headers).find((one) => one.toLowerCase() === 'content-type');
  if (name === undefined || real === undefined) return;
  const actual =
    Object.entries(real.headers).find(([one]) => one.toLowerCase() === 'content-type')?.[1] ?? '';
  const media = actual.split(';')[0]?.trim().toLowerCase() ?? '';
  const wanted = expected.headers[name] ?? '';
  // The content type of the export is left open
  const isTolerated = wanted === 'text/csv' ? actual !== '' : isJsonType(media);
  if (isTolerated) expected.headers[name] = actual;
  else if (mayLabelJson(media)) {
    delete expected.headers[name];
    // Dredd cannot read JSON under another label; the rules do
    if (wanted !== 'text/csv') delete expected.bodySchema;
  }
}

/** The endpoint of a transaction. */
export function endpointOf({ fullPath }: Transaction): Endpoint {
  const name = fullPath.split('?')[0]?.split('/').at(-1) ?? '';
  return name;
}
