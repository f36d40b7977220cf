import type { Response } from 'express';

/** An error that you can throw anywhere; the response is a problem document (RFC 9457). */
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

/** An invalid parameter, and why. */
export interface ParameterError {
  readonly parameter: string;
  readonly message: string;
}

/** Thrown by an operation that is not implemented yet. */
export function notImplemented(operationId: string): Problem {
  return new Problem(
    501,
    'This operation has no handler yet',
    `Implement it in src/operations/${operationId}.ts.`,
  );
}

/** A request without a valid key. */
export function unauthorized(detail: string): Problem {
  return new Problem(401, 'A valid API key is required', detail, {
    headers: { 'WWW-Authenticate': 'Token' },
  });
}

/** Invalid parameters. */
export function invalidParameters(errors: readonly ParameterError[]): Problem {
  const detail = errors.map(({ parameter, message }) => `${parameter} ${message}.`).join(' ');
  return new Problem(400, 'A parameter is not valid', detail, { errors });
}

/** Sends the problem document of a thrown error. Unexpected errors are logged, and the response is 500. */
export function sendProblem(response: Response, error: unknown): void {
  const problem = error instanceof Problem ? error : unexpected(error);
  if (response.headersSent) {
    // It is too late for a status. Closing the connection shows that the response is incomplete.
    response.destroy();
    return;
  }
  const { status, title, message, errors, headers } = problem;
  response.status(status).set(headers).type('application/problem+json');
  response.end(JSON.stringify({ title, status, detail: message, errors }));
}

function unexpected(error: unknown): Problem {
  if (error instanceof URIError) {
    return new Problem(400, 'The request cannot be read', 'The encoding of the URL is invalid.');
  }
  console.error(error);
  return new Problem(500, 'Something went wrong in the service', 'The cause is in the log of the service.');
}
