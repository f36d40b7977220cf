import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';

/** What the API learns about a request while it handles it. */
export interface RequestInfo {
  operation?: string;
  /** The key's database id. */
  key?: number;
}

/**
 * Logs a request as one JSON line when its response ends, without query and credentials. Returns an object for the fields that
 * the API adds to the line.
 */
export function logRequest(logger: Logger, request: IncomingMessage, response: ServerResponse): RequestInfo {
  const info: RequestInfo = {};
  if (!logger.isLevelEnabled('info')) return info;
  const begin = performance.now();
  const { method } = request;
  const path = pathOf(request);
  response.once('close', () => {
    const ms = Math.round((performance.now() - begin) * 10) / 10;
    const aborted = response.writableFinished ? undefined : true;
    const { operation, key } = info;
    logger.info({ method, path, status: response.statusCode, ms, operation, key, aborted }, 'request');
  });
  return info;
}

/** The path of a request target, without scheme and host, which proxies may send with it (RFC 9112, 3.2.2), and without the query. */
export function pathOf(request: IncomingMessage): string {
  return splitTarget(request.url as string)[0];
}

/** Path and query of a request target. */
export function splitTarget(target: string): readonly [path: string, query: string] {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
  const separator = local.indexOf('?');
  return separator === -1
    ? [local || '/', '']
    : [local.slice(0, separator) || '/', local.slice(separator + 1)];
}
