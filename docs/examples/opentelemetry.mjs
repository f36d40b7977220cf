/** Sends the requests of the service as spans with OpenTelemetry's SDK: load it with `--import`, after the file that sets up the SDK. */
import { channel } from 'node:diagnostics_channel';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

const tracer = trace.getTracer('queue-headcount');
const spans = new WeakMap();

channel('headcount.request.start').subscribe((request) => {
  const parent = propagation.extract(context.active(), request);
  const name = `${request.method} ${request.operation}`;
  spans.set(request, tracer.startSpan(name, { kind: SpanKind.SERVER }, parent));
});
channel('headcount.request.end').subscribe((request) => {
  const span = spans.get(request);
  span?.setAttributes({
    'http.request.method': request.method,
    'http.response.status_code': request.status,
    'headcount.request_id': request.id,
  });
  if (request.status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.end();
});
