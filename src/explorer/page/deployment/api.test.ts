import { afterEach, expect, it, vi } from 'vitest';
import { Api } from './api.ts';

const SERVICE = { baseUrl: 'https://line.test/cafe', publicPath: '/page', clockOffset: 0 };
const NOW = '2026-10-16T12:00:00Z';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Responds to every request at `NOW` of the browser; returns what was requested. */
function responding(headers: Readonly<Record<string, string>> = {}) {
  vi.useFakeTimers({ now: new Date(NOW) });
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json({}, { headers }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

it.each([
  ['the key, if there is one', 'hc_1', '/api/v1/chart?since=2026-10-01', { Authorization: 'Token hc_1' }],
  ['the public page otherwise', null, '/page/api/v1/chart?since=2026-10-01', {}],
])('reads from its service alone, with %s', async (_, key, target, headers) => {
  const fetched = responding();
  await new Api(SERVICE, key).get('/api/v1/chart', { since: '2026-10-01' });
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    `https://line.test/cafe${target}`,
    expect.objectContaining({ headers, redirect: 'error' }),
  );
});

it('knows the quota by the last response that had one', async () => {
  const headers = { RateLimit: '"daily";r=962;t=41234', 'RateLimit-Policy': '"daily";q=1000;w=86400' };
  responding(headers);
  const api = new Api(SERVICE, 'hc_1');
  await api.get('/api/v1/status');
  expect(api.quota).toEqual({ remaining: 962, reset: 41_234, limit: 1000 });
  responding();
  await api.get('/api/v1/status');
  expect(api.quota?.remaining).toBe(962);
});

it('sends nothing without a key where one is needed', async () => {
  const fetched = responding();
  const api = new Api({ ...SERVICE, publicPath: null }, null);
  await expect(api.get('/api/v1/status')).rejects.toMatchObject({ kind: 'no-key' });
  expect(fetched).not.toHaveBeenCalled();
});

it.each([
  ['right to a minute', 'Fri, 16 Oct 2026 12:00:59 GMT', 0, 0],
  ['an hour slow', 'Fri, 16 Oct 2026 13:00:00 GMT', 0, 3_600_000],
  ['a day fast', 'Thu, 15 Oct 2026 12:00:00 GMT', 0, -86_400_000],
  ['unknown', '', 0, 0],
  ['right, of a service that replays another day', 'Fri, 16 Oct 2026 12:00:00 GMT', -5000, -5000],
  ['an hour slow, of such a service', 'Fri, 16 Oct 2026 13:00:00 GMT', -5000, 3_595_000],
])("knows the service's clock where the browser's is %s", async (_, date, clockOffset, ahead) => {
  responding(date === '' ? {} : { Date: date });
  const api = new Api({ ...SERVICE, clockOffset }, 'hc_1');
  await api.get('/api/v1/status');
  expect(api.ahead).toBe(ahead);
});

it.each([
  [true, 'unreachable'],
  [false, 'offline'],
])('gives up after half a minute, online: %s', async (onLine, kind) => {
  responding();
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const response = expect(new Api(SERVICE, 'hc_1').get('/api/v1/status')).rejects.toMatchObject({ kind });
  await vi.advanceTimersByTimeAsync(30_000);
  await response;
});
