import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { RequestRecord } from './observer.ts';
import { traceIdOf } from './request-id.ts';

/** Logs a request whose response has ended as one JSON line, without query and credentials; `path` is its `loggedPath`. */
export function logRequest(
  logger: Logger,
  path: string,
  headers: IncomingHttpHeaders,
  record: RequestRecord,
): void {
  const { id, method, status, seconds, operation, key, reporter, client } = record;
  const ms = Math.round(seconds * 10_000) / 10;
  const trace = traceIdOf(headers);
  const aborted = record.aborted ? true : undefined;
  logger.info({ id, method, path, status, ms, operation, key, reporter, client, trace, aborted }, 'request');
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
