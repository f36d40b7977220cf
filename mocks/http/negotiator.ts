import type { ParameterError } from '../service/bad-request.ts';

/** A GET request to an endpoint. */
export interface NegotiatedRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
}

/** The response that was chosen. */
export interface Negotiated {
  readonly status: number;
  readonly body: unknown;
  /** What is wrong with the request's parameters. */
  readonly parameterErrors: readonly ParameterError[];
  /** How the response violates the contract; empty unless the mock has a bug. */
  readonly contractErrors: readonly string[];
}

/** The bodies that a negotiator chooses from, by status. */
export type Examples = Readonly<Record<number, unknown>>;

/**
 * Finds the operation of a request, requires credentials, validates the parameters by the document, and chooses an example for the status
 * `code`. Prism does this for the mock's server; a page has a smaller one.
 */
export type Negotiate = (request: NegotiatedRequest, examples: Examples, code: number) => Promise<Negotiated>;
