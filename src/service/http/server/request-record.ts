import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Observer, RequestRecord } from './observer.ts';

/** The log and the metrics that watch requests, and the venue. */
export interface Watchers {
  readonly logger: Logger;
  readonly observer: Observer | null;
  /** The id of the venue; absent in a service with one, and outside of all. */
  readonly venue?: string;
}

/** Node.js's diagnostics channels for traces (docs/monitoring.md). Their messages are `RequestRecord`s. */
const began = channel('headcount.request.start');
const ended = channel('headcount.request.end');

/** Starts the record of a request. When its response ends, the record is completed and goes to everybody who watches. */
export function recordRequest(
  { logger, observer, venue = '' }: Watchers,
  request: IncomingMessage,
  response: ServerResponse,
  operation: string,
): RequestRecord {
  const { headers, method = '' } = request;
  const record: RequestRecord = {
    id: requestIdOf(headers),
    method,
    operation,
    venue,
    traceparent: headers['traceparent'] as string | undefined,
    tracestate: headers['tracestate'] as string | undefined,
    key: undefined,
    client: undefined,
    status: 0,
    seconds: 0,
    aborted: false,
  };
  const isLogged = logger.isLevelEnabled('info');
  if (!isLogged && observer === null && !began.hasSubscribers && !ended.hasSubscribers) return record;
  const begin = performance.now();
  // Now, because Express changes the URL while it handles the request.
  const path = isLogged ? loggedPath(request) : '';
  observer?.requestBegan(record);
  response.once('close', () => {
    record.status = response.statusCode;
    record.seconds = (performance.now() - begin) / 1000;
    record.aborted = !response.writableFinished;
    observer?.requestEnded(record);
    if (ended.hasSubscribers) ended.publish(record);
    if (isLogged) logRequest(logger, path, headers, record);
  });
  return record;
}

/** Handles a request, in the context that subscribers of `headcount.request.start` bind to it. */
export function traced<T>(record: RequestRecord, handle: () => T): T {
  return began.hasSubscribers ? began.runStores(record, handle) : handle();
}

/** Characters that a URN can contain without encoding, and a log line without escaping. */
const ACCEPTED = /^[\w.~:-]{1,64}$/;

/** The start of every API key, or so many letters and digits that they may be the rest of one. */
const WITH_KEY = /hc_|[0-9a-z]{33}/i;

const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:$|-)/;

/**
 * The id of a request: its `X-Request-Id`, so that the logs of a proxy and of the service agree, or else a new UUID. An id
 * that is too long, has other characters than letters, digits and `_.~:-`, or may contain an API key is replaced.
 */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && ACCEPTED.test(given) && !WITH_KEY.test(given) ? given : randomUUID();
}

/** The trace id in `traceparent` (W3C Trace Context), or undefined without a valid one. */
export function traceIdOf({ traceparent }: IncomingHttpHeaders): string | undefined {
  return typeof traceparent === 'string' && !traceparent.startsWith('ff')
    ? TRACEPARENT.exec(traceparent)?.[1]
    : undefined;
}

/** Logs a request whose response has ended as one JSON line, without query and credentials; `path` is its `loggedPath`. */
function logRequest(logger: Logger, path: string, headers: IncomingHttpHeaders, record: RequestRecord): void {
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
