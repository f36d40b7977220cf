import { imageAt } from '../data/photos.ts';
import type { ScenarioBuilder } from '../data/scenario-data.ts';
import type { FormDocument } from '../form-document.ts';
import type { SituationName } from '../scenarios.ts';
import { BadRequest } from '../service/parameters.ts';
import { pageOfReports, type StoreAt } from './page-of-reports.ts';
import { readPreferences } from './preferences.ts';
import { errorResponse, type MockResponse, parameterProblem, problem } from './problems.ts';
import { type Negotiate, respond } from './respond.ts';

/** The parts of a mock that responses depend on. None of them needs Node. */
export interface Mock {
  readonly negotiate: Negotiate;
  readonly document: FormDocument;
  /** For requests that don't choose one. */
  readonly scenario: SituationName;
  /** Status for requests that don't choose one; by default, the scenario's. */
  readonly code?: number | undefined;
  /** False if the photos that responses link to don't exist; by default, they do. */
  readonly hasPhotos?: boolean | undefined;
  /** Milliseconds. */
  readonly delay: number;
  readonly build: ScenarioBuilder;
  readonly clock: () => Temporal.Instant;
}

/** A request as it arrives, by HTTP or from a page. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: URL;
  /** The base URL from the client's point of view. */
  readonly baseUrl: string;
  readonly prefer: string | undefined;
  readonly authorization: string | undefined;
}

/** Responds to a request for an endpoint or an image, or says that there is none. */
export async function handle(mock: Mock, request: ReceivedRequest): Promise<MockResponse> {
  const { document } = mock;
  const { method, url } = request;
  if (method !== 'GET' && method !== 'HEAD') return notAllowed(method);
  const path = pathOf(url);
  const image = mock.hasPhotos === false ? null : imageAt(path);
  if (image !== null) return { status: 200, headers: { 'Content-Type': 'image/svg+xml' }, body: image };
  const endpoint = document.endpoints.find((one) => one.path === path);
  if (endpoint === undefined) return notFound(document, path);
  try {
    const { scenario, code, delay } = readPreferences(request.prefer, url.searchParams);
    const milliseconds = delay ?? mock.delay;
    // Without a timer, which tests with a fake clock would wait for.
    if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
    const storeAt = storesOf(mock, request.baseUrl);
    const store = storeAt(scenario ?? mock.scenario, mock.clock());
    return await respond(mock.negotiate, store, {
      endpoint,
      query: url.searchParams,
      authorization: request.authorization,
      code: code ?? mock.code ?? null,
      page: (cursor, limit) => pageOfReports(store, { cursor, limit, baseUrl: request.baseUrl }, storeAt),
    });
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return errorResponse(400, parameterProblem(error));
  }
}

/** The service in a scenario at a point in time. */
function storesOf({ document: { form, labels }, build }: Mock, baseUrl: string): StoreAt {
  return (name, now) => {
    const data = build(name, now);
    const own = data.options.buckets.labels ?? labels;
    return { ...data, form, labels: own, photoUrl: (file) => `${baseUrl}/photos/${file}` };
  };
}

/** A response as it is sent, without what connections and other origins need. */
export interface SentResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string;
}

/** Writes the body of a response, and completes its headers. */
export function sent({ status, headers, body }: MockResponse): SentResponse {
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  const length = String(new TextEncoder().encode(content).length);
  return { status, headers: { 'Cache-Control': 'no-store', 'Content-Length': length, ...headers }, content };
}

/** The path of a URL without trailing slashes. */
export function pathOf({ pathname }: URL): string {
  return pathname.replace(/(?<=.)\/+$/, '');
}

function notFound({ endpoints, form }: FormDocument, path: string): MockResponse {
  const paths = endpoints.map((endpoint) => endpoint.path).join(', ');
  const detail = `The path ${path} does not exist. The endpoints of Form ${form} are ${paths}.`;
  return errorResponse(404, problem(404, detail));
}

function notAllowed(method: string): MockResponse {
  const given = errorResponse(405, problem(405, `${method} is not allowed; use GET.`));
  return { ...given, headers: { ...given.headers, Allow: 'GET, HEAD, OPTIONS' } };
}
