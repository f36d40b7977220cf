import { type ContractDocument, type Operation, resolved, type Schema } from './contract-document.ts';

/** One field of an answer, or one parameter, as a page tells it. */
export interface Field {
  readonly type: string;
  /** The allowed values, where they are listed, shown by examples or bounded. */
  readonly values: string;
  readonly description: string;
}

/** The fields of an operation's answer by their paths, such as `results[].id`; those of a CSV are its columns. */
export function answerFields(document: ContractDocument, operation: Operation): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  for (const { schema } of Object.values(operation.responses['200'].content)) {
    const rows = resolved(document, schema).contentSchema?.items;
    collect(document, rows ?? schema, '', fields);
  }
  return fields;
}

/** The parameters of an operation by their names. */
export function parameterFields(
  document: ContractDocument,
  operation: Operation,
): ReadonlyMap<string, Field> {
  return new Map(
    (operation.parameters ?? []).map((given) => {
      const parameter = resolved(document, given);
      const description = parameter.description ?? '';
      return [parameter.name, { ...fieldOf(document, parameter.schema), description }];
    }),
  );
}

function collect(document: object, schema: Schema, path: string, into: Map<string, Field>): void {
  for (const variant of variantsOf(document, schema)) {
    if (variant.items !== undefined) collect(document, variant.items, `${path}[]`, into);
    for (const [name, property] of Object.entries(variant.properties ?? {})) {
      const place = path === '' ? name : `${path}.${name}`;
      into.set(place, fieldOf(document, property));
      collect(document, property, place, into);
    }
  }
}

function fieldOf(document: object, schema: Schema): Field {
  const variants = variantsOf(document, schema);
  const types = variants.flatMap(({ type, format }) =>
    [type ?? []].flat().map((one) => (one === 'string' && format !== undefined ? format : one)),
  );
  const listed = variants.flatMap((variant) => variant.enum ?? []);
  const shown = variants.flatMap((variant) => variant.examples ?? []);
  const bounds = variants.flatMap(({ minimum, maximum, default: standard }) =>
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}${standard === undefined ? '' : `, ${String(standard)} when left out`}`
      : [],
  );
  const code = (list: readonly unknown[]) => list.map((value) => `\`${String(value)}\``).join(', ');
  return {
    type: types.join(' or '),
    values:
      listed.length > 0
        ? code(listed)
        : shown.length > 0
          ? `such as ${code(shown)}`
          : [...new Set(bounds)].join(' or '),
    description: (resolved(document, schema).description ?? '').trim(),
  };
}

function variantsOf(document: object, schema: Schema): readonly Schema[] {
  const whole = resolved(document, schema);
  return whole.anyOf === undefined ? [whole] : whole.anyOf.flatMap((one) => variantsOf(document, one));
}
