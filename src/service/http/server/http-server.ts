import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import {
  connectionsWithin,
  descriptorLimit,
  openConnections,
  responseOn,
  serializePipelined,
} from './connections.ts';
import { CROSS_ORIGIN_FIELDS } from './cross-origin.ts';
import { Problem } from './problem.ts';

/** Limits of connections (record 21). Times in milliseconds. */
export const CONNECTION_LIMITS = {
  /** From the first byte, or the connection if there is none, to the end of the header. */
  headersTimeout: 10_000,
  /** From the first byte to the end of the body. */
  requestTimeout: 20_000,
  /** How often the two above are checked. */
  connectionsCheckingInterval: 2_000,
  /** How long an idle connection waits for its next request: longer than proxies do, or they get no response on one that is just closed. */
  keepAliveTimeout: 75_000,
  /** How long a connection may stand still while a response is made or sent. */
  idleTimeout: 120_000,
  /** The bytes of request line and header. */
  maxHeaderSize: 16_384,
  /** Fewer, if the system's limit of descriptors has no room for them. */
  maxConnections: 2_000,
};

export type ConnectionLimits = Readonly<typeof CONNECTION_LIMITS>;

/** The shortest time between two log lines about too many connections, in milliseconds. */
const DROP_LOG_INTERVAL = 10_000;

/**
 * A server that limits what connections take up, and responds with a problem document even to input that is not HTTP. The listener
 * gets the requests of a connection one at a time. It also gets HTTP/1.1 requests without `Host`, which Node.js would reject without a body.
 */
export function createHttpServer(
  listener: RequestListener,
  logger: Logger,
  { idleTimeout, ...limits }: ConnectionLimits = CONNECTION_LIMITS,
): Server {
  const maxConnections = Math.min(limits.maxConnections, connectionsWithin(descriptorLimit()));
  let logged = Number.NEGATIVE_INFINITY;
  const log = (what: string) => {
    const now = performance.now();
    if (now - logged < DROP_LOG_INTERVAL) return;
    logged = now;
    logger.warn({ connections: maxConnections }, `${what}, because there are too many`);
  };
  const connections = openConnections(maxConnections, () => log('idle and slow connections are closed'));
  const handle = serializePipelined(listener as Parameters<typeof serializePipelined>[0]);
  const dispatch: RequestListener = (request, response) => {
    connections.began(request.socket);
    handle(request, response);
  };
  const server = createServer({ ...limits, requireHostHeader: false }, dispatch);
  const closeIdle = server.closeIdleConnections.bind(server);
  // Node.js takes those for idle whose clients are still reading the response.
  server.closeIdleConnections = () => {
    if (!connections.areSending()) closeIdle();
  };
  server.timeout = idleTimeout;
  server.maxConnections = maxConnections;
  // No limit here: Node.js would drop the fields beyond it without a word. The listener counts them.
  server.maxHeadersCount = 0;
  // Without the interim response, a client that waits for it never sends its body.
  server.on('checkContinue', dispatch);
  server.on('checkExpectation', dispatch);
  server.on('connect', (_request, socket) => {
    const problem = new Problem('method-not-allowed', 'CONNECT is not allowed; use GET.', { headers: ALLOW });
    afterResponses(socket, () => refuse(socket, problem));
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
  server.on('connection', (socket) => connections.add(socket));
  server.on('drop', () => log('connections are refused'));
  return server;
}

const ALLOW = { Allow: 'GET, HEAD, OPTIONS' };

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
  const lines = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `X-Request-Id: ${id}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
    'X-Content-Type-Options: nosniff',
    ...CROSS_ORIGIN_FIELDS.flatMap((name, at) =>
      at % 2 === 0 ? `${name}: ${CROSS_ORIGIN_FIELDS[at + 1]}` : [],
    ),
    ...Object.entries(problem.headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  return id;
}
