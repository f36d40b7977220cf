import { bodyOf, withExtras } from '../service/operations.ts';
import { BadRequest, type Endpoint } from '../service/parameters.ts';
import type { Body } from '../service/store.ts';
import type { ScenarioStore } from './page-of-reports.ts';
import { errorBodies, errorResponse, type MockResponse, parameterProblem, problem } from './problems.ts';

/**
 * Requires credentials, and chooses the body for the status `code` among those computed for a request. Prism does this for the mock's
 * server, and validates the body; a page has a smaller one.
 */
export type Negotiate = (
  request: { readonly path: string; readonly authorization: string | undefined },
  bodies: Readonly<Record<number, unknown>>,
  code: number,
) => Promise<Negotiated>;

/** The response that was chosen. */
export interface Negotiated {
  readonly status: number;
  readonly body: unknown;
  /** How the response violates the contract; empty unless the mock has a bug. */
  readonly contractErrors: readonly string[];
}

/** A request to an endpoint. */
export interface EndpointRequest {
  readonly endpoint: Endpoint;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  /** The status that the request asks for. */
  readonly code: number | null;
  readonly page: (cursor: string, limit: number) => Body;
}

/** Computes the bodies of a success and of each error, and sends the one that the negotiator chooses as the deployment writes it. */
export async function respond(
  negotiate: Negotiate,
  store: ScenarioStore,
  { endpoint, code, authorization = '', ...request }: EndpointRequest,
): Promise<MockResponse> {
  const wanted = code ?? (store.scenario.isQuotaExceeded ? 429 : 200);
  // Without what the request asks of the mock itself.
  const query = new URLSearchParams([...request.query].filter(([name]) => !name.startsWith('__')));
  const result = wanted === 200 ? bodyOrMistake(store, endpoint, query, request.page) : null;
  const mistake = result instanceof BadRequest ? result : null;
  const status = mistake === null ? wanted : 400;
  const body = mistake === null ? result : parameterProblem(mistake);
  const bodies = { ...errorBodies(endpoint, store), ...(body === null ? {} : { [status]: body }) };
  // Prism accepts any header as a key; the wrong scheme would only fail in production.
  const credentials = /^token [^\s]+$/i.test(authorization) ? authorization : undefined;
  const given = await negotiate({ path: endpoint.path, authorization: credentials }, bodies, status);
  if (given.contractErrors.length > 0) {
    const detail = `The mock violates the contract: ${given.contractErrors.join('; ')}`;
    return errorResponse(500, problem(500, detail));
  }
  if (given.status === 200) return successResponse(given.body, query, store);
  if (given.status === 401) return unauthorized(given.body, store);
  return errorResponse(mistake?.status ?? given.status, given.body, store);
}

function bodyOrMistake(
  store: ScenarioStore,
  endpoint: Endpoint,
  query: URLSearchParams,
  page: EndpointRequest['page'],
): Body | string | BadRequest {
  try {
    return bodyOf(store, endpoint, query, (limit) => page(query.get('cursor') ?? '', limit));
  } catch (error) {
    if (error instanceof BadRequest) return error;
    throw error;
  }
}

/** A success; the name of an exported file contains the range. */
function successResponse(body: unknown, query: URLSearchParams, { options }: ScenarioStore): MockResponse {
  const content = options.extras ? withExtras(body) : body;
  if (typeof body !== 'string')
    return { status: 200, headers: { 'Content-Type': options.jsonType }, body: content };
  const [since, until] = [query.get('since'), query.get('until')];
  const range = since === null || until === null ? '' : `-${since}-to-${until}`;
  const disposition = `attachment; filename="headcount-reports${range}.csv"`;
  const headers = { 'Content-Type': options.csvType, 'Content-Disposition': disposition };
  return { status: 200, headers, body };
}

function unauthorized(body: unknown, store: ScenarioStore): MockResponse {
  const { unauthorizedBody } = store.options;
  const given = errorResponse(401, body, store);
  if (unauthorizedBody === 'problem') return given;
  const { 'Content-Type': _, ...headers } = given.headers;
  if (unauthorizedBody === 'empty') return { ...given, headers, body: '' };
  return { ...given, headers: { ...headers, 'Content-Type': 'text/plain' }, body: 'Unauthorized' };
}
