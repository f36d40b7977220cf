/** Hostile visitors, without HTTP and with a clock that stands still: what they make the service compute is bounded. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { JsonText } from '../../form/report-texts.ts';
import { TooManyReads } from '../../operations/long-reads.ts';
import type { Snapshot } from '../../operations/snapshot.ts';
import { BaseUrl } from '../server/base-url.ts';
import type { ContentCoding } from '../server/content.ts';
import { contentOf } from '../server/content.ts';
import { Problem } from '../server/problem.ts';
import { RateLimits } from '../server/rate-limit.ts';
import { ResponseCache } from './response-cache.ts';
import type { Operation, Router } from './router.ts';
import {
  commonTargets,
  compressionWeight,
  OFFERED_DAYS,
  VISITOR_CACHES,
  VISITOR_POLICIES,
  visitorAccess,
  weightOf,
} from './visitors.ts';

const TODAY = Temporal.PlainDate.from('2026-10-16');
const BASE = 'https://queue.example';
const { network, visitors } = VISITOR_POLICIES;

/** A public page whose responses have a number of bytes. */
function pageUnderTest(bytes = 10, compute = async (): Promise<object> => ({ text: 'x'.repeat(bytes) })) {
  const counts = { computed: 0, refused: 0, readers: new Set<number>() };
  const refusedBy: string[] = [];
  const clock = { now: 1000 };
  const caches = {
    common: new ResponseCache(undefined, null, VISITOR_CACHES.common),
    chosen: new ResponseCache(undefined, null, VISITOR_CACHES.chosen),
  };
  const limits = new RateLimits(VISITOR_POLICIES, () => clock.now);
  const options = { baseUrl: new BaseUrl(BASE), cacheName: '', trustedProxies: [] };
  const visits = visitorAccess(options, {} as Router, { current: () => Promise.reject() }, caches, limits);
  const read = (
    target: string,
    operation: Operation,
    { from = '192.0.2.1', id = 1, coding = null as ContentCoding | null } = {},
  ) => {
    const reader = visits.caller(`/page/api/v1/${target}`, from, { today: TODAY } as Snapshot);
    const computed = async () => {
      counts.computed += 1;
      counts.readers.add(reader.key);
      return contentOf(await compute(), operation.query);
    };
    const wanted = { operation, base: BASE, version: String(id), coding, compute: computed };
    return reader.cached(wanted).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'visitor-limit') throw error;
      counts.refused += 1;
      refusedBy.push(...(error.violatedPolicies ?? []));
      return null;
    });
  };
  const status = (id = 1) => read('status', { operationId: 'getStatus', query: {} }, { from: 'x', id });
  const day = (n: number, from = '192.0.2.1') => {
    const date = TODAY.subtract({ days: 30 + n }).toString();
    const query = { since: date, until: date };
    return read(`chart?since=${date}&until=${date}`, { operationId: 'getChart', query }, { from });
  };
  return { counts, refusedBy, clock, read, status, day };
}

describe('hostile visitors', () => {
  it('have 10,000 days computed only within the limit, from 10,000 networks at once', async () => {
    const { counts, day, status } = pageUnderTest();
    await Promise.all(Array.from({ length: 10_000 }, (_, n) => day(n, `2001:db8:0:${n.toString(16)}::/64`)));
    expect([counts.computed, counts.refused]).toEqual([visitors.count, 10_000 - visitors.count]);
    expect(await status()).not.toBe(null);
  });

  it('of one network are refused by its own limit first, and then count nothing for all together', async () => {
    const { counts, refusedBy, day } = pageUnderTest();
    for (let n = 0; n < 1000; n += 1) await day(n, '192.0.2.1');
    expect(counts.computed).toBe(network.count);
    expect(new Set(refusedBy)).toEqual(new Set(['network']));
    for (let n = 1000; n < 2000; n += 1) await day(n, `192.0.2.${n}`);
    expect(counts.computed).toBe(visitors.count);
    await day(2000, '192.0.3.1');
    expect(refusedBy.at(-1)).toBe('visitors');
  });

  it('use up nothing of what the page reads itself', async () => {
    const { counts, day, status } = pageUnderTest();
    for (let n = 0; n < 1000; n += 1) await day(n, `192.0.2.${n}`);
    const { computed, refused } = counts;
    for (let id = 1; id <= 1000; id += 1) await status(id);
    expect([counts.computed - computed, counts.refused]).toEqual([1000, refused]);
  });

  it('gain nothing by writing one target in many ways', async () => {
    const { counts, read } = pageUnderTest();
    const query = { since: '2026-01-01', until: '2026-01-01' };
    for (let n = 0; n < 1000; n += 1) {
      const target = `chart?${'&'.repeat(n)}since=2026-01-01&until=2026-01-01`;
      await read(target, { operationId: 'getChart', query });
    }
    const reversed = { until: '2026-01-01', since: '2026-01-01' };
    await read('chart?until=2026-01-01&since=2026-01-01', { operationId: 'getChart', query: reversed });
    expect([counts.computed, counts.refused]).toEqual([1, 0]);
  });

  it('pay for the compression of a response, too', async () => {
    // Its compression is as much work as its computation.
    const { counts, read } = pageUnderTest(786_000);
    const page = (n: number) => {
      const operation = { operationId: 'listReports', query: { cursor: n } };
      return read(`reports?cursor=${n}`, operation, { coding: 'gzip' });
    };
    for (let n = 0; n < 1000; n += 1) await page(n);
    expect(counts.computed).toBe(network.count / 2);
    await page(0);
    expect(counts.refused).toBe(1000 - network.count / 2);
  });

  it('pay four times for charts of several days', async () => {
    const { counts, read } = pageUnderTest();
    for (let n = 0; n < 100; n += 1) {
      const query = { since: TODAY.subtract({ days: 60 + n }).toString(), until: '2026-10-15' };
      await read(`chart?since=${query.since}`, { operationId: 'getChart', query });
    }
    expect(counts.computed).toBe(Math.floor(network.count / 4));
  });

  it.each([
    ['what the page offers has up to 8 MB', '2026-08-21', 6, true],
    ['what the page offers has no more', '2026-08-21', 9, false],
    ['what they choose has less', '2026-08-20', 3, false],
  ])('get large responses: %s', async (_, since, megabytes, isServed) => {
    async function* chunks() {
      for (let n = 0; n < megabytes; n += 1) yield 'x'.repeat(1 << 20);
    }
    const { read } = pageUnderTest(0, async () => new JsonText(chunks()));
    const query = { since, until: '2026-10-15' };
    const target = `chart?since=${since}&until=2026-10-15`;
    const response = await read(target, { operationId: 'getChart', query }).catch((error: unknown) => error);
    expect(response).toMatchObject(isServed ? { etag: expect.any(String) } : { code: 'invalid-parameter' });
  });

  it.each([
    ['reports', { operationId: 'listReports', query: { limit: 200 } }, 'limit'],
    ['highlights', { operationId: 'getHighlights', query: { days: 60 } }, 'days'],
    ['chart', { operationId: 'getChart', query: {} }, 'since'],
  ])(
    'get no larger response than that, in no coding, and learn what makes it smaller: %s',
    async (target, operation, parameter) => {
      const { counts, read } = pageUnderTest(29_700_000);
      for (const coding of [null, 'gzip'] as const) {
        const response = await read(target, operation, { coding }).catch((error: unknown) => error);
        expect(response).toMatchObject({ code: 'invalid-parameter', errors: [{ parameter }] });
      }
      expect(counts.computed).toBe(1);
    },
  );

  it('are refused alone, even if others ask for the same at the same time', async () => {
    const { counts, day, status } = pageUnderTest();
    for (let n = 0; n < network.count; n += 1) await day(n, '192.0.2.1');
    const [refused, ...served] = await Promise.all([
      day(100, '192.0.2.1'),
      day(100, '192.0.2.2'),
      day(100, '192.0.2.3'),
      status(),
    ]);
    expect(refused).toBe(null);
    expect(served).not.toContain(null);
    expect(counts.computed).toBe(network.count + 2);
  });

  it('wait in a queue of their own, and are told the limit of visitors', async () => {
    const { counts, day, status } = pageUnderTest(10, () => Promise.reject(new TooManyReads()));
    await day(1);
    await status();
    expect(counts.refused).toBe(2);
    expect(counts.readers.size).toBe(2);
    expect([...counts.readers].every((id) => id < 0)).toBe(true);
  });
});

