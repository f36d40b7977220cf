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
  const found = known.get(id);
  if (found !== undefined) return found;
  const schema = schemaPointerOf(form, endpoint);
  const fields = schema === undefined ? [] : walk(form, [schema], '');
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

/** The member by which a body is recognized: its first list, or else its first member with a requirement. */
export function mainFieldOf(form: Form, endpoint: Endpoint): Field | undefined {
  const fields = fieldsOf(form, endpoint);
  const members = fields.filter(({ pointer }) => pointer.lastIndexOf('/') === 0);
  const isList = ({ pointer }: Field) => fields.some((field) => field.pointer === `${pointer}/*`);
  return members.find(isList) ?? members.find(({ requirement }) => requirement !== undefined);
}

/** Follows schemas from `locations`, pointers into the document, along their properties and items. */
function walk(form: Form, locations: readonly string[], pointer: string): readonly Field[] {
  const { document } = loadContract(form);
  const places = locations.flatMap((location) => placesAt(document, location));
  const names = places.flatMap(({ schema: { properties } }) =>
    isObject(properties) ? Object.keys(properties) : [],
  );
  const members = [...new Set(names)].flatMap((name) => {
    const inner = `${pointer}/${name}`;
    const own = places.map(({ at }) => `${at}/properties/${name}`);
    return [
      {
        pointer: inner,
        requirement: requirements.find((one) => one.contract === true && own.includes(one.at))?.id,
        isTimestamp: own.some((location) =>
          placesAt(document, location).some(({ at }) => at.endsWith('/Timestamp')),
        ),
      },
      ...walk(form, own, inner),
    ];
  });
  const items = places.filter(({ schema }) => 'items' in schema).map(({ at }) => `${at}/items`);
  return items.length === 0
    ? members
    : [
        { pointer: `${pointer}/*`, requirement: undefined, isTimestamp: false },
        ...walk(form, items, `${pointer}/*`),
      ];
}

interface Place {
  readonly schema: JsonObject;
  readonly at: string;
}

/** The schema at a pointer, with references resolved, or else its alternatives; none if there is no such schema. */
function placesAt(document: JsonObject, location: string): readonly Place[] {
  const schema = resolvePointer(document, location);
  if (!isObject(schema)) return [];
  if (typeof schema['$ref'] === 'string') return placesAt(document, schema['$ref'].slice(1));
  const { oneOf } = schema;
  if (!Array.isArray(oneOf)) return [{ schema, at: location }];
  return oneOf.flatMap((_, index) => placesAt(document, `${location}/oneOf/${index}`));
}
