import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import cors from 'cors';
import { imageAt } from '../data/photos.ts';
import type { ScenarioBuilder } from '../data/scenario-data.ts';
import type { FormDocument } from '../form-document.ts';
import { BadRequest, problem } from '../problem.ts';
import type { ScenarioName } from '../scenarios.ts';
import { readPreferences } from './preferences.ts';
import type { Prism } from './prism.ts';
import { errorResponse, type MockResponse, respond } from './respond.ts';

/** The parts of a mock. */
export interface Mock {
  readonly prism: Prism;
  readonly document: FormDocument;
  /** For requests that don't choose one. */
  readonly scenario: ScenarioName;
  /** Milliseconds. */
  readonly delay: number;
  readonly build: ScenarioBuilder;
  readonly clock: () => Temporal.Instant;
  /** The text at `/`. */
  readonly welcome: (url: string) => string;
}

/** The mock's server, not listening yet. */
export function serve(mock: Mock): Server {
  const crossOrigin = cors<IncomingMessage>({
    methods: ['GET', 'HEAD'],
    maxAge: 600,
    exposedHeaders: ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'Content-Disposition'],
  });
  return createServer((request, response) => {
    crossOrigin(request, response, () => {
      handle(mock, request)
        .catch((error: unknown) => {
          console.error('The mock failed:', error);
          return errorResponse(500, problem(500, 'The mock failed. See its log.'), null);
        })
        .then((given) => send(response, given))
        .catch((error: unknown) => {
          console.error('The mock could not respond:', error);
          response.destroy();
        });
    });
  });
}

async function handle(mock: Mock, request: IncomingMessage): Promise<MockResponse> {
  const baseUrl = baseUrlOf(request.headers);
  const url = URL.parse(request.url ?? '/', 'http://mock');
  if (url === null) return errorResponse(404, problem(404, 'The URL is invalid.'), null);
  const path = url.pathname.replace(/(?<=.)\/+$/, '');
  if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed(request.method);
  const publicResponse = publicResponseTo(mock, path, baseUrl);
  if (publicResponse !== null) return publicResponse;
  const endpoint = mock.prism.endpoints.find((one) => one.path === path);
  if (endpoint === undefined) return notFound(mock, path);
  try {
    const preferences = readPreferences(request.headers['prefer']?.toString(), url.searchParams);
    await pause(preferences.delay ?? mock.delay);
    const { authorization = '' } = request.headers;
    return await respond(mock.prism, {
      endpoint,
      query: url.searchParams,
      // Prism accepts any header as a key; the wrong scheme would only fail in production.
      authorization: /^token [^\s]+$/i.test(authorization) ? authorization : undefined,
      data: mock.build(preferences.scenario ?? mock.scenario, mock.clock()),
      build: mock.build,
      document: mock.document,
      baseUrl,
      code: preferences.code,
    });
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return errorResponse(400, error.problem(), null);
  }
}

/** The base URL from the client's point of view, which may be a proxy's. */
function baseUrlOf(headers: IncomingHttpHeaders): string {
  const first = (name: string): string | undefined => headers[name]?.toString().split(',')[0]?.trim();
  return `${first('x-forwarded-proto') ?? 'http'}://${first('x-forwarded-host') ?? headers.host ?? '127.0.0.1'}`;
}

/** Responses that need no key: the welcome text, the contract and images. */
function publicResponseTo(mock: Mock, path: string, baseUrl: string): MockResponse | null {
  if (path === '/') return text('text/plain; charset=utf-8', mock.welcome(baseUrl));
  if (path === '/openapi.yaml') return text('application/yaml; charset=utf-8', mock.document.text);
  if (path === '/openapi.json') return text('application/json; charset=utf-8', mock.document.json);
  const image = imageAt(path);
  return image === null ? null : text('image/svg+xml', image);
}

function text(type: string, body: string): MockResponse {
  return { status: 200, headers: { 'Content-Type': type }, body };
}

function notFound({ prism, document }: Mock, path: string): MockResponse {
  const paths = prism.endpoints.map((endpoint) => endpoint.path).join(', ');
  const detail = `Form ${document.form} has no ${path}. Its endpoints are ${paths}.`;
  return errorResponse(404, problem(404, detail), null);
}

function notAllowed(method = ''): MockResponse {
  const given = errorResponse(405, problem(405, `${method} is not allowed. Use GET.`), null);
  return { ...given, headers: { ...given.headers, Allow: 'GET, HEAD, OPTIONS' } };
}

function send(response: ServerResponse, { status, headers, body }: MockResponse): void {
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(content),
    ...headers,
  });
  response.end(content);
}
