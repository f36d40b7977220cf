import { afterEach, expect, it, vi } from 'vitest';
import { sendRequest } from './send-request.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['is not readable', new TypeError('Failed to fetch'), 'cross-origin'],
  ['takes too long', new DOMException('signal timed out', 'TimeoutError'), 'unreachable'],
])('reports a response that %s, of a deployment that responds to others', async (_, error, kind) => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('fetch', async (_target: string, { mode }: RequestInit) => {
    if (mode === 'no-cors') return new Response();
    throw error;
  });
  await expect(sendRequest('http://line.test', '/api/v1/chart', 'hc_1')).rejects.toMatchObject({ kind });
});
