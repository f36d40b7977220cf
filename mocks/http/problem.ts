/** What is wrong with one parameter. */
export interface ParameterError {
  readonly parameter: string;
  readonly message: string;
}

/** The errors that the mock answers with, shaped as the contract's examples are. */
const PROBLEMS = {
  400: { code: 'invalid-parameter', title: 'A parameter is not valid' },
  401: { code: 'unauthorized', title: 'A valid API key is needed' },
  404: { code: 'not-found', title: 'There is nothing at this address' },
  405: { code: 'method-not-allowed', title: 'The method is not allowed here' },
  429: { code: 'quota-exceeded', title: 'The daily quota is used up' },
  500: { code: 'internal-error', title: 'Something went wrong in the service' },
} as const;

export type ProblemStatus = keyof typeof PROBLEMS;

/** A problem document, of RFC 9457. */
export function problem(status: ProblemStatus, detail: string, errors?: readonly ParameterError[]): object {
  const { code, title } = PROBLEMS[status];
  return {
    type: `urn:queue-headcount:problem:${code}`,
    title,
    status,
    detail,
    ...(errors === undefined ? {} : { errors }),
  };
}

/** The problem document of a request with parameters that are not allowed. */
export function parameterProblem(errors: readonly ParameterError[]): object {
  return problem(400, errors.map(({ parameter, message }) => `${parameter}: ${message}`).join(' '), errors);
}
