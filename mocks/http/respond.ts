import type { ScenarioData } from '../data/scenario-data.ts';
import { parameterProblem, problem } from '../problem.ts';
import { errorBodies, errorHeaders } from '../responses/errors.ts';
import { pageOfReports } from '../responses/page-of-reports.ts';
import { integerIn, type MockRequest, storeOf } from '../responses/request.ts';
import { BadRequest, type ParameterError } from '../service/bad-request.ts';
import { exportReports } from '../service/export-reports.ts';
import { getChart } from '../service/get-chart.ts';
import { getHighlights } from '../service/get-highlights.ts';
import { getPatterns } from '../service/get-patterns.ts';
import { getStatus } from '../service/get-status.ts';
import { invalidValue, readRange, rejectUnknown } from '../service/parameters.ts';
import type { Store } from '../service/store.ts';
import type { Examples, Negotiator } from './negotiator.ts';
import { type MockResponse, readParameters, written } from './vary.ts';

/** A request to an endpoint. */
export interface EndpointRequest extends MockRequest {
  readonly authorization: string | undefined;
  /** The status that the request asks for. */
  readonly code: number | null;
}

/** The computed bodies by operationId. Any other operation responds with the document's first example. */
const BODIES: Readonly<Record<string, (store: Store, request: MockRequest) => unknown>> = {
  getStatus,
  getChart: (store, { query }) => getChart(store, readRange(query, store.options)),
  getPatterns: (store, { query }) => getPatterns(store, readRange(query, store.options)),
  listReports: (_store, request) => pageOfReports(request),
  exportReports: (store, { query }) => exportReports(store, readRange(query, store.options)),
  getHighlights: (store, request) => getHighlights(store, integerIn(request, 'days')),
};

/** Responds as the deployment does whose choices the data follow. */
export async function respond(negotiator: Negotiator, request: EndpointRequest): Promise<MockResponse> {
  const { options } = request.data;
  const query = readParameters(request.query, request.endpoint, options);
  const given = await choose(negotiator, { ...request, query });
  return request.code === 400 ? given : written(given, options);
}

/** Computes the bodies of a success and of each error; the negotiator validates the request and chooses among them. */
async function choose(negotiator: Negotiator, request: EndpointRequest): Promise<MockResponse> {
  const { endpoint, data, query, authorization } = request;
  const success = successBody(request);
  const examples = { ...errorBodies(endpoint, data), ...success };
  const wanted = request.code ?? (data.scenario.isQuotaExceeded ? 429 : 200);
  const code = wanted === 200 && 400 in success ? 400 : wanted;
  const given = await negotiator.negotiate({ path: endpoint.path, query, authorization }, examples, code);
  if (given.contractErrors.length > 0) {
    const detail = `The mock violates the contract: ${given.contractErrors.join('; ')}`;
    return errorResponse(500, problem(500, detail), data);
  }
  if (given.status === 400 && given.parameterErrors.length > 0) {
    // A value can violate several rules at once, such as a format and a pattern; one error is enough.
    const byParameter = new Map(given.parameterErrors.map((error) => [error.parameter, error]));
    const errors = [...byParameter.values()].map((error) => worded(error, request));
    return errorResponse(400, parameterProblem(errors), data);
  }
  if (given.status !== 200) return errorResponse(given.status, given.body, data);
  const headers = typeof given.body === 'string' ? exportHeaders(query) : {};
  return { status: 200, headers, body: given.body };
}

/** The error of a negotiator in the words of the document's examples. */
function worded(error: ParameterError, { endpoint, query }: EndpointRequest): ParameterError {
  const parameter = endpoint.parameters.find(({ name }) => name === error.parameter);
  if (parameter === undefined) return error;
  return { ...error, message: invalidValue(parameter, query.get(parameter.name) ?? '') };
}

/** A response with a problem document. */
export function errorResponse(status: number, body: unknown, data: ScenarioData | null): MockResponse {
  const more = data === null ? {} : errorHeaders(status, data);
  return { status, headers: { 'Content-Type': 'application/problem+json', ...more }, body };
}

/** The body of a success, or of the 400 for a bad request that the document's schemas accept. */
function successBody(request: EndpointRequest): Examples {
  const { operationId, path } = request.endpoint;
  try {
    rejectUnknown(withoutPreferences(request.query), request.endpoint.parameters, request.data.options);
    const body = BODIES[operationId]?.(storeOf(request, request.data), request);
    return body === undefined ? {} : { 200: request.document.conform(path, body) };
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return { 400: parameterProblem(error.errors) };
  }
}

/** The header of an export that names its file; the name contains the range. */
function exportHeaders(query: URLSearchParams): Readonly<Record<string, string>> {
  const [since, until] = [query.get('since'), query.get('until')];
  const range = since === null || until === null ? '' : `-${since}-to-${until}`;
  return { 'Content-Disposition': `attachment; filename="headcount-reports${range}.csv"` };
}

/** A query without what it asks of the mock itself. */
function withoutPreferences(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !name.startsWith('__')));
}
