import { type ContractDocument, dereference, type Operation, type Schema } from './contract-document.ts';

/** A response field or a parameter, as a page shows it. */
export interface Field {
  readonly type: string;
  /** The allowed values: an enumeration, examples or bounds. */
  readonly values: string;
  readonly description: string;
}

/** The response fields of an operation by path, such as `results[].id`; for CSV, its columns. */
export function responseFields(document: ContractDocument, operation: Operation): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  for (const { schema } of Object.values(operation.responses['200'].content)) {
    const rows = dereference(document, schema).contentSchema?.items;
    collect(document, rows ?? schema, '', fields);
  }
  return fields;
}

/** The parameters of an operation by name. */
export function parameterFields(
  document: ContractDocument,
  operation: Operation,
): ReadonlyMap<string, Field> {
  return new Map(
    (operation.parameters ?? []).map((given) => {
      const parameter = dereference(document, given);
      const description = parameter.description ?? '';
      return [parameter.name, { ...fieldOf(document, parameter.schema), description }];
    }),
  );
}

function collect(document: object, schema: Schema, path: string, into: Map<string, Field>): void {
  for (const variant of variantsOf(document, schema)) {
    if (variant.items !== undefined) collect(document, variant.items, `${path}[]`, into);
    for (const [name, property] of Object.entries(variant.properties ?? {})) {
      const full = path === '' ? name : `${path}.${name}`;
      into.set(full, merged(into.get(full), fieldOf(document, property)));
      collect(document, property, full, into);
    }
  }
}

/** A field that alternatives of an object define differently. */
function merged(before: Field | undefined, field: Field): Field {
  if (before === undefined) return field;
  const both = (one: string, other: string, separator: string) =>
    [...new Set([...one.split(separator), ...other.split(separator)])].filter((part) => part !== '');
  return {
    type: both(before.type, field.type, ' or ').join(' or '),
    values: both(before.values, field.values, ', ').join(', '),
    description: both(before.description, field.description, ' Or: ').join(' Or: '),
  };
}

function fieldOf(document: object, schema: Schema): Field {
  const variants = variantsOf(document, schema);
  const types = variants.flatMap(({ type, format }) =>
    [type ?? []].flat().map((one) => (one === 'string' && format !== undefined ? format : one)),
  );
  const listed = variants.flatMap(
    (variant) => variant.enum ?? (variant.const === undefined ? [] : [variant.const]),
  );
  const shown = variants.flatMap((variant) => variant.examples ?? []);
  const bounds = variants.flatMap(({ minimum, maximum, default: fallback }) =>
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}${fallback === undefined ? '' : `, default ${String(fallback)}`}`
      : [],
  );
  const code = (list: readonly unknown[]) => list.map((value) => `\`${String(value)}\``).join(', ');
  return {
    type: [...new Set(types)].join(' or '),
    values:
      listed.length > 0
        ? code(listed)
        : shown.length > 0
          ? `such as ${code(shown)}`
          : [...new Set(bounds)].join(' or '),
    description: (dereference(document, schema).description ?? '').trim(),
  };
}

function variantsOf(document: object, schema: Schema): readonly Schema[] {
  const resolved = dereference(document, schema);
  return resolved.oneOf === undefined
    ? [resolved]
    : resolved.oneOf.flatMap((one) => variantsOf(document, one));
}
