import type { Response } from 'express';

/** What went wrong with a request. Throw it anywhere; it is answered as a problem document (RFC 9457). */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly ParameterError[] | undefined;

  constructor(
    status: number,
    title: string,
    detail: string,
    more: {
      readonly headers?: Readonly<Record<string, string>>;
      readonly errors?: readonly ParameterError[];
    } = {},
  ) {
    super(detail);
    this.status = status;
    this.title = title;
    this.headers = more.headers ?? {};
    this.errors = more.errors;
  }
}

/** A parameter at fault, and what is wrong with it. */
export interface ParameterError {
  readonly parameter: string;
  readonly message: string;
}

/** What an operation throws until it has a handler. */
export function notImplemented(operationId: string): Problem {
  return new Problem(
    501,
    'This operation has no handler yet',
    `Write it in src/operations/${operationId}.ts.`,
  );
}

/** A request without a valid key. */
export function unauthorized(detail: string): Problem {
  return new Problem(401, 'A valid API key is needed', detail, { headers: { 'WWW-Authenticate': 'Token' } });
}

/** Parameters that are not allowed. */
export function invalidParameters(errors: readonly ParameterError[]): Problem {
  const detail = errors.map(({ parameter, message }) => `${parameter} ${message}.`).join(' ');
  return new Problem(400, 'A parameter is not valid', detail, { errors });
}

/** Answers with the problem document of whatever was thrown; what nobody foresaw is logged, and told as 500. */
export function sendProblem(response: Response, error: unknown): void {
  const problem = error instanceof Problem ? error : unforeseen(error);
  if (response.headersSent) {
    // Too late for a status: a cut connection tells that the answer is not whole.
    response.destroy();
    return;
  }
  const { status, title, message, errors, headers } = problem;
  response.status(status).set(headers).type('application/problem+json');
  response.end(JSON.stringify({ title, status, detail: message, errors }));
}

function unforeseen(error: unknown): Problem {
  if (error instanceof URIError) {
    return new Problem(400, 'The request cannot be read', 'The address is not well encoded.');
  }
  console.error(error);
  return new Problem(500, 'Something went wrong in the service', 'The service has noted why.');
}
