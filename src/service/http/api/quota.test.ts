import { describe, expect, it } from 'vitest';
import { LocalTime } from '../../domain/local-time.ts';
import type { Key } from '../../store/account-store.ts';
import { openStore } from '../../store/open-store.ts';
import { temporaryFiles } from '../../store/sqlite/temporary-folder.fixture.ts';
import type { QuotaAllowance, QuotaRequest } from '../../store/store.ts';
import { FRIDAY_LUNCH } from '../sample-data.fixture.ts';
import type { Observer } from '../server/observer.ts';
import type { Problem } from '../server/problem.ts';
import { at, type Running, rawRequest, services } from '../service-under-test.fixture.ts';
import { dailyQuota, QuotaCounter } from './quota.ts';

const start = services();
const DAY = '2026-10-16';
const used = (service: Running, day = DAY) => service.store.usedQuota(service.keyId, day);

const statusesOf = async (requests: readonly Promise<Response>[]): Promise<readonly number[]> =>
  (await Promise.all(requests)).map(({ status }) => status);

describe('the quota', () => {
  it('counts down, then rejects requests with 429, says when to retry and whom to contact, and does not count them', async () => {
    const service = await start({ quota: 2 });
    for (const left of [1, 0]) {
      const { headers } = await service.get('status');
      expect(headers.get('ratelimit-policy')).toBe('"daily";q=2;w=86400');
      expect(headers.get('ratelimit')).toBe(`"daily";r=${left};t=41080`);
    }
    for (let more = 0; more < 3; more += 1) {
      const response = await service.get('chart');
      expect(response.status).toBe(429);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/problem+json',
        'retry-after': '41080',
        ratelimit: '"daily";r=0;t=41080',
        'ratelimit-policy': '"daily";q=2;w=86400',
      });
      expect(await response.json()).toEqual({
        type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
        'violated-policies': ['daily'],
        title: 'The daily quota is used up',
        status: 429,
        detail: expect.stringMatching(/2 requests for 2026-10-16 .*2026-10-17T00:00:00-07:00.*the kitchen/),
        instance: `urn:queue-headcount:request:${response.headers.get('x-request-id')}`,
      });
    }
    expect(await used(service)).toBe(2);
  });

  it('counts every request with a valid key to an endpoint, whatever its status', async () => {
    const service = await start();
    const etag = (await service.get('status')).headers.get('etag') as string;
    for (const [method, path, status, fields] of [
      ['GET', 'status', 304, { 'If-None-Match': etag }],
      ['GET', 'chart?since=x', 400, {}],
      ['HEAD', 'status', 200, {}],
      ['POST', 'status', 405, {}],
    ] as const) {
      const headers = { ...service.authorized, ...fields };
      const response = await rawRequest(`${service.url}/api/v1/${path}`, { method, headers });
      expect(response.status).toBe(status);
    }
    expect(await used(service)).toBe(5);
  });

  it('does not count rejected keys, preflights, unknown addresses and health checks', async () => {
    const { url, authorized: headers, ...service } = await start();
    for (const path of ['/api/v1/nothing', '/api/v2/status', '/livez', '/readyz', '/openapi.json', '/'])
      await rawRequest(url + path, { headers });
    await rawRequest(`${url}/api/v1/status`);
    await rawRequest(`${url}/api/v1/status`, { headers, method: 'OPTIONS' });
    expect(await service.store.usedQuota(service.keyId, DAY)).toBe(0);
  });

  it('is exact when many requests arrive at once, also across services that share a database', async () => {
    const one = await start({ quota: 90 });
    const two = await start({ form: 1, file: one.file });
    const responses = await Promise.all(
      Array.from({ length: 160 }, (_, n) => (n % 2 === 0 ? one : two).get('status', one.authorized)),
    );
    const left = responses
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
    expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 90 }, (_, index) => 89 - index));
    expect(responses.filter(({ status }) => status === 429).length).toBe(70);
    expect(await used(one)).toBe(90);
  });

  it('is reset at local midnight, not before', async () => {
    const service = await start({ quota: 1 });
    expect(await statusesOf([service.get('status')])).toEqual([200]);
    service.clock.now = at('2026-10-16T23:59:59.999999-07:00');
    const late = await service.get('status');
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, '1']);
    service.clock.now += 1;
    expect(await statusesOf([service.get('status'), service.get('status')])).toEqual([200, 429]);
    expect([await used(service), await used(service, '2026-10-17')]).toEqual([1, 1]);
  });

  it('that another process changes applies from the next request on', async () => {
    const service = await start({ quota: 1 });
    const { get, store, keyId, clock } = service;
    expect(await statusesOf([get('status'), get('status')])).toEqual([200, 429]);
    await store.setQuota(keyId, 3, clock.now);
    expect(await statusesOf([get('status'), get('status'), get('status')])).toEqual([200, 200, 429]);
    await store.setQuota(keyId, 0, clock.now);
    expect(await statusesOf([get('status')])).toEqual([429]);
  });
});

