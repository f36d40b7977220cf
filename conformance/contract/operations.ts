import { type Form, loadContract, resolvePointer } from './contract.ts';
import { isObject, type JsonObject } from './json.ts';

/** The path of an operation below `/api/v1/`, such as `export.csv`. */
export type Endpoint = string;

/** A query parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly kind: 'date' | 'integer' | 'text';
  /** Largest allowed value; undefined without a limit. */
  readonly maximum?: number;
}

const prefix = '/api/v1/';

/** The endpoints of a form, in the order of its document. */
export function endpointsOf(form: Form): readonly Endpoint[] {
  const { paths } = loadContract(form).document;
  const entries = isObject(paths) ? Object.entries(paths) : [];
  return entries.flatMap(([path, item]) =>
    path.startsWith(prefix) && isObject(item) && 'get' in item ? [path.slice(prefix.length)] : [],
  );
}

/** The endpoints of both forms, each once. */
export function allEndpoints(): readonly Endpoint[] {
  return [...new Set(([1, 2] as const).flatMap((form) => endpointsOf(form)))];
}

/** The operation object of an endpoint; an empty one when the form has no such endpoint. */
export function operationOf(form: Form, endpoint: Endpoint): JsonObject {
  const { paths } = loadContract(form).document;
  const item = isObject(paths) ? paths[`${prefix}${endpoint}`] : undefined;
  return isObject(item) && isObject(item['get']) ? item['get'] : {};
}

/** Checks whether the endpoint's body is CSV, in one form at least; every other body is JSON. */
export function isCsv(endpoint: Endpoint): boolean {
  return ([1, 2] as const).some((form) => 'text/csv' in contentOf(form, endpoint));
}

/** JSON pointer of the schema of a response, or of a row of a CSV response; undefined when the form has no such endpoint. */
export function schemaPointerOf(form: Form, endpoint: Endpoint): string | undefined {
  const [media] = Object.values(contentOf(form, endpoint));
  const schema = isObject(media) && isObject(media['schema']) ? media['schema'] : {};
  const rows = isObject(schema['contentSchema']) ? schema['contentSchema']['items'] : undefined;
  const reference = isObject(rows) ? rows['$ref'] : schema['$ref'];
  return typeof reference === 'string' ? reference.slice(1) : undefined;
}

/** The query parameters of an endpoint, in order. */
export function parametersOf(form: Form, endpoint: Endpoint): readonly Parameter[] {
  const list = operationOf(form, endpoint)['parameters'];
  return (Array.isArray(list) ? list : []).flatMap((one: unknown) => {
    const parameter = dereferenced(form, one);
    const schema = dereferenced(form, parameter['schema']);
    if (parameter['in'] !== 'query') return [];
    const kind = schema['format'] === 'date' ? 'date' : schema['type'] === 'integer' ? 'integer' : 'text';
    const { maximum } = schema;
    return [
      { name: String(parameter['name']), kind, ...(typeof maximum === 'number' ? { maximum } : {}) } as const,
    ];
  });
}

const contents = new Map<string, JsonObject>();

/** The content of the 200 response, looked up once, since rules ask for each value. */
function contentOf(form: Form, endpoint: Endpoint): JsonObject {
  const key = `${form} ${endpoint}`;
  const known = contents.get(key);
  if (known !== undefined) return known;
  const content = resolvePointer(operationOf(form, endpoint), '/responses/200/content');
  const found = isObject(content) ? content : {};
  contents.set(key, found);
  return found;
}

function dereferenced(form: Form, node: unknown): JsonObject {
  if (!isObject(node)) return {};
  const { $ref } = node;
  return typeof $ref === 'string'
    ? dereferenced(form, resolvePointer(loadContract(form).document, $ref.slice(1)))
    : node;
}
