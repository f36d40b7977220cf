import { BadRequest } from '../service/bad-request.ts';
import { exportReports } from '../service/export-reports.ts';
import { getChart } from '../service/get-chart.ts';
import { getHighlights } from '../service/get-highlights.ts';
import { getPatterns } from '../service/get-patterns.ts';
import { getStatus } from '../service/get-status.ts';
import { readInteger, readRange, rejectUnknown } from '../service/parameters.ts';
import type { EndpointRequest } from './endpoint-request.ts';
import type { Examples, Negotiate } from './negotiator.ts';
import { pageOfReports } from './page-of-reports.ts';
import { errorBodies, errorResponse, type MockResponse, parameterProblem, problem } from './problems.ts';
import { readParameters, written } from './vary.ts';

const NO_QUERY = new URLSearchParams();

/** The computed bodies by operationId. Any other operation responds with the document's first example. */
const BODIES: Readonly<Record<string, (request: EndpointRequest) => unknown>> = {
  getStatus: ({ store }) => getStatus(store),
  getChart: ({ store, query }) => getChart(store, readRange(query, store.options)),
  getPatterns: ({ store, query }) => getPatterns(store, readRange(query, store.options)),
  listReports: (request) => pageOfReports(request, integerIn(request, 'limit')),
  exportReports: ({ store, query }) => exportReports(store, readRange(query, store.options)),
  getHighlights: (request) => getHighlights(request.store, integerIn(request, 'days')),
};

/** Responds as the deployment does whose choices the data follow. */
export async function respond(negotiate: Negotiate, request: EndpointRequest): Promise<MockResponse> {
  const { options } = request.store;
  const query = readParameters(request.query, request.endpoint, options);
  const given = await choose(negotiate, { ...request, query });
  return request.code === 400 ? given : written(given, options);
}

/**
 * Computes the bodies of a success and of each error; the negotiator chooses among them, and validates requests that ask for no other
 * status than 200.
 */
async function choose(negotiate: Negotiate, request: EndpointRequest): Promise<MockResponse> {
  const { endpoint, store, query, authorization } = request;
  const success = successBody(request);
  const examples = { ...errorBodies(endpoint, store), ...success };
  const wanted = request.code ?? (store.scenario.isQuotaExceeded ? 429 : 200);
  const validated = { path: endpoint.path, authorization, query: wanted === 200 ? query : NO_QUERY };
  const given = await negotiate(validated, examples, wanted === 200 && 400 in success ? 400 : wanted);
  if (given.contractErrors.length > 0) {
    const detail = `The mock violates the contract: ${given.contractErrors.join('; ')}`;
    return errorResponse(500, problem(500, detail));
  }
  // What is wrong by the document alone.
  if (given.status === 400 && !(400 in success) && given.parameterErrors.length > 0)
    return errorResponse(400, parameterProblem(new BadRequest(given.parameterErrors)));
  if (given.status !== 200) return errorResponse(given.status, given.body, store);
  const headers = typeof given.body === 'string' ? exportHeaders(query) : {};
  return { status: 200, headers, body: given.body };
}

/** The body of a success, or of the 400 for a bad request. */
function successBody(request: EndpointRequest): Examples {
  const { endpoint, query, store, document } = request;
  try {
    // Without what the request asks of the mock itself.
    const own = new URLSearchParams([...query].filter(([name]) => !name.startsWith('__')));
    rejectUnknown(own, endpoint.parameters, store.options);
    const body = BODIES[endpoint.operationId]?.(request);
    return body === undefined ? {} : { 200: document.conform(endpoint.path, body) };
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return { 400: parameterProblem(error) };
  }
}

/** The value of an integer parameter; its default when omitted. */
function integerIn({ query, endpoint, store }: EndpointRequest, name: string): number {
  const parameter = endpoint.parameters.find((one) => one.name === name) ?? { name };
  return readInteger(query, parameter, store.options);
}

/** The header of an export that names its file; the name contains the range. */
function exportHeaders(query: URLSearchParams): Readonly<Record<string, string>> {
  const [since, until] = [query.get('since'), query.get('until')];
  const range = since === null || until === null ? '' : `-${since}-to-${until}`;
  return { 'Content-Disposition': `attachment; filename="headcount-reports${range}.csv"` };
}
