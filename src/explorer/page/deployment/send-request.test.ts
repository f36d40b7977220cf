import { afterEach, expect, it, vi } from 'vitest';
import { readText, sendRequest } from './send-request.ts';

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

it.each([
  ['', 5, { content: '', isCut: false }],
  ['12345', 5, { content: '12345', isCut: false }],
  ['123456', 5, { content: '12345', isCut: true }],
  ['1234é', 6, { content: '1234é', isCut: false }],
  ['1234é', 5, { content: '1234', isCut: true }],
])('reads %j up to %i bytes', async (body, bytes, read) => {
  expect(await readText(new Response(body), bytes)).toEqual(read);
});

it('has nothing of a response without a body', async () => {
  expect(await readText(new Response(null), 5)).toEqual({ content: '', isCut: false });
});

it('stops an endless body, and joins characters that two pieces share', async () => {
  let isStopped = false;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array([0xc3])),
    pull: (controller) => controller.enqueue(new Uint8Array([0xa9, 0xc3])),
    cancel: () => {
      isStopped = true;
    },
  });
  expect(await readText(new Response(body), 100)).toEqual({ content: 'é'.repeat(50), isCut: true });
  expect(isStopped).toBe(true);
});
