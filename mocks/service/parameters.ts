import type { Choices } from './choices.ts';
import { isDate } from './local-time.ts';
import type { Range } from './store.ts';

/** A mistake in one parameter. */
export interface ParameterError {
  readonly parameter: string;
  readonly message: string;
}

/** Parameters that the service does not accept. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
  readonly errors: readonly ParameterError[];
  readonly status: number;

  constructor(error: ParameterError | readonly ParameterError[], status = 400) {
    const errors = [error].flat();
    super(errors.map(({ parameter, message }) => `${parameter}: ${message}`).join(' '));
    this.errors = errors;
    this.status = status;
  }
}

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

const RANGE = ['since', 'until'];
const DATE = { name: 'date', format: 'date' };

/**
 * The range of days that `since` and `until` select.
 *
 * @throws {BadRequest} if a date is invalid, or the range ends before it begins, and the service accepts no such range
 */
export function readRange(query: URLSearchParams, options: Choices): Range {
  const given = RANGE.map((name) => ({ name, text: query.getAll(name).at(-1) ?? null }));
  const invalid = given.flatMap(({ name: parameter, text }) =>
    text === null || isDate(text) ? [] : [{ parameter, message: invalidValue(DATE, text) }],
  );
  if (invalid.length > 0 && typeof options.badDate === 'number')
    throw new BadRequest(invalid, options.badDate);
  const dates = given.map(({ text }) => (text !== null && isDate(text) ? text : null));
  const [since = null, until = null] = dates;
  if (since === null || until === null || since <= until) return { since, until };
  if (options.reversed === 'empty') return { since, until };
  if (options.reversed === 'swap') return { since: until, until: since };
  const errors = [
    { parameter: 'since', message: `${since} must not be after until (${until}).` },
    { parameter: 'until', message: `${until} must not be before since (${since}).` },
  ];
  throw new BadRequest(errors, options.reversed);
}

/**
 * An integer from 1 to the parameter's maximum; its default when omitted.
 *
 * @throws {BadRequest} if it is anything else, and the service accepts nothing else
 */
export function readInteger(query: URLSearchParams, parameter: Parameter, options: Choices): number {
  const { name, default: standard, maximum = 1 } = parameter;
  const text = query.getAll(name).at(-1);
  if (text === undefined) return Number(standard);
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= maximum) return number;
  if (typeof options.badNumber === 'number')
    throw new BadRequest({ parameter: name, message: invalidValue(parameter, text) }, options.badNumber);
  return number > maximum && options.badNumber === 'clamp' ? maximum : Number(standard);
}

/** Rejects parameters that the operation does not have or that are given twice, unless the service ignores them. */
export function rejectUnknown(
  query: URLSearchParams,
  parameters: readonly Parameter[],
  { unknownParameter }: Choices,
): void {
  if (unknownParameter === 'ignore') return;
  for (const name of query.keys()) {
    const message = parameters.every((parameter) => parameter.name !== name)
      ? notAParameter(parameters)
      : query.getAll(name).length > 1
        ? 'is given more than once; give it once.'
        : null;
    if (message !== null) throw new BadRequest({ parameter: name, message }, unknownParameter);
  }
}

/** Says what is wrong with a value and what is allowed instead, in the words of the document's examples. */
export function invalidValue({ format, type, maximum, default: standard }: Parameter, text: string): string {
  if (format === 'date' && /^\d{4}-\d\d-\d\d$/.test(text))
    return `"${text}" is not in the calendar; write a date that exists, as YYYY-MM-DD.`;
  if (format === 'date') return `"${text}" is not a date; write YYYY-MM-DD, such as 2026-10-16.`;
  if (type !== 'integer') return `"${text}" is not allowed.`;
  return `must be an integer from 1 to ${maximum} (default ${standard}), not "${text}".`;
}

/** Says what is wrong with a parameter that an operation does not have. */
export function notAParameter(parameters: readonly Parameter[]): string {
  const names = parameters.map(({ name }) => name);
  return `is not a parameter of this operation; it has ${names.join(' and ') || 'none'}.`;
}
