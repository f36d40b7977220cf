/** A query parameter of an operation, as the document describes it. */
export interface Parameter {
  readonly name: string;
  readonly schema: {
    readonly type?: string;
    readonly format?: string;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly default?: unknown;
  };
}

interface QueryError {
  readonly parameter: string;
  readonly message: string;
}

/**
 * Parses a query string by an operation's parameters, before its values are validated. Finds what schema validation
 * misses: unknown names, repeated names, and integers that are not plain digits (Ajv accepts `0x2`, `1e0` and ` 2`).
 */
export function readQuery(
  search: string,
  parameters: readonly Parameter[],
): { readonly query: Readonly<Record<string, string>>; readonly errors: readonly QueryError[] } {
  const query: Record<string, string> = {};
  const errors = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    const parameter = parameters.find((candidate) => candidate.name === name);
    if (parameter === undefined) errors.set(name, unknownMessage(parameters));
    else if (Object.hasOwn(query, name)) errors.set(name, 'is given more than once; give it once.');
    else if (parameter.schema.type === 'integer' && !/^-?\d{1,15}$/.test(value)) {
      errors.set(name, parameterMessage(parameter, value));
    }
    if (parameter !== undefined) query[name] = value;
  }
  return {
    query,
    errors: [...errors].map(([parameter, message]) => ({ parameter: shown(parameter), message })),
  };
}

/** Says what is wrong with a value, and what is allowed instead, in one sentence. */
export function parameterMessage({ schema }: Parameter, value: string): string {
  if (schema.type === 'integer') {
    const fallback = schema.default === undefined ? '' : ` (default ${schema.default})`;
    return `must be an integer from ${schema.minimum} to ${schema.maximum}${fallback}, not "${shown(value)}".`;
  }
  if (schema.format === 'date') {
    if (/^\d{4}-\d\d-\d\d$/.test(value))
      return `"${value}" is not in the calendar; write a date that exists, as YYYY-MM-DD.`;
    return `"${shown(value)}" is not a date; write YYYY-MM-DD, such as 2026-10-16.`;
  }
  return `"${shown(value)}" is not allowed.`;
}

function unknownMessage(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return 'is not a parameter of this operation; it has none.';
  return `is not a parameter of this operation; it has ${parameters.map(({ name }) => name).join(' and ')}.`;
}

/** Text from a request, shortened for an error message. */
export function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
