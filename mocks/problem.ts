import type { ParameterError } from './service/bad-request.ts';

/** The errors of the mock, in the shape of the document's examples. */
const PROBLEMS = {
  400: { code: 'invalid-parameter', title: 'A parameter is not valid' },
  401: { code: 'unauthorized', title: 'A valid API key is required' },
  404: { code: 'not-found', title: 'The path does not exist' },
  405: { code: 'method-not-allowed', title: 'The method is not allowed here' },
  429: { code: 'quota-exceeded', title: 'The daily quota is used up' },
  500: { code: 'internal-error', title: 'Something went wrong in the service' },
  503: { code: 'unavailable', title: 'The service is not available at the moment' },
} as const;

/** The type that draft-ietf-httpapi-ratelimit-headers-11 gives this problem. */
const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded';

export type ProblemStatus = keyof typeof PROBLEMS;

/** A problem document (RFC 9457). */
export function problem(status: ProblemStatus, detail: string, errors?: readonly ParameterError[]): object {
  const { code, title } = PROBLEMS[status];
  return {
    type: status === 429 ? QUOTA_EXCEEDED : `urn:queue-headcount:problem:${code}`,
    title,
    status,
    detail,
    ...(errors === undefined ? {} : { errors }),
    ...(status === 429 ? { 'violated-policies': ['daily'] } : {}),
  };
}

/** The problem document of a request with invalid parameters. */
export function parameterProblem(errors: readonly ParameterError[]): object {
  return problem(400, errors.map(({ parameter, message }) => `${parameter}: ${message}`).join(' '), errors);
}
