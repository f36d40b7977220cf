import { randomUUID } from 'node:crypto';
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { CROSS_ORIGIN_FIELDS } from './cross-origin.ts';
import { Problem } from './problem.ts';

/** What connections may take up (decision 36). Times in milliseconds. */
export interface ConnectionLimits {
  /** From the first byte, or the connection if there is none, to the end of the header. */
  readonly headersTimeout: number;
  /** From the first byte to the end of the body. */
  readonly requestTimeout: number;
  /** How often the two above are checked. */
  readonly connectionsCheckingInterval: number;
  /** How long an idle connection waits for its next request. */
  readonly keepAliveTimeout: number;
  /** How long a connection may stand still while a response is made or sent. */
  readonly idleTimeout: number;
  /** The bytes of request line and header. */
  readonly maxHeaderSize: number;
  readonly maxConnections: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 5_000,
  idleTimeout: 120_000,
  maxHeaderSize: 16_384,
  maxConnections: 2_000,
};

/** The shortest time between two log lines about refused connections, in milliseconds. */
const DROP_LOG_INTERVAL = 10_000;

/**
 * A server that limits what connections take up, and responds with a problem document also to what is not HTTP. The listener
 * gets requests of HTTP/1.1 without `Host`, too, since Node.js would respond without a body.
 */
export function createHttpServer(
  listener: RequestListener,
  logger: Logger,
  { idleTimeout, maxConnections, ...limits }: ConnectionLimits = CONNECTION_LIMITS,
): Server {
  const server = createServer({ ...limits, requireHostHeader: false }, listener);
  server.timeout = idleTimeout;
  server.maxConnections = maxConnections;
  // No limit here: Node.js would drop the fields beyond it without a word. The listener counts them.
  server.maxHeadersCount = 0;
  // Without the interim response, a client that waits for it never sends its body.
  server.on('checkContinue', listener);
  server.on('checkExpectation', listener);
  server.on('connect', (_request, socket) => {
    refuse(socket, new Problem('method-not-allowed', 'CONNECT is not allowed; use GET.', { headers: ALLOW }));
  });
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    // What follows on the connection is invalid, too.
    if (refused.has(socket)) return;
    refused.add(socket.pause());
    afterResponses(socket, () => {
      if (!socket.writable || responseOn(socket)?.headersSent === true) {
        socket.destroy();
        return;
      }
      const problem = problemOfParser(error.code);
      const id = refuse(socket, problem);
      logger.info({ id, status: problem.status, reason: error.code }, 'request refused');
    });
  });
  let dropLogged = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    const now = performance.now();
    if (now - dropLogged < DROP_LOG_INTERVAL) return;
    dropLogged = now;
    logger.warn({ connections: maxConnections }, 'connections are refused, because there are too many');
  });
  return server;
}

const ALLOW = { Allow: 'GET, HEAD, OPTIONS' };

/** The response that is under way on a connection. Node.js's own handler of client errors looks at the same property. */
function responseOn(socket: Duplex): ServerResponse | null {
  return (socket as Duplex & { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? null;
}

/**
 * Calls back when all requests that were complete have their responses, which come first (RFC 9112, 9.3.2). A request that is not
 * complete is the invalid one.
 */
function afterResponses(socket: Duplex, then: () => void): void {
  const response = responseOn(socket);
  if (response?.req.complete !== true) then();
  else response.once('close', () => afterResponses(socket, then));
}

function problemOfParser(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Problem('headers-too-large', `At most ${CONNECTION_LIMITS.maxHeaderSize} bytes are allowed.`);
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem('request-timeout', 'The request took too long to arrive.');
  }
  return new Problem('malformed-request', 'The request is not valid HTTP.');
}

/** Sends a problem on a connection that has no response object, and closes it. Returns the request id. */
function refuse(socket: Duplex, problem: Problem): string {
  const id = randomUUID();
  const body = problem.body(id);
  const fields = [
    ...['X-Request-Id', id],
    ...['Date', new Date().toUTCString(), 'Connection', 'close', 'X-Content-Type-Options', 'nosniff'],
    ...CROSS_ORIGIN_FIELDS,
    ...Object.entries(problem.headers).flat(),
    ...['Content-Type', 'application/problem+json', 'Content-Length', String(Buffer.byteLength(body))],
  ];
  const lines = [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`];
  for (let at = 0; at < fields.length; at += 2) lines.push(`${fields[at]}: ${fields[at + 1]}`);
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  return id;
}