const file = temporaryFiles();
const TIME = new LocalTime('America/Los_Angeles');

it.each([
  ['2026-11-01T00:00:00-07:00', 25],
  ['2026-03-08T00:00:00-08:00', 23],
])('the quota of the day that starts at %s lasts %i hours', async (start, hours) => {
  const counter = new QuotaCounter({ consumeQuota: async () => [{ usedBefore: 0, allowed: 1 }] });
  const quota = dailyQuota(counter, TIME, () => at(start), 'the kitchen');
  expect(await quota({ id: 1, quota: 5 } as Key, TIME.date(at(start)))).toEqual([
    ...['RateLimit-Policy', `"daily";q=5;w=${hours * 3600}`],
    ...['RateLimit', `"daily";r=4;t=${hours * 3600}`],
  ]);
});

describe('a commit that fails', () => {
  it.each([
    ['rejects', () => Promise.reject(new Error('no'))],
    ['returns too little', async () => []],
  ])('because the store %s fails its requests alone, and later ones are counted', async (_, failure) => {
    let fails = true;
    const failing = {
      consumeQuota: async () => (fails ? failure() : [{ usedBefore: 0, allowed: 1 }]),
    };
    const quota = dailyQuota(new QuotaCounter(failing), TIME, () => at(FRIDAY_LUNCH), 'the kitchen');
    const today = TIME.date(at(FRIDAY_LUNCH));
    const consume = () => quota({ id: 1, quota: 9 } as Key, today);
    const settled = await Promise.allSettled(Array.from({ length: 4 }, consume));
    expect(settled.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    fails = false;
    expect((await consume())[3]).toMatch(/^"daily";r=8;/);
  });

  it('fails the requests that waited for the next one, too, so that none waits twice as long', async () => {
    const { commits, consume } = slowCommits();
    const [first, second] = [consume(1), new Promise(setImmediate).then(() => consume(2))];
    await expect.poll(() => commits.length).toBe(2);
    const [third, fourth] = [consume(1), consume(3)];
    commits[0]?.reject(new Error('took too long'));
    for (const failed of [first, third, fourth]) await expect(failed).rejects.toThrow('took too long');
    commits[1]?.resolve([{ usedBefore: 0, allowed: 1 }]);
    await expect(second).resolves.toContain('"daily";q=9;w=86400');
    const fifth = consume(1);
    await expect.poll(() => commits.length).toBe(3);
    commits[2]?.resolve([{ usedBefore: 1, allowed: 1 }]);
    expect((await fifth)[3]).toMatch(/^"daily";r=7;/);
  });
});

it('a busy key keeps no other key waiting for its counter, which other processes may hold', async () => {
  const { commits, consume } = slowCommits();
  const first = consume(1);
  await expect.poll(() => commits.length).toBe(1);
  const more = [consume(1), consume(1)];
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  expect(commits).toHaveLength(1);
  const other = consume(2);
  await expect.poll(() => commits.length).toBe(2);
  expect(commits[1]?.requests).toEqual([{ key: 2, day: DAY, quota: 9, count: 1 }]);
  commits[1]?.resolve([{ usedBefore: 0, allowed: 1 }]);
  expect((await other)[3]).toMatch(/^"daily";r=8;/);
  const another = consume(3);
  await expect.poll(() => commits.length).toBe(3);
  const last = consume(4);
  commits[0]?.resolve([{ usedBefore: 0, allowed: 1 }]);
  await first;
  // A busy key is in no commit with others.
  await expect.poll(() => commits.length).toBe(4);
  expect(commits[3]?.requests).toEqual([{ key: 1, day: DAY, quota: 9, count: 2 }]);
  commits[2]?.resolve([{ usedBefore: 0, allowed: 1 }]);
  await another;
  await expect.poll(() => commits.length).toBe(5);
  expect(commits[4]?.requests).toEqual([{ key: 4, day: DAY, quota: 9, count: 1 }]);
  commits[4]?.resolve([{ usedBefore: 0, allowed: 1 }]);
  await last;
  commits[3]?.resolve([{ usedBefore: 1, allowed: 2 }]);
  expect((await Promise.all(more)).map((fields) => fields[3]?.slice(0, 11))).toEqual([
    '"daily";r=7',
    '"daily";r=6',
  ]);
});

it('a used-up quota is refused without the store until it is raised or the day ends, also if it was used up elsewhere', async () => {
  const store = await openStore({ engine: 'sqlite', file: file('spent.sqlite') }, { create: true });
  let commits = 0;
  const counted = {
    consumeQuota: (requests: readonly QuotaRequest[]) => {
      commits += 1;
      return store.consumeQuota(requests);
    },
  };
  const refused: true[] = [];
  let now = at(FRIDAY_LUNCH);
  const observer = { quotaCommitted() {}, quotaRefused: () => refused.push(true) } as unknown as Observer;
  const quota = dailyQuota(new QuotaCounter(counted, observer), TIME, () => now, 'the kitchen');
  const outcomes = async (requests: number, ofDay: number) => {
    const key = { id: 1, quota: ofDay } as Key;
    const before = commits;
    const statuses = [];
    for (let n = 0; n < requests; n += 1) {
      const consumed = quota(key, TIME.date(now)).then(() => 200);
      statuses.push(await consumed.catch((problem: Problem) => problem.status));
    }
    return [statuses, commits - before];
  };
  await store.consumeQuota([{ key: 1, day: DAY, quota: 9, count: 2 }]);
  expect(await outcomes(3, 3)).toEqual([[200, 429, 429], 1]);
  expect(await outcomes(3, 5)).toEqual([[200, 200, 429], 2]);
  expect(await outcomes(2, 4)).toEqual([[429, 429], 0]);
  await store.consumeQuota([{ key: 1, day: DAY, quota: 9, count: 4 }]);
  expect(await outcomes(3, 6)).toEqual([[429, 429, 429], 1]);
  now = at('2026-10-17T00:00:00-07:00');
  expect(await outcomes(2, 1)).toEqual([[200, 429], 1]);
  expect(refused).toHaveLength(2 + 1 + 2 + 2 + 1);
  await store.close();
});

type Consume = (id: number) => Promise<readonly string[]>;

it('the quotas of venues in one process are counted in one commit, and a key of two venues on one date only once in it', async () => {
  const { commits, counter } = slowCommits();
  const now = at('2026-10-16T23:00:00Z');
  const [home, other, abroad] = ['America/Los_Angeles', 'America/New_York', 'Europe/Vienna'].map((zone) => {
    const time = new LocalTime(zone);
    const quota = dailyQuota(counter, time, () => now, 'the kitchen');
    return (id: number) => quota({ id, quota: 9 } as Key, time.date(now));
  }) as [Consume, Consume, Consume];
  const consumed = [home(1), other(1), abroad(1), other(2)];
  await expect.poll(() => commits.length).toBe(1);
  const request = { quota: 9, count: 1 };
  expect(commits[0]?.requests).toEqual([
    { ...request, key: 1, day: DAY, count: 2 },
    { ...request, key: 1, day: '2026-10-17' },
    { ...request, key: 2, day: DAY },
  ]);
  commits[0]?.resolve([2, 1, 1].map((allowed) => ({ usedBefore: 3, allowed })));
  expect((await Promise.all(consumed)).map((fields) => fields[3])).toEqual([
    '"daily";r=5;t=28800',
    '"daily";r=4;t=18000',
    '"daily";r=5;t=82800',
    '"daily";r=5;t=18000',
  ]);
  await new Promise(setImmediate);
  expect(commits).toHaveLength(1);
});

/** A quota of 9 for each key whose commits the test ends. */
function slowCommits() {
  const commits: (PromiseWithResolvers<readonly QuotaAllowance[]> & {
    readonly requests: readonly QuotaRequest[];
  })[] = [];
  const store = {
    consumeQuota: (requests: readonly QuotaRequest[]) => {
      const commit = { requests, ...Promise.withResolvers<readonly QuotaAllowance[]>() };
      commits.push(commit);
      return commit.promise;
    },
  };
  const counter = new QuotaCounter(store);
  const quota = dailyQuota(counter, TIME, () => at(FRIDAY_LUNCH), 'the kitchen');
  return {
    commits,
    counter,
    consume: (id: number) => quota({ id, quota: 9 } as Key, TIME.date(at(FRIDAY_LUNCH))),
  };
}
