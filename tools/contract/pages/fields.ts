import { type ContractDocument, dereference, type Operation, type Schema } from './contract-document.ts';

/** The text for each field or parameter, by its name: types, allowed values or bounds, and description. */
export type Fields = ReadonlyMap<string, string>;

/** The response fields of an operation by path, such as `results[].id`; for CSV, its columns. */
export function responseFields(document: ContractDocument, operation: Operation): Fields {
  const found = new Map<string, Definition[]>();
  for (const { schema } of Object.values(operation.responses['200'].content)) {
    const rows = dereference(document, schema).contentSchema?.items;
    collect(document, rows ?? schema, '', found);
  }
  return new Map([...found].map(([path, definitions]) => [path, described(document, definitions)]));
}

/** The parameters of an operation by name. */
export function parameterFields(document: ContractDocument, { parameters = [] }: Operation): Fields {
  return new Map(
    parameters.map((given) => {
      const { name, description = '', schema } = dereference(document, given);
      return [name, described(document, [{ schema: { ...schema, description } }])];
    }),
  );
}

/** A field in one of the alternatives of an object, with that alternative's title. */
interface Definition {
  readonly title?: string | undefined;
  readonly schema: Schema;
}

function collect(document: object, schema: Schema, path: string, into: Map<string, Definition[]>): void {
  for (const { title, items, properties = {} } of variantsOf(document, schema)) {
    if (items !== undefined) collect(document, items, `${path}[]`, into);
    for (const [name, property] of Object.entries(properties)) {
      const full = path === '' ? name : `${path}.${name}`;
      into.set(full, [...(into.get(full) ?? []), { title, schema: property }]);
      collect(document, property, full, into);
    }
  }
}

/** A field that alternatives define differently has the types and values of all, and says what it is in each. */
function described(document: object, definitions: readonly Definition[]): string {
  const variants = definitions.map(({ schema }) => variantsOf(document, schema));
  const texts = definitions.map(({ schema }) => (dereference(document, schema).description ?? '').trim());
  const isSame = new Set(texts).size === 1;
  const titled = definitions.map(({ title }, at) =>
    isSame || title === undefined ? texts[at] : `${title}: ${texts[at]}`,
  );
  const kind = joined(
    [joined(variants.flat().flatMap(typesOf), ' or '), joined(variants.map(valuesOf), ', ')],
    ': ',
  );
  return joined([kind, joined(titled, ' ')], '. ');
}

function typesOf({ type, format }: Schema): readonly string[] {
  return [type ?? []].flat().map((one) => (one === 'string' && format !== undefined ? format : one));
}

/** An enumeration, examples or bounds. */
function valuesOf(variants: readonly Schema[]): string {
  const code = (list: readonly unknown[]) => list.map((value) => `\`${String(value)}\``).join(', ');
  const listed = variants.flatMap((one) => one.enum ?? (one.const === undefined ? [] : [one.const]));
  if (listed.length > 0) return code(listed);
  const shown = variants.flatMap(({ examples = [] }) => examples);
  if (shown.length > 0) return `such as ${code(shown)}`;
  const bounds = variants.flatMap(({ minimum, maximum, default: standard }) =>
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}${standard === undefined ? '' : `, default ${String(standard)}`}`
      : [],
  );
  return joined(bounds, ' or ');
}

function variantsOf(document: object, schema: Schema): readonly Schema[] {
  const resolved = dereference(document, schema);
  return resolved.oneOf?.flatMap((one) => variantsOf(document, one)) ?? [resolved];
}

/** Joins texts, without empty ones and repetitions. */
function joined(texts: readonly (string | undefined)[], separator: string): string {
  return [...new Set(texts)].filter(Boolean).join(separator);
}
