import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { CROSS_ORIGIN_FIELDS } from './cross-origin.ts';
import type { Fail } from './failure.ts';
import { Problem } from './problem.ts';
import { recordRequest, type Watchers } from './request-record.ts';
import { closeAfterwards } from './send.ts';

/** More header fields than any client or proxy sends. */
const MAX_FIELDS = 200;

/** The most bytes of a body that the service reads. Only forms and reports of devices have one, which is far smaller. */
const MAX_BODY_BYTES = 65_536;

const ABSOLUTE = /^https?:\/\/[^/?#]+([/?].*)?$/i;

/**
 * Refuses what is wrong before anything looks at its address, and hands on the rest. A target with scheme and host, which proxies
 * may send (RFC 9112, 3.2.2), becomes its path. From a body that is larger than `MAX_BODY_BYTES` nothing more is read, and the
 * connection ends after the response (record 21).
 */
export function admitting(listener: RequestListener, watchers: Watchers, fail: Fail): RequestListener {
  return (request, response) => {
    limitBody(request, response);
    const problem = admissionProblem(request);
    if (problem === null) return listener(request, response);
    closeAfterwards(response);
    const record = recordRequest(watchers, request, response, 'none');
    const head = ['X-Request-Id', record.id, 'X-Content-Type-Options', 'nosniff', ...CROSS_ORIGIN_FIELDS];
    fail(problem, request, response, record, head);
  };
}

function admissionProblem(request: IncomingMessage): Problem | null {
  const { rawHeaders, headers } = request;
  if (rawHeaders.length > 2 * MAX_FIELDS) {
    return new Problem('headers-too-large', `At most ${MAX_FIELDS} header fields are allowed.`);
  }
  if (headers.host === undefined && request.httpVersion === '1.1') {
    return new Problem('malformed-request', 'The Host header is missing.');
  }
  const target = request.url as string;
  if (target.startsWith('/') || (target === '*' && request.method === 'OPTIONS')) return null;
  const path = ABSOLUTE.exec(target);
  if (path === null) {
    return new Problem('malformed-request', 'The request target must be a path or an http URL.');
  }
  const [, local = '/'] = path;
  request.url = local.startsWith('?') ? `/${local}` : local;
  return null;
}

/**
 * Reads a small body, so that the client gets the response and can keep its connection; cuts off a larger one. Pages with forms read it, too;
 * they must start before awaiting anything, or they miss it.
 */
function limitBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket, headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES || headers.expect !== undefined) {
    closeAfterwards(response);
  }
  let left = MAX_BODY_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left >= 0) return;
    request.pause();
    if (response.writableFinished) socket.destroy();
    else response.once('finish', () => socket.destroySoon());
  });
}

/**
 * Reads the body of a request with a parser, and refuses it as soon as it is larger than `bytes`: the parser would first wait for
 * all of it.
 */
export function readBody(parse: RequestHandler, bytes: number): RequestHandler {
  return (request, response, next) => {
    // Without it, the client would wait before it sends the body.
    if (request.headers.expect !== undefined) response.writeContinue();
    let isOver = false;
    const done = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      next(error);
    };
    const refuse = () =>
      done(Object.assign(new Error('the body is too large'), { status: 413, type: 'entity.too.large' }));
    if (Number(request.headers['content-length'] ?? 0) > bytes) refuse();
    let left = bytes;
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) refuse();
    });
    parse(request, response, done);
  };
}
