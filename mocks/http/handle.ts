import { imageAt } from '../data/photos.ts';
import type { ScenarioBuilder } from '../data/scenario-data.ts';
import type { FormDocument } from '../form-document.ts';
import type { SituationName } from '../scenarios.ts';
import { BadRequest } from '../service/bad-request.ts';
import type { ScenarioStore } from './endpoint-request.ts';
import type { Negotiate } from './negotiator.ts';
import { readPreferences } from './preferences.ts';
import { errorResponse, type MockResponse, parameterProblem, problem } from './problems.ts';
import { respond } from './respond.ts';

/** The parts of a mock that responses depend on. None of them needs Node. */
export interface Mock {
  readonly negotiate: Negotiate;
  readonly document: FormDocument;
  /** For requests that don't choose one. */
  readonly scenario: SituationName;
  /** Status for requests that don't choose one; by default, the scenario's. */
  readonly code?: number | undefined;
  /** Whether the photos that responses link to exist; by default, they do. */
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
  const { method, url, baseUrl, authorization = '' } = request;
  if (method !== 'GET' && method !== 'HEAD') return notAllowed(method);
  const path = pathOf(url);
  const image = mock.hasPhotos === false ? null : imageAt(path);
  if (image !== null) return { status: 200, headers: { 'Content-Type': 'image/svg+xml' }, body: image };
  const endpoint = document.endpoints.find((one) => one.path === path);
  if (endpoint === undefined) return notFound(document, path);
  const storeAt = (name: SituationName, now: Temporal.Instant): ScenarioStore => {
    const data = mock.build(name, now);
    const labels = data.options.buckets.labels ?? document.labels;
    return { ...data, form: document.form, labels, photoUrl: (file) => `${baseUrl}/photos/${file}` };
  };
  try {
    const preferences = readPreferences(request.prefer, url.searchParams);
    const delay = preferences.delay ?? mock.delay;
    // Without a timer, which tests with a fake clock would wait for.
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    return await respond(mock.negotiate, {
      endpoint,
      query: url.searchParams,
      // Prism accepts any header as a key; the wrong scheme would only fail in production.
      authorization: /^token [^\s]+$/i.test(authorization) ? authorization : undefined,
      code: preferences.code ?? mock.code ?? null,
      document,
      baseUrl,
      store: storeAt(preferences.scenario ?? mock.scenario, mock.clock()),
      storeAt,
    });
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return errorResponse(400, parameterProblem(error));
  }
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
