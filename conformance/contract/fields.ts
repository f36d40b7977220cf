import { type Form, loadContract, resolvePointer } from './contract.ts';
import { isObject, type JsonObject } from './json.ts';
import { type Endpoint, schemaPointerOf } from './operations.ts';
import { type RequirementId, requirements } from './requirements.ts';

/** A member of a response, or of a CSV row, as the document describes it. */
export interface Field {
  /** JSON pointer into the body; `*` stands for an index. */
  readonly pointer: string;
  /** The requirement that points at this member's schema; undefined if there is none. */
  readonly requirement: RequirementId | undefined;
  readonly isTimestamp: boolean;
}

const known = new Map<string, readonly Field[]>();

/** The members of an endpoint's response, outer before inner; none when the form has no such endpoint. */
export function fieldsOf(form: Form, endpoint: Endpoint): readonly Field[] {
  const id = `${form} ${endpoint}`;
  const schema = schemaPointerOf(form, endpoint);
  const fields = known.get(id) ?? (schema === undefined ? [] : walk(form, schema, ''));
  known.set(id, fields);
  return fields;
}

/** The field at a JSON pointer of a body, or else the nearest enclosing field with its own requirement. */
export function fieldAt(form: Form, endpoint: Endpoint, pointer: string): Field | undefined {
  const fields = fieldsOf(form, endpoint);
  const general = pointer.replace(/\/\d+(?=\/|$)/g, '/*');
  const exact = fields.find((one) => one.pointer === general);
  for (let at = general; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = fields.find((one) => one.pointer === at && one.requirement !== undefined);
    if (found !== undefined) return { ...found, isTimestamp: exact?.isTimestamp ?? false };
  }
  return exact;
}

/** The member by which a body is recognized: the first that has a requirement, in the order of requirements. */
export function mainFieldOf(form: Form, endpoint: Endpoint): Field | undefined {
  const fields = fieldsOf(form, endpoint);
  const order = new Map<string, number>(requirements.map(({ id }, at) => [id, at]));
  const rank = ({ requirement }: Field) => order.get(requirement ?? '') ?? Number.POSITIVE_INFINITY;
  return fields
    .filter(({ pointer }) => pointer.lastIndexOf('/') === 0)
    .reduce<Field | undefined>((a, b) => (a === undefined || rank(b) < rank(a) ? b : a), undefined);
}

/** Follows a schema from `location`, a pointer into the document, along its properties and items. */
function walk(form: Form, location: string, pointer: string): readonly Field[] {
  const { document } = loadContract(form);
  const { schema, at } = followed(document, location);
  const properties = isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  const members = properties.flatMap((name) => {
    const place = `${at}/properties/${name}`;
    const inner = `${pointer}/${name}`;
    return [
      {
        pointer: inner,
        requirement: requirements.find((one) => one.contract === true && one.at === place)?.id,
        isTimestamp: followed(document, place).at.endsWith('/Timestamp'),
      },
      ...walk(form, place, inner),
    ];
  });
  return 'items' in schema
    ? [
        { pointer: `${pointer}/*`, requirement: undefined, isTimestamp: false },
        ...walk(form, `${at}/items`, `${pointer}/*`),
      ]
    : members;
}

/** The schema at a pointer with references resolved; for `anyOf` with null, the other branch. */
function followed(
  document: JsonObject,
  location: string,
): { readonly schema: JsonObject; readonly at: string } {
  const schema = resolvePointer(document, location);
  if (!isObject(schema)) return { schema: {}, at: location };
  if (typeof schema['$ref'] === 'string') return followed(document, schema['$ref'].slice(1));
  if (!Array.isArray(schema['anyOf'])) return { schema, at: location };
  const branch = schema['anyOf'].findIndex((one) => isObject(one) && one['type'] !== 'null');
  return followed(document, `${location}/anyOf/${branch}`);
}
