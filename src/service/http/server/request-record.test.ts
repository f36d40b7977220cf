/** The request id in responses, problem documents and the log; and traces. */
import { channel } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { newApiKey } from '../../keys/api-key.ts';
import { sampleReports } from '../sample-data.fixture.ts';
import { keptLog, rawRequest, services } from '../service-under-test.fixture.ts';
import type { RequestRecord } from './observer.ts';
import { requestIdOf, traceIdOf } from './request-record.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe('requestIdOf', () => {
  it('is a new UUID for each request without an id', () => {
    const ids = Array.from({ length: 1000 }, () => requestIdOf({}));
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(['a', '4bf92f3577b34da6a3ce929d0e0e4736', 'E5A2:3C4B.1~2_x-9', 'x-'.repeat(32)])(
    'keeps %s',
    (id) => {
      expect(requestIdOf({ 'x-request-id': id })).toBe(id);
    },
  );

  it.each([
    '',
    'x-'.repeat(33),
    'two words',
    'one, two',
    'a\nlevel=50',
    'a\u001b[31m',
    'a\u0085b',
    '{"level":50}',
    '<script>',
    'é',
    `${'x-'.repeat(31)}\n`,
    newApiKey(),
    `request:${newApiKey()}`,
    newApiKey().slice(3),
  ])('replaces %j by a UUID', (id) => {
    expect(requestIdOf({ 'x-request-id': id })).toMatch(UUID);
  });
});

describe('traceIdOf', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

  it.each([`00-${TRACE}-00f067aa0ba902b7-01`, `01-${TRACE}-00f067aa0ba902b7-00-more`])(
    'of %s',
    (traceparent) => {
      expect(traceIdOf({ traceparent })).toBe(TRACE);
    },
  );

  it.each([
    undefined,
    '',
    `ff-${TRACE}-00f067aa0ba902b7-01`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-00f067aa0ba902b7`,
    `00-${TRACE}-00f067aa0ba902b7-01\n`,
    `00-${TRACE}-00f067aa0ba902b7-01${'x'.repeat(500)}`,
    `00-${TRACE}`,
  ])('is undefined for %j', (traceparent) => {
    expect(traceIdOf({ traceparent })).toBeUndefined();
  });
});

const start = services();
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/** A service, its log lines, and a request that also returns its id. */
async function serviceWithLog(quota?: number) {
  const { logger, entries } = keptLog();
  const service = await start({
    reports: sampleReports(),
    logger,
    ...(quota === undefined ? {} : { quota }),
  });
  const request = async (
    path: string,
    options: { method?: string; headers?: Record<string, string> } = {},
  ) => {
    const headers = { ...service.authorized, ...options.headers };
    const response = await rawRequest(service.url + path, { ...options, headers });
    return { ...response, id: String(response.headers['x-request-id']) };
  };
  return { service, request, entries };
}

describe('a request id', () => {
  it('is in every response, and in its log line', async () => {
    const { service, request, entries } = await serviceWithLog();
    const { headers } = await request('/api/v1/status');
    const responses = [
      await request('/api/v1/status'),
      await request('/api/v1/status', { headers: { 'If-None-Match': String(headers.etag) } }),
      await request('/api/v1/status', { method: 'HEAD' }),
      await request('/api/v1/status', { method: 'POST' }),
      await request('/api/v1/status', { method: 'OPTIONS', headers: { Origin: 'https://a.example' } }),
      await request('/api/v1/status', { headers: { Authorization: 'Token x' } }),
      await request('/api/v1/chart?since=x'),
      await request('/api/v1/export.csv'),
      await request('/livez'),
      await request('/'),
      await request('/nothing'),
    ];
    expect(responses.map(({ status }) => status)).toEqual([
      200, 304, 200, 405, 204, 401, 400, 200, 200, 200, 404,
    ]);
    const ids = responses.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    await service.close();
    const lines = entries().filter(({ msg }) => msg === 'request');
    for (const id of ids) expect(lines).toContainEqual(expect.objectContaining({ id }));
    expect(lines.length).toBe(ids.length + 1);
  });

  it('of a client is taken over, and a cached response has the id of its own request', async () => {
    const { request } = await serviceWithLog();
    const ids = ['first', 'second', 'third'];
    const responses = await Promise.all(
      ids.map((id) => request('/api/v1/status', { headers: { 'X-Request-Id': id } })),
    );
    expect(responses.map(({ id }) => id)).toEqual(ids);
    expect(new Set(responses.map(({ headers }) => headers.etag)).size).toBe(1);
  });

  it('is in problem documents, for the API as for pages', async () => {
    const { request } = await serviceWithLog(1);
    for (const path of ['/api/v1/chart?since=x', '/api/v1/status', '/nothing', '/photos/%']) {
      const { id, status, body } = await request(path);
      const instance = `urn:queue-headcount:request:${id}`;
      expect(JSON.parse(body.toString())).toMatchObject({ status, instance });
    }
  });
});

describe('a trace', () => {
  it('is in the log line by its id, and can be followed on two diagnostics channels', async () => {
    const { service, request, entries } = await serviceWithLog();
    const events: [string, RequestRecord][] = [];
    const began = (message: unknown) => void events.push(['start', { ...(message as RequestRecord) }]);
    const ended = (message: unknown) => void events.push(['end', message as RequestRecord]);
    channel('headcount.request.start').subscribe(began);
    channel('headcount.request.end').subscribe(ended);
    try {
      await request('/api/v1/status', { headers: { traceparent: TRACEPARENT, tracestate: 'a=1' } });
      await request('/livez', { headers: { traceparent: 'x' } });
      await service.close();
    } finally {
      channel('headcount.request.start').unsubscribe(began);
      channel('headcount.request.end').unsubscribe(ended);
    }
    expect(entries().map(({ trace }) => trace)).toEqual(['4bf92f3577b34da6a3ce929d0e0e4736', undefined]);
    const status = { method: 'GET', operation: 'getStatus', traceparent: TRACEPARENT, tracestate: 'a=1' };
    const livez = { method: 'GET', operation: 'page' };
    expect(events).toEqual([
      ['start', expect.objectContaining({ ...status, status: 0, key: undefined })],
      ['end', expect.objectContaining({ ...status, status: 200, key: service.keyId, aborted: false })],
      ['start', expect.objectContaining({ ...livez, status: 0 })],
      ['end', expect.objectContaining({ ...livez, status: 200 })],
    ]);
    for (const [, { seconds }] of events.filter(([kind]) => kind === 'end'))
      expect(seconds).toBeGreaterThan(0);
  });
});
