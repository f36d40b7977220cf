import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Observer, RequestRecord } from './observer.ts';
import { requestIdOf } from './request-id.ts';
import { loggedPath, logRequest } from './request-log.ts';

/** Who watches the requests, and where. */
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
