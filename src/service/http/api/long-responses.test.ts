import { createServer, get } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BUCKET_VALUE, BUCKETS, type Bucket } from '../../domain/bucket.ts';
import { MINUTE } from '../../domain/micros.ts';
import { TooManyReads } from '../../operations/long-reads.ts';
import { newReport } from '../../store/suite/new-report.fixture.ts';
import { listeningServers } from '../raw-socket.fixture.ts';
import { FRIDAY_LUNCH } from '../sample-data.fixture.ts';
import { problemOf } from '../server/problem.ts';
import { Sender } from '../server/send.ts';
import { at, rawRequest, services, shared } from '../service-under-test.fixture.ts';

const start = services();
const listening = listeningServers();
const NOW = at(FRIDAY_LUNCH);

interface ChartBody {
  readonly scatter: readonly { readonly t: string; readonly value: number }[];
  readonly line: readonly { readonly t: string; readonly value: number | null }[];
  readonly open_window?: null;
}

/** So many reports before now, a minute apart; with as many people as the minute has in its last digit, about. */
const reports = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    newReport({ createdAt: NOW - index * MINUTE, bucket: BUCKETS[index % 6] as Bucket }),
  );

describe.each([1, 2] as const)('a chart of several days, in Form %i', (form) => {
  const COUNT = 30_000;
  const sample = shared(start, { form, reports: reports(COUNT) });

  it('is sent while it is read when it is large: the same plain and compressed, without an ETag', async () => {
    const { url, authorized } = sample();
    const target = `${url}/api/v1/chart?since=2026-09-01&until=2026-10-16`;
    const plain = await rawRequest(target, { headers: authorized });
    const zipped = await rawRequest(target, { headers: { ...authorized, 'Accept-Encoding': 'gzip' } });
    expect(plain.headers).toMatchObject({
      'transfer-encoding': 'chunked',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
    });
    expect(plain.headers.etag).toBeUndefined();
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
    expect((await rawRequest(target, { method: 'HEAD', headers: authorized })).status).toBe(200);

    const chart = JSON.parse(plain.body.toString()) as ChartBody;
    expect(Object.keys(chart)).toEqual(form === 1 ? ['scatter', 'line'] : ['scatter', 'line', 'open_window']);
    expect(chart.scatter).toHaveLength(COUNT);
    expect(chart.scatter.at(-1)).toEqual({ t: FRIDAY_LUNCH, value: BUCKET_VALUE['0'] });
    const times = chart.scatter.map(({ t }) => t);
    expect(times).toEqual(times.toSorted());
    expect(chart.line.map(({ t }) => t.slice(0, 10))).toEqual(
      Array.from({ length: 46 }, (_, day) =>
        String(Temporal.PlainDate.from('2026-09-01').add({ days: day })),
      ),
    );
    for (const { t, value } of chart.line) {
      const ofDay = chart.scatter.filter((item) => item.t.startsWith(t.slice(0, 10)));
      const sum = ofDay.reduce((people, item) => people + item.value, 0);
      expect(value).toBe(ofDay.length === 0 ? null : Math.round((sum * 100) / ofDay.length) / 100);
    }
  });

  it('has an ETag, and the length, when it is small', async () => {
    const path = 'chart?since=2026-10-10&until=2026-10-15';
    const { headers } = await sample().get(path);
    expect(headers.get('etag')).toMatch(/^W\//);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(10_000);
    expect((await sample().get(path, { 'If-None-Match': headers.get('etag') ?? '' })).status).toBe(304);
  });

  it('without reports has an empty scatter and a line of nulls', async () => {
    const chart = await sample().json<ChartBody>('chart?since=2020-01-01&until=2020-01-03');
    expect([chart.scatter, chart.line.map(({ value }) => value)]).toEqual([[], [null, null, null]]);
  });
});

describe('a chart of several days that waits for three downloads of its key', () => {
  const sample = shared(start, { reports: reports(100_000) });
  const range = (day: number) => `since=2026-01-${String(day).padStart(2, '0')}&until=2026-10-16`;
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Downloads that their client doesn't read yet; they are longer than what sockets buffer. */
  const begin = () => Promise.all([1, 2, 3].map((day) => sample().get(`export.csv?${range(day)}`)));

  it('is 503 with Retry-After when none has ended in time, and counts like any other request', async () => {
    const downloads = await begin();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const waiting = sample().get(`chart?${range(20)}`);
    expect((await sample().get('status')).status).toBe(200);
    let waits = true;
    void waiting.finally(() => {
      waits = false;
    });
    for (let turn = 0; waits && turn < 10_000; turn += 1) {
      vi.advanceTimersByTime(10_000);
      await nextTurn();
    }
    const response = await waiting;
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
    expect(response.headers.get('ratelimit')).toMatch(/r=\d+/);
    expect(await response.json()).toMatchObject({
      type: 'urn:queue-headcount:problem:unavailable',
      detail: expect.stringMatching(
        /waited 10 s, because 3 exports and charts .* of this key are in progress/,
      ),
    });
    for (const { body } of downloads) await body?.cancel();
    await vi.waitFor(async () => expect((await sample().get(`chart?${range(20)}`)).status).toBe(200));
  });
});

it('too many long responses of a key are 429 with Retry-After', () => {
  const problem = problemOf(new TooManyReads());
  expect([problem.status, problem.headers]).toEqual([429, { 'Retry-After': expect.stringMatching(/^\d+$/) }]);
});

describe('a text', () => {
  /** A server that sends a text without an end; how it went, and whether the text was ended. */
  async function sending(limits: { stalled: number; whole: number }) {
    const state = { ended: false, outcome: undefined as unknown };
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) yield 'x'.repeat(10_000);
      } finally {
        state.ended = true;
      }
    }
    const server = createServer((request, response) => {
      new Sender().text(request, response, [], endless(), null, limits).catch((error: unknown) => {
        state.outcome = error;
      });
    });
    return { state, url: await listening(server) };
  }

  it.each([
    ['that nobody reads', { stalled: 50, whole: 60_000 }, false],
    ['that takes too long', { stalled: 60_000, whole: 200 }, true],
  ])('%s is cut, and ends what it is read from', async (_, limits, reads) => {
    const { state, url } = await sending(limits);
    const request = get(url, { agent: false }, (response) => {
      response.once('error', () => undefined);
      if (reads) response.resume();
    });
    await vi.waitFor(() => expect(state.ended).toBe(true), 5000);
    request.once('error', () => undefined).destroy();
    expect(state.outcome).toBeInstanceOf(Error);
  });
});
