import { type Form, inlinedSchema } from '../contract/contract.ts';
import { isJsonType, isObject, mayLabelJson } from '../contract/json.ts';
import { type Endpoint, isCsv, schemaPointerOf } from '../contract/operations.ts';
import { documentStepId } from '../requests/steps.ts';

/** The members of a Dredd transaction that the hooks read or set; https://dredd.org/en/latest/data-structures.html explains them. */
export interface Transaction {
  readonly name: string;
  fullPath: string;
  readonly request: { readonly uri: string };
  readonly expected: {
    readonly statusCode: string;
    headers: Record<string, string>;
    body?: string;
    bodySchema?: unknown;
  };
  readonly real?: { readonly headers: Readonly<Record<string, string>> };
  skip: boolean;
}

/** The status that a transaction expects. */
export function statusOf({ expected }: Transaction): number {
  return Number(expected.statusCode);
}

/** The endpoint that a transaction requests. */
export function endpointOf({ request }: Transaction): Endpoint {
  return request.uri.split('?')[0]?.split('/').at(-1) ?? '';
}

/** The step of the plan that sends a transaction; null for a status that a client cannot trigger. */
export function stepOf(transaction: Transaction): string | null {
  const status = statusOf(transaction);
  if (status !== 200 && status !== 401) return null;
  return documentStepId(endpointOf(transaction), status === 200 ? 'key' : 'none');
}

/** `beforeEach`: requests the response to a step, and expects what the description promises. */
export function beforeEach(form: Form, transaction: Transaction): void {
  const { expected } = transaction;
  transaction.fullPath = `/${stepOf(transaction)}`;
  const endpoint = endpointOf(transaction);
  // A deployment's data differ from the examples, and the body of a 401 is unspecified
  delete expected.body;
  delete expected.bodySchema;
  // Of the headers, the description promises only the type of JSON
  const type = expected.headers['Content-Type'];
  expected.headers = statusOf(transaction) === 200 && type !== undefined ? { 'Content-Type': type } : {};
  if (statusOf(transaction) === 200 && !isCsv(endpoint)) expected.bodySchema = schemaFor(form, endpoint);
}

/** `beforeEachValidation`: Dredd compares content types as text, so equivalent ones are made equal. */
export function beforeEachValidation({ expected, real }: Transaction): void {
  const wanted = expected.headers['Content-Type'];
  if (wanted === undefined || real === undefined) return;
  const actual = real.headers['content-type'] ?? '';
  const media = actual.split(';')[0]?.trim().toLowerCase() ?? '';
  // The content type of the export is left open
  const isTolerated = wanted === 'text/csv' ? actual !== '' : isJsonType(media);
  if (isTolerated) expected.headers = { 'Content-Type': actual };
  else if (mayLabelJson(media)) {
    expected.headers = {};
    // Dredd cannot read JSON under another label; the rules do
    if (wanted !== 'text/csv') delete expected.bodySchema;
  }
}

const ignored = /^(format|description|examples?|contentSchema|contentMediaType|x-gaps)$/;

/** The schema for Dredd's validator: draft 7, without references, and without keywords that it interprets differently. */
export function schemaFor(form: Form, endpoint: Endpoint): unknown {
  const schema = simplify(inlinedSchema(form, schemaPointerOf(form, endpoint) ?? ''));
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...(isObject(schema) ? schema : {}) };
}

function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify);
  if (!isObject(node)) return node;
  const kept = Object.entries(node).filter(([keyword]) => !ignored.test(keyword));
  // Names of properties are not keywords
  const simple = kept.map(([keyword, value]) => [
    keyword,
    keyword === 'properties' && isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, simplify(schema)]))
      : simplify(value),
  ]);
  return Object.fromEntries(simple);
}
