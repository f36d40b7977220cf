import type { FormDocument } from '../form-document.ts';
import type { Negotiate } from '../http/negotiator.ts';
import type { ParameterError } from '../service/bad-request.ts';

/** Validates the parameters of an endpoint, as a function that Ajv has compiled. */
export interface ParameterValidator {
  (values: Record<string, unknown>): unknown;
  errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

/** The validators by path. */
export type ParameterValidators = Readonly<Record<string, ParameterValidator>>;

/**
 * Responds as Prism does, without Prism, which is too large for a page: 401 without credentials, 400 with invalid parameters, and
 * otherwise the requested status, with the document's first example where there is none. It does not validate responses; tests of the mock do that with Prism.
 */
export function pageNegotiator(document: FormDocument, validators: ParameterValidators): Negotiate {
  return async ({ path, query, authorization }, examples, code) => {
    const parameterErrors = errorsOf(query, validators[path]);
    const status = authorization === undefined ? 401 : parameterErrors.length > 0 ? 400 : code;
    const body = examples[status] ?? (status === 200 ? document.firstExample(path) : undefined);
    return { status, body, parameterErrors, contractErrors: [] };
  };
}

function errorsOf(
  query: URLSearchParams,
  validate: ParameterValidator | undefined,
): readonly ParameterError[] {
  // Like Prism: names in lower case, the first of repeated values, and an empty value as none.
  const names = [...new Set(query.keys())].filter((name) => !name.startsWith('__'));
  const values = Object.fromEntries(names.map((name) => [name.toLowerCase(), query.get(name) ?? '']));
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  if (validate === undefined) throw new Error('no validator for the path');
  validate(given);
  return (validate.errors ?? []).map(({ instancePath, message = '' }) => ({
    parameter: instancePath.slice(1) || 'query',
    message,
  }));
}
