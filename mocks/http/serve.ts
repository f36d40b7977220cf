import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import cors from 'cors';
import { Refusal } from '../answers/refusal.ts';
import type { FormDocument } from '../form-shape.ts';
import type { ScenarioName } from '../scenarios.ts';
import type { Storyteller } from '../story/story.ts';
import { type Answer, answer, errorAnswer } from './answer.ts';
import { pictureAt } from './picture.ts';
import type { Prism } from './prism.ts';
import { parameterProblem, problem } from './problem.ts';
import { readWishes } from './wishes.ts';

/** What a mock serves. */
export interface Mock {
  readonly prism: Prism;
  readonly document: FormDocument;
  /** Unless a request chooses another. */
  readonly scenario: ScenarioName;
  readonly delay: number;
  readonly tell: Storyteller;
  readonly clock: () => Temporal.Instant;
  /** What `/` says. */
  readonly welcome: (url: string) => string;
}

/** A server that answers every request from the mock; not listening yet. */
export function serve(mock: Mock): Server {
  const crossOrigin = cors<IncomingMessage>({
    methods: ['GET', 'HEAD'],
    maxAge: 600,
    exposedHeaders: ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'Content-Disposition'],
  });
  return createServer((request, response) => {
    crossOrigin(request, response, () => {
      respond(mock, request)
        .catch((error: unknown) => {
          console.error('The mock failed:', error);
          return errorAnswer(500, problem(500, 'The mock failed; its log tells why.'), null);
        })
        .then((given) => send(response, given));
    });
  });
}

async function respond(mock: Mock, request: IncomingMessage): Promise<Answer> {
  const baseUrl = baseUrlOf(request.headers);
  const url = URL.parse(request.url ?? '/', 'http://mock');
  if (url === null) return errorAnswer(404, problem(404, 'The address cannot be read.'), null);
  const path = url.pathname.replace(/(?<=.)\/+$/, '');
  if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed(request.method);
  const open = openAnswer(mock, path, baseUrl);
  if (open !== null) return open;
  const endpoint = mock.prism.endpoints.find((one) => one.path === path);
  if (endpoint === undefined) return notFound(mock, path);
  try {
    const wishes = readWishes(request.headers['prefer']?.toString(), url.searchParams);
    await pause(wishes.delay ?? mock.delay);
    const { authorization } = request.headers;
    return await answer(mock.prism, {
      endpoint,
      question: {
        path,
        query: url.searchParams,
        // Prism takes any header for a key; another scheme would only be found out in production.
        authorization: /^token [^\s]+$/i.test(authorization ?? '') ? authorization : undefined,
      },
      story: mock.tell(wishes.scenario ?? mock.scenario, mock.clock()),
      tell: mock.tell,
      shape: mock.document.shape,
      baseUrl,
      code: wishes.code,
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return errorAnswer(400, parameterProblem([{ parameter: error.parameter, message: error.message }]), null);
  }
}

/** Where the client thinks the mock is: behind a proxy, at the proxy's address. */
function baseUrlOf(headers: IncomingHttpHeaders): string {
  const first = (name: string): string | undefined => headers[name]?.toString().split(',')[0]?.trim();
  return `${first('x-forwarded-proto') ?? 'http'}://${first('x-forwarded-host') ?? headers.host ?? '127.0.0.1'}`;
}

/** What needs no key: a welcome, the contract, pictures. */
function openAnswer(mock: Mock, path: string, baseUrl: string): Answer | null {
  if (path === '/') return text('text/plain; charset=utf-8', mock.welcome(baseUrl));
  if (path === '/openapi.yaml') return text('application/yaml; charset=utf-8', mock.document.text);
  if (path === '/openapi.json') return text('application/json; charset=utf-8', mock.document.json);
  const picture = pictureAt(path);
  return picture === null ? null : text('image/svg+xml', picture);
}

function text(type: string, body: string): Answer {
  return { status: 200, headers: { 'Content-Type': type }, body };
}

function notFound({ prism, document }: Mock, path: string): Answer {
  const paths = prism.endpoints.map((endpoint) => endpoint.path).join(', ');
  const detail = `Form ${document.form} has nothing at ${path}; there are ${paths}.`;
  return errorAnswer(404, problem(404, detail), null);
}

function notAllowed(method = ''): Answer {
  const given = errorAnswer(
    405,
    problem(405, `${method} is not allowed; everything is read with GET.`),
    null,
  );
  return { ...given, headers: { ...given.headers, Allow: 'GET, HEAD, OPTIONS' } };
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(content),
    ...headers,
  });
  response.end(content);
}