it('thousands of visitors of one network share the responses, however many they are', async () => {
  const { counts, status, day } = pageUnderTest();
  for (let minute = 1; minute <= 3; minute += 1) {
    await Promise.all(Array.from({ length: 2000 }, () => status(minute)));
    await Promise.all(Array.from({ length: 2000 }, () => day(5)));
  }
  expect([counts.computed, counts.refused]).toEqual([4, 0]);
});

describe('the common reads of the public page', () => {
  it('are what the page requests by itself, and after one click', () => {
    const week = 'since=2026-08-21&until=2026-10-15';
    const month = 'since=2026-09-18&until=2026-10-15';
    expect([...commonTargets(Temporal.PlainDate.from('2026-10-16'))]).toEqual(
      [
        ...['status', 'chart', 'patterns', 'reports', 'highlights', 'highlights?days=7'],
        ...['until=2026-10-15', month, week].map((range) => `patterns?${range}`),
        ...['until=2026-10-15', month, week].map((range) => `chart?${range}`),
        ...['until=2026-10-16', 'since=2026-10-10&until=2026-10-16', 'since=2026-09-19&until=2026-10-16'].map(
          (range) => `chart?${range}`,
        ),
        ...['since=2026-10-15&until=2026-10-15', 'since=2026-10-09&until=2026-10-09'].map(
          (range) => `chart?${range}`,
        ),
      ].map((target) => `/page/api/v1/${target}`),
    );
  });

  it('have the periods that the explorer offers', () => {
    const page = readFileSync(new URL('../../../explorer/index.html', import.meta.url), 'utf8');
    const [, select = ''] = /<select id="patterns-range">(.*?)<\/select>/.exec(page) ?? [];
    const typical = [...select.matchAll(/value="(\d+)"/g)].map(([, days]) => Number(days));
    expect(typical).toEqual(OFFERED_DAYS.typical);
    const presets = [...page.matchAll(/<button type="button" value="(\d+)d">/g)];
    expect(presets.map(([, days]) => Number(days))).toEqual(OFFERED_DAYS.presets);
  });
});

it.each([
  ['getStatus', {}, 1],
  ['getPatterns', { since: '2020-01-01' }, 1],
  ['listReports', { limit: 200 }, 1],
  ['getChart', {}, 1],
  ['getChart', { since: '2026-10-15', until: '2026-10-15' }, 1],
  ['getChart', { since: '2026-10-14', until: '2026-10-15' }, 4],
  ['getChart', { since: '2026-10-14' }, 4],
  ['getChart', { until: '2026-10-14' }, 4],
  ['getHighlights', { days: 60 }, 4],
])('%s with %j weighs %i', (operationId, query, weight) => {
  expect(weightOf({ operationId, query })).toBe(weight);
});

it('to compress a response is a quarter of a chart of one day, or more if it is large', () => {
  expect([2000, 2 << 20].map((bytes) => Math.round(compressionWeight(bytes) * 100) / 100)).toEqual([
    0.25, 2.25,
  ]);
});
