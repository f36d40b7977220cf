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
  const path = loggedPath(request);
  response.once('close', () => {
    const ms = Math.round((performance.now() - begin) * 10) / 10;
    const aborted = response.writableFinished ? undefined : true;
    const { operation, key } = info;
    logger.info({ method, path, status: response.statusCode, ms, operation, key, aborted }, 'request');
  });
  return info;
}

/** Keys, and the parts of keys, in a path: what follows the characters that `headcount keys list` shows. */
const KEY = /(hc_[0-9a-z]{6})[^/]*|([0-9a-z]{6})[0-9a-z]{24,}/gi;

/** Printable ASCII that is percent-encoded. */
const ENCODED = /%[2-7][0-9a-f]/gi;

/**
 * The path of a request for the log: without the query, and with everything that looks like a key shortened, because a key
 * may be pasted into the wrong place.
 */
export function loggedPath(request: IncomingMessage): string {
  const [path] = splitTarget(request.url as string);
  const decoded = path.includes('%') ? path.replace(ENCODED, decodeURIComponent) : path;
  const hidden = decoded.replace(KEY, '$1$2…');
  return hidden === decoded ? path : hidden;
}

/** Path and query of a request target, without scheme and host, which proxies may send with it (RFC 9112, 3.2.2). */
export function splitTarget(target: string): readonly [path: string, query: string] {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
  const separator = local.indexOf('?');
  return separator === -1
    ? [local || '/', '']
    : [local.slice(0, separator) || '/', local.slice(separator + 1)];
}
