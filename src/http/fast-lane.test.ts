import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Moment } from '../operations/moment.ts';
import { openStore } from '../store/open-store.ts';
import { temporaryFiles } from '../store/sqlite/temporary-folder.fixture.ts';
import type { Key, Store } from '../store/store.ts';
import { FastLane } from './fast-lane.ts';
import { Quota } from './quota.ts';
import { issueKey, type Running, rawRequest, services } from './service-under-test.suite.ts';
import { storyReports } from './story.suite.ts';

const start = services();
const file = temporaryFiles();
const DAY = { date: '2026-10-16', end: 60_000_000, endsAt: '', seconds: 86_400 };
const BODY = Buffer.from(JSON.stringify({ text: 'again and '.repeat(300) }));

let store: Store;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  store = await openStore({ engine: 'sqlite', file: file('lane.sqlite') }, { create: true });
  closing.push(() => store.close());
});
afterAll(async () => {
  for (const close of closing) await close();
});

function momentOf(minute: number, data = 1): Moment {
  return { minute, data } as Moment;
}

/** A lane on a real quota, with an "Express" that counts what is left to it. */
async function laneUnderTest({
  quota = 100,
  account = null as number | null,
  hostMatters = true,
  whole = BODY,
} = {}) {
  const { id } = await issueKey(store, quota);
  const key = (await store.listKeys()).find((candidate) => candidate.id === id) as Key;
  const state = {
    key: key as Key | undefined,
    moment: momentOf(1) as Moment | Promise<Moment>,
    outlivesMoment: false,
    serving: true,
    failing: false,
    etag: '"one"',
    account,
    byExpress: 0,
    failures: [] as unknown[],
  };
  const byExpress = (request: IncomingMessage, response: ServerResponse): void => {
    state.byExpress += 1;
    state.failures.push(lane.failureOf(request));
    response.setHeader('X-Set-By', 'Express').setHeader('ETag', state.etag);
    response.setHeader('RateLimit-Policy', 'old').setHeader('RateLimit', 'old');
    response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(whole);
    const answer = { body: whole, etag: state.etag };
    if (state.moment instanceof Promise) return;
    const { moment, outlivesMoment, account } = state;
    const sent = { operation: 'getStatus', moment, outlivesMoment, account, answer };
    lane.learn(request, request.url as string, response, sent);
  };
  const failing = { consumeQuota: () => Promise.reject(new Error('away')), usedQuota: async () => 0 };
  const taking = {
    consumeQuota: (takes: never) => (state.failing ? failing.consumeQuota() : store.consumeQuota(takes)),
    usedQuota: failing.usedQuota,
  };
  const present = {
    key: (authorization: string) => (authorization === 'Token known' ? state.key : undefined),
    moment: () => state.moment,
    day: () => DAY,
    clock: () => 0,
    isServing: () => state.serving,
    hostMatters,
  };
  const lane = new FastLane(present, new Quota(taking), pino({ level: 'silent' }), byExpress);
  const server = createServer(lane.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/status`;
  const ask = (headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    rawRequest(url, { method, headers: { Authorization: 'Token known', ...headers } });
  return { state, ask, url, used: () => store.usedQuota(id, DAY.date) };
}

describe('the fast lane', () => {
  it('leaves the first request to Express and answers those after it, counted each', async () => {
    const { state, ask, used } = await laneUnderTest();
    await ask();
    for (const left of [99, 98, 97]) {
      const { status, headers, body } = await ask();
      expect([status, body.equals(BODY)]).toEqual([200, true]);
      expect(headers).toMatchObject({
        'x-set-by': 'Express',
        etag: '"one"',
        ratelimit: `"daily";r=${left};t=60`,
        'ratelimit-policy': '"daily";q=100;w=86400',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(BODY.length),
      });
    }
    expect([state.byExpress, await used()]).toEqual([1, 3]);
  });

  it('answers 304 to whoever holds the answer, with the fields but those of a body', async () => {
    const { state, ask } = await laneUnderTest();
    await ask();
    const { status, headers, body } = await ask({ 'If-None-Match': 'W/"one"' });
    expect([status, body.length, state.byExpress]).toEqual([304, 0, 1]);
    expect(headers).toMatchObject({ 'x-set-by': 'Express', etag: '"one"', ratelimit: '"daily";r=99;t=60' });
    expect(headers).not.toHaveProperty('content-type');
  });

  it.each([
    ['another host', { Host: 'other.example' }, 'GET'],
    ['a forwarded host', { 'X-Forwarded-Host': 'other.example' }, 'GET'],
    ['another key', { Authorization: 'Token other' }, 'GET'],
    ['a coding that was not seen yet', { 'Accept-Encoding': 'gzip' }, 'GET'],
    ['HEAD', {}, 'HEAD'],
    ['POST', {}, 'POST'],
  ])('leaves %s to Express, and counts nothing', async (_what, headers, method) => {
    const { state, ask, used } = await laneUnderTest();
    await ask();
    await ask(headers as Record<string, string>, method);
    expect([state.byExpress, await used()]).toEqual([2, 0]);
  });

  it('answers whatever host is named where none decides an answer', async () => {
    const { state, ask, used } = await laneUnderTest({ hostMatters: false });
    await ask({ 'X-Forwarded-Host': 'queue.example' });
    for (const name of ['Host', 'X-Forwarded-Host']) await ask({ [name]: 'other.example' });
    await ask();
    expect([state.byExpress, await used()]).toEqual([1, 3]);
  });

  it('leaves targets with scheme and host to Express, which knows their path', async () => {
    const { state, url } = await laneUnderTest();
    const headers = { Authorization: 'Token known' };
    for (let time = 0; time < 2; time += 1) await rawRequest(url, { path: url, headers });
    expect(state.byExpress).toBe(2);
  });

  it('forgets everything with the moment, and while the moment is not known', async () => {
    const { state, ask } = await laneUnderTest();
    await ask();
    state.moment = momentOf(2);
    state.etag = '"two"';
    expect((await ask()).headers.etag).toBe('"two"');
    expect((await ask()).headers.etag).toBe('"two"');
    expect(state.byExpress).toBe(2);
    state.moment = Promise.resolve(state.moment as Moment);
    await ask();
    expect(state.byExpress).toBe(3);
  });

  it('keeps what goes by the data for later moments of the same data', async () => {
    const { state, ask } = await laneUnderTest();
    state.outlivesMoment = true;
    await ask();
    state.moment = momentOf(2);
    expect((await ask()).headers.etag).toBe('"one"');
    expect(state.byExpress).toBe(1);
    state.moment = momentOf(3, 2);
    state.etag = '"two"';
    for (let time = 0; time < 2; time += 1) expect((await ask()).headers.etag).toBe('"two"');
    expect(state.byExpress).toBe(2);
  });

  it('stays open however often answers replace each other, and however many come', async () => {
    const { state, ask, url } = await laneUnderTest({ whole: Buffer.alloc(1 << 20, 'x') });
    for (let time = 0; time < 140; time += 1) {
      state.account = -1 - (time % 2);
      await ask();
    }
    const headers = { Authorization: 'Token known' };
    state.account = null;
    for (let page = 0; page < 70; page += 1) await rawRequest(`${url}?page=${page}`, { headers });
    const before = state.byExpress;
    for (let time = 0; time < 3; time += 1) await ask();
    expect(state.byExpress).toBe(before + 1);
  });

  it('knows no key any more from the moment on that it does not hold', async () => {
    const { state, ask } = await laneUnderTest();
    await ask();
    state.key = undefined;
    await ask();
    expect(state.byExpress).toBe(2);
  });

  it('gives an answer of one account to no other', async () => {
    const { state, ask } = await laneUnderTest({ account: -1 });
    await ask();
    await ask();
    expect(state.byExpress).toBe(2);
  });

  it('leaves everything to Express while the service winds down', async () => {
    const { state, ask } = await laneUnderTest();
    await ask();
    state.serving = false;
    await ask();
    expect(state.byExpress).toBe(2);
  });

  it('hands back what is refused, uncounted, and what failed, with its failure', async () => {
    const { state, ask, used } = await laneUnderTest({ quota: 1 });
    await ask();
    await ask();
    await ask();
    expect([state.byExpress, await used()]).toEqual([2, 1]);
    state.failing = true;
    await ask();
    expect(state.failures).toEqual([undefined, undefined, new Error('away')]);
  });
});

describe('an answer of the service that came before', () => {
  let service: Running;
  beforeAll(async () => {
    service = await start({ reports: storyReports() });
  });
  /** What may differ between two answers of one service. */
  const without = ({
    date,
    ratelimit,
    'content-length': length,
    'transfer-encoding': coding,
    ...rest
  }: Fields) => rest;
  type Fields = Awaited<ReturnType<typeof rawRequest>>['headers'];

  it.each(['status', 'chart', 'patterns', 'reports?limit=3', 'highlights', 'chart?since=2026-10-01'])(
    '%s has the fields and the bytes of the first one, whatever the client takes',
    async (path) => {
      for (const more of [
        {},
        { 'Accept-Encoding': 'gzip, br' },
        { 'Accept-Encoding': 'deflate' },
        { Origin: 'null' },
      ]) {
        const headers = { Authorization: `Token ${service.key}`, ...more };
        const answers = [];
        for (let time = 0; time < 4; time += 1) {
          answers.push(await rawRequest(`${service.url}/api/v1/${path}`, { headers }));
        }
        const [first, ...later] = answers as [(typeof answers)[number], ...typeof answers];
        for (const answer of later) {
          expect(without(answer.headers)).toEqual(without(first.headers));
          expect(answer.status).toBe(200);
        }
        expect(decoded(later.at(-1) as typeof first)).toBe(decoded(first));
        // Express streams what it compresses; the lane knows the length.
        expect(later.at(-1)?.headers['content-length']).toBe(String(later.at(-1)?.body.length));
      }
    },
  );
});

function decoded({ headers, body }: Awaited<ReturnType<typeof rawRequest>>): string {
  const coding = headers['content-encoding'];
  const decode = coding === undefined ? undefined : DECODERS[coding];
  return (decode === undefined ? body : decode(body)).toString();
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
};
