/** A value of a document, as JSON has it. */
export type Json = string | number | boolean | null | readonly Json[] | Members;
export interface Members {
  readonly [name: string]: Json;
}

/** What explains or organizes, and promises nothing to a program. */
const DOCUMENTATION = new Set([
  'title',
  'summary',
  'description',
  'example',
  'examples',
  'externalDocs',
  'tags',
  'servers',
  'info',
  '$comment',
]);
/** The keywords whose members are named by the API, so that a field called `title` is a field. */
const NAMED_BY_THE_API = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  'paths',
  'responses',
  'content',
  'headers',
  'securitySchemes',
  'links',
  'callbacks',
]);
const LITERALS = new Set(['const', 'enum', 'default', 'required', 'security']);

/**
 * Reduces a document to its shape: references are resolved, so that a change appears at every place it concerns; descriptions,
 * examples and extensions are gone; and schemas that allow the same values in another notation become equal.
 */
export function shapeOf(document: Members): Members {
  const { components, ...rest } = document;
  const { securitySchemes = {} } = (components ?? {}) as Members;
  return reduced(document, { ...rest, components: { securitySchemes } }, false) as Members;
}

function reduced(document: Members, value: Json, isNamedByTheApi: boolean): Json {
  if (isList(value)) return value.map((item) => reduced(document, item, false));
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value['$ref'] === 'string') {
    const { $ref, ...siblings } = value;
    return reduced(document, { ...(targetOf(document, $ref as string) as Members), ...siblings }, false);
  }
  const members = Object.entries(value).filter(
    ([name]) => isNamedByTheApi || !(DOCUMENTATION.has(name) || name.startsWith('x-')),
  );
  const shape = Object.fromEntries(
    members.map(([name, member]) => [
      name,
      LITERALS.has(name) && !isNamedByTheApi
        ? member
        : reduced(document, member, !isNamedByTheApi && NAMED_BY_THE_API.has(name)),
    ]),
  );
  return isNamedByTheApi ? shape : inOneNotation(shape);
}

/** One notation for what can be said in several: null beside a type, the order of types, a constant, a tuple. */
function inOneNotation(schema: Members): Members {
  const nullable = orNull(schema);
  if (nullable !== undefined) return inOneNotation(nullable);
  const { const: value, prefixItems, type, ...rest } = schema;
  const types = isList(type) && type.length === 1 ? type[0] : isList(type) ? type.toSorted() : type;
  return {
    ...rest,
    ...(types !== undefined && { type: types }),
    ...(value !== undefined && { enum: [value] }),
    // redocly diff pairs the items of a list by likeness, so it doesn't see two of them change places.
    ...(isList(prefixItems) && { properties: { ...prefixItems } }),
  };
}

/** `{ type: [string, null], … }` for `{ anyOf: [{ type: string, … }, { type: null }] }`; undefined for all else. */
function orNull({ anyOf, oneOf, ...rest }: Members): Members | undefined {
  const alternatives = anyOf ?? oneOf;
  if (!isList(alternatives) || alternatives.length !== 2 || Object.keys(rest).length > 0) return undefined;
  const isNull = (one: Json) => isMembers(one) && one['type'] === 'null';
  const [schema] = alternatives.filter((one) => !isNull(one));
  if (!isMembers(schema) || !alternatives.some(isNull) || schema['type'] === undefined) return undefined;
  if (['enum', 'const', 'not', 'anyOf', 'oneOf', 'allOf', 'if'].some((keyword) => keyword in schema))
    return undefined;
  return { ...schema, type: [schema['type'], 'null'].flat() as Json };
}

function targetOf(document: Members, reference: string): Json {
  let target: Json | undefined = document;
  for (const token of reference.split('/').slice(1)) {
    target = (target as Members | undefined)?.[token.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  if (target === undefined) throw new Error(`${reference} leads nowhere`);
  return target;
}

function isMembers(value: Json | undefined): value is Members {
  return typeof value === 'object' && value !== null && !isList(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
