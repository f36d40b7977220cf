import { describe, expect, it } from 'vitest';
import { sampleReports } from '../../src/service/http/sample-data.fixture.ts';
import { services } from '../../src/service/http/service-under-test.fixture.ts';
import { currentSpan, followRequests, type Span } from './request-spans.ts';

const start = services();
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

describe('the example of spans', () => {
  it('follows each request, within the trace of its client, until it is stopped', async () => {
    const service = await start({ reports: sampleReports() });
    const spans: Span[] = [];
    const stop = followRequests((span) => void spans.push(span));
    try {
      await service.text('status');
      await service.get('chart?since=x', { traceparent: `00-${TRACE}-${PARENT}-01` });
    } finally {
      stop();
    }
    await service.get('status');
    await service.close();
    expect(spans.map(({ name, attributes }) => [name, attributes['http.response.status_code']])).toEqual([
      ['GET getStatus', 200],
      ['GET getChart', 400],
    ]);
    const [status, chart] = spans as [Span, Span];
    expect([chart.traceId, chart.parentSpanId]).toEqual([TRACE, PARENT]);
    expect([status.traceId, status.parentSpanId]).toEqual([
      expect.stringMatching(/^[\da-f]{32}$/),
      undefined,
    ]);
    for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
      expect(endTimeUnixNano).toBeGreaterThan(startTimeUnixNano);
    }
  });

  it('makes the span of a request known to the code that handles it', async () => {
    const service = await start({ reports: sampleReports() });
    const spans: Span[] = [];
    const seen = new Set<string | undefined>();
    const { now } = service.clock;
    const stop = followRequests((span) => void spans.push(span));
    try {
      // The service reads its clock while it handles a request.
      Object.defineProperty(service.clock, 'now', {
        get: () => {
          seen.add(currentSpan.getStore()?.spanId);
          return now;
        },
      });
      await service.text('status');
      await service.close();
    } finally {
      stop();
    }
    expect(seen).toContain(spans[0]?.spanId);
    expect(spans.length).toBe(1);
  });
});
