import { expect, it } from 'vitest';
import { waitUntilReady } from './readiness.ts';
import type { SendRequest } from './send-request.ts';

/** A deployment that responds with these statuses in turn, the last one again and again; 0 is no response. */
function deployment(...statuses: number[]): SendRequest & { readonly seen: string[] } {
  const seen: string[] = [];
  const fetch: SendRequest = async (url, { headers }) => {
    seen.push(`${url.pathname} ${'authorization' in headers}`);
    const status = statuses.length > 1 ? (statuses.shift() ?? 0) : (statuses[0] ?? 0);
    if (status === 0) throw new Error('connect ECONNREFUSED');
    return { status, headers: [], body: null };
  };
  return Object.assign(fetch, { seen });
}

/** A clock that moves only while something waits. */
function movedClock() {
  let time = 0;
  return {
    now: () => time,
    wait: async (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

const waiting = (milliseconds = 2500) => ({
  target: 'http://a.test',
  headers: {},
  milliseconds,
  signal: undefined,
  clock: movedClock(),
});

it.each([200, 401, 404, 500])(
  'a deployment that responds with %i is ready, and gets no key',
  async (status) => {
    const fetch = deployment(status);
    expect(await waitUntilReady({ ...waiting(), fetch })).toEqual({ requests: 1, seconds: 0 });
    expect(fetch.seen).toEqual(['/api/v1/status false']);
  },
);

it('waits while the connection is refused, and during 502, 503 and 504', async () => {
  const fetch = deployment(0, 502, 503, 504, 401);
  expect(await waitUntilReady({ ...waiting(60_000), fetch })).toEqual({
    requests: 5,
    seconds: 4,
  });
});

it.each([
  [503, 'it responds with 503'],
  [0, 'connect ECONNREFUSED'],
])('says what it saw last when the time is over: %i', async (status, notReady) => {
  const readiness = await waitUntilReady({ ...waiting(), fetch: deployment(status) });
  expect(readiness).toEqual({ notReady, seconds: 2.5, requests: 4 });
});
