import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What a URN can contain without encoding and a log line without escaping. */
const ACCEPTED = /^[\w.~:-]{1,64}$/;

/** How every API key begins, or so many letters and digits that they may be the rest of one. */
const KEY = /hc_|[0-9a-z]{33}/i;

const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:$|-)/;

/**
 * The id of a request: its `X-Request-Id`, so that the logs of a proxy and of the service agree, or else a new UUID. An id
 * that is too long, has other characters than letters, digits and `_.~:-`, or may contain an API key is replaced.
 */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && ACCEPTED.test(given) && !KEY.test(given) ? given : randomUUID();
}

/** The trace id in `traceparent` (W3C Trace Context), or undefined without a valid one. */
export function traceIdOf({ traceparent }: IncomingHttpHeaders): string | undefined {
  return typeof traceparent === 'string' && !traceparent.startsWith('ff')
    ? TRACEPARENT.exec(traceparent)?.[1]
    : undefined;
}
