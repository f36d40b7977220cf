/** A query parameter in the document. */
export interface Parameter {
  readonly name: string;
  readonly format?: string;
  readonly type?: unknown;
  readonly default?: unknown;
  readonly maximum?: number;
}

/** An endpoint of the document. */
export interface Endpoint {
  readonly operationId: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

/** What is wrong with a value and what is allowed instead, in the words of the document's examples. */
export function invalidValue({ format, type, maximum, default: standard }: Parameter, text: string): string {
  if (format === 'date' && /^\d{4}-\d\d-\d\d$/.test(text))
    return `"${text}" is not in the calendar; write a date that exists, as YYYY-MM-DD.`;
  if (format === 'date') return `"${text}" is not a date; write YYYY-MM-DD, such as 2026-10-16.`;
  if (type !== 'integer') return `"${text}" is not allowed.`;
  return `must be an integer from 1 to ${maximum} (default ${standard}), not "${text}".`;
}

/** What is wrong with a parameter that the endpoint does not have. */
export function unknownParameter({ parameters }: Endpoint): string {
  const names = parameters.map(({ name }) => name);
  return `is not a parameter of this operation; it has ${names.join(' and ') || 'none'}.`;
}
