import { type ContractDocument, dereference, type Operation, type Schema } from './contract-document.ts';

/** A response field or a parameter, as a page shows it. */
export interface Field {
  readonly type: string;
  /** The allowed values: an enumeration, examples or bounds. */
  readonly values: string;
  readonly description: string;
}

/** A field in one of the alternatives of an object, with that alternative's title. */
interface Definition {
  readonly title: string | undefined;
  readonly field: Field;
}

/** The response fields of an operation by path, such as `results[].id`; for CSV, its columns. */
export function responseFields(document: ContractDocument, operation: Operation): ReadonlyMap<string, Field> {
  const definitions = new Map<string, Definition[]>();
  for (const { schema } of Object.values(operation.responses['200'].content)) {
    const rows = dereference(document, schema).contentSchema?.items;
    collect(document, rows ?? schema, '', definitions);
  }
  return new Map([...definitions].map(([path, all]) => [path, combined(all)]));
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

function collect(document: object, schema: Schema, path: string, into: Map<string, Definition[]>): void {
  for (const variant of variantsOf(document, schema)) {
    if (variant.items !== undefined) collect(document, variant.items, `${path}[]`, into);
    for (const [name, property] of Object.entries(variant.properties ?? {})) {
      const full = path === '' ? name : `${path}.${name}`;
      into.set(full, [
        ...(into.get(full) ?? []),
        { title: variant.title, field: fieldOf(document, property) },
      ]);
      collect(document, property, full, into);
    }
  }
}

/** A field that alternatives define differently has the types and values of all, and says what it is in each. */
function combined(definitions: readonly Definition[]): Field {
  const unique = (texts: readonly string[], separator: string) =>
    [...new Set(texts.filter((text) => text !== ''))].join(separator);
  const fields = definitions.map(({ field }) => field);
  const isSame = new Set(fields.map(({ description }) => description)).size === 1;
  const descriptions = definitions.map(({ title, field: { description } }) =>
    isSame || title === undefined ? description : `${title}: ${description}`,
  );
  return {
    type: unique(
      fields.flatMap(({ type }) => type.split(' or ')),
      ' or ',
    ),
    values: unique(
      fields.map(({ values }) => values),
      ', ',
    ),
    description: unique(descriptions, ' '),
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
