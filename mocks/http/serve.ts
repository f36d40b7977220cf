import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import cors from 'cors';
import type { Published } from '../documents.ts';
import { handle, type Mock, pathOf, sent } from './handle.ts';
import { errorResponse, type MockResponse, problem } from './problems.ts';

/** A mock, and what only its server shows. */
export interface ServedMock extends Mock {
  readonly published: Published;
  /** The path that everything is below, such as `/queue`; empty for the root. */
  readonly basePath: string;
  /** Certificate and key for HTTPS, in PEM format; null for HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Lets pages of other origins send credentials, which doesn't go with `*`: each gets its own origin. */
  readonly corsCredentials: boolean;
  /** The text at `/`. */
  readonly welcome: (url: string) => string;
}

/** Pages of any origin may send requests, without credentials. */
export const CORS = {
  methods: ['GET', 'HEAD'],
  exposedHeaders: 'RateLimit,RateLimit-Policy,Retry-After,ETag,Content-Disposition,X-Request-Id'.split(','),
  maxAge: 86_400,
};

/** The mock's server, not listening yet. */
export function serve(mock: ServedMock): Server | SecureServer {
  const crossOrigin = cors<IncomingMessage>(
    mock.corsCredentials ? { ...CORS, origin: true, credentials: true } : CORS,
  );
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    crossOrigin(request, response, () => {
      receive(mock, request)
        .catch((error: unknown) => {
          console.error('The mock failed:', error);
          return errorResponse(500, problem(500, 'The mock failed. See its log.'));
        })
        .then((given) => {
          const { status, headers, content } = sent(given);
          response.writeHead(status, headers).end(content);
        })
        .catch((error: unknown) => {
          console.error('The mock could not respond:', error);
          response.destroy();
        });
    });
  };
  return mock.tls === null ? createServer(listener) : createSecureServer({ ...mock.tls }, listener);
}

async function receive(mock: ServedMock, request: IncomingMessage): Promise<MockResponse> {
  const { method = '', headers } = request;
  const baseUrl = baseUrlOf(mock, headers);
  const url = URL.parse(request.url ?? '/', 'http://mock');
  if (url === null) return errorResponse(404, problem(404, 'The URL is invalid.'));
  if (!`${url.pathname}/`.startsWith(`${mock.basePath}/`)) {
    const detail = `The path ${url.pathname} does not exist. Every path begins with ${mock.basePath}.`;
    return errorResponse(404, problem(404, detail));
  }
  url.pathname = url.pathname.slice(mock.basePath.length);
  const body = method === 'GET' || method === 'HEAD' ? textAt(pathOf(url), mock, baseUrl) : null;
  if (body !== null) return body;
  const prefer = headers['prefer']?.toString();
  return handle(mock, { method, url, baseUrl, prefer, authorization: headers.authorization });
}

/** The base URL from the client's point of view, which may be a proxy's. */
function baseUrlOf({ tls, basePath }: ServedMock, headers: IncomingHttpHeaders): string {
  const first = (name: string): string | undefined => headers[name]?.toString().split(',')[0]?.trim();
  const scheme = first('x-forwarded-proto') ?? (tls === null ? 'http' : 'https');
  return `${scheme}://${first('x-forwarded-host') ?? headers.host ?? '127.0.0.1'}${basePath}`;
}

/** The texts that only the server has: the welcome and the contract. */
function textAt(path: string, { welcome, published }: ServedMock, baseUrl: string): MockResponse | null {
  const text = (type: string, body: string) => ({
    status: 200,
    headers: { 'Content-Type': `${type}; charset=utf-8` },
    body,
  });
  if (path === '/') return text('text/plain', welcome(baseUrl));
  if (path === '/openapi.yaml') return text('application/yaml', published.yaml);
  return path === '/openapi.json' ? text('application/json', published.json) : null;
}
