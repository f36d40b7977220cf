/** Follows the requests of the service as spans of OpenTelemetry, by Node.js's diagnostics channels alone. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';

/** A message of both channels; the service fills in the last three before `headcount.request.end`. */
interface Request {
  readonly id: string;
  readonly method: string;
  readonly operation: string;
  readonly traceparent: string | undefined;
  readonly status: number;
  readonly seconds: number;
  readonly aborted: boolean;
}

/** A finished span; names of attributes are OpenTelemetry's. */
export interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly startTimeUnixNano: number;
  readonly endTimeUnixNano: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

/** The part of a span that is known while its request is handled. */
type OpenSpan = Pick<Span, 'traceId' | 'spanId' | 'parentSpanId' | 'startTimeUnixNano'>;

/** The span of the request that the current code works for. */
export const currentSpan = new AsyncLocalStorage<OpenSpan>();

const began = channel('headcount.request.start');
const ended = channel('headcount.request.end');

/** Calls `send` with a span for each request from now on. Returns a function that ends this. */
export function followRequests(send: (span: Span) => void): () => void {
  const spans = new WeakMap<Request, OpenSpan>();
  const open = (request: Request): OpenSpan => {
    const [, traceId, parentSpanId] =
      /^00-([\da-f]{32})-([\da-f]{16})-/.exec(request.traceparent ?? '') ?? [];
    const span = {
      traceId: traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      parentSpanId,
      startTimeUnixNano: Date.now() * 1e6,
    };
    spans.set(request, span);
    return span;
  };
  const end = (message: unknown): void => {
    const request = message as Request;
    const span = spans.get(request);
    // A request that began before this function was called has none.
    if (span === undefined) return;
    send({
      name: `${request.method} ${request.operation}`,
      ...span,
      endTimeUnixNano: span.startTimeUnixNano + Math.round(request.seconds * 1e9),
      attributes: {
        'http.request.method': request.method,
        'http.response.status_code': request.status,
        'headcount.operation': request.operation,
        'headcount.request_id': request.id,
        'headcount.aborted': request.aborted,
      },
    });
  };
  began.bindStore(currentSpan, (message) => open(message as Request));
  ended.subscribe(end);
  return () => {
    began.unbindStore(currentSpan);
    ended.unsubscribe(end);
  };
}
