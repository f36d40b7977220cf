import { isObject, type JsonObject } from './json.ts';

/**
 * Replaces two alternatives (`oneOf`) that a boolean constant tells apart by `if`, `then` and `else`. A validator then reports
 * what is wrong with the alternative that the value claims to be, and not that it matches neither. Other schemas stay.
 */
export function decided(schema: JsonObject): JsonObject {
  const { oneOf, ...rest } = schema;
  if (!Array.isArray(oneOf) || oneOf.length !== 2 || !oneOf.every(isObject)) return schema;
  const [first, second] = oneOf as [JsonObject, JsonObject];
  const name = Object.keys(propertiesOf(first)).find(
    (one) => constantOf(first, one) === true && constantOf(second, one) === false,
  );
  if (name === undefined) return schema;
  return {
    ...rest,
    if: { properties: { [name]: { const: true } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: withoutConstant(first, name),
    else: withoutConstant(second, name),
  };
}

/** Drops the types that `not` excludes, so that a validator names those that are left. Other schemas stay. */
export function plainType(schema: JsonObject): JsonObject {
  const { type, not, ...rest } = schema;
  if (!Array.isArray(type) || !isObject(not) || Object.keys(not).join() !== 'type') return schema;
  const left = type.filter((one) => one !== not['type']);
  return { ...rest, type: left.length === 1 ? left[0] : left };
}

function constantOf(schema: JsonObject, name: string): unknown {
  const property = propertiesOf(schema)[name];
  return isObject(property) ? property['const'] : undefined;
}

/** The condition has checked the constant; a value of another type is then reported once. */
function withoutConstant(schema: JsonObject, name: string): JsonObject {
  const properties = propertiesOf(schema);
  const { const: _, ...property } = properties[name] as JsonObject;
  return { ...schema, properties: { ...properties, [name]: property } };
}

function propertiesOf(schema: JsonObject): JsonObject {
  return isObject(schema['properties']) ? schema['properties'] : {};
}
