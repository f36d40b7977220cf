import { afterEach, expect, it, vi } from 'vitest';
import { readText, sendRequest } from './send-request.ts';

afterEach(() => vi.unstubAllGlobals());

const BASE = 'https://line.test';
const REFUSED = new TypeError('Failed to fetch');
const SLOW = new DOMException('signal timed out', 'TimeoutError');
it.each([
  ['offline', BASE, REFUSED, { onLine: false }, /^You are offline\./],
  ['away', BASE, REFUSED, {}, /^No response from https:\/\/line\.test\./],
  ['not readable', BASE, REFUSED, { reached: true }, /does not let this page read the response/],
  ['slow', BASE, SLOW, { reached: true }, /^No response from/],
  ['plain http', 'http://line.test', REFUSED, { protocol: 'https:' }, /^An https page cannot send requests/],
  ['plain http, of a plain page', 'http://line.test', REFUSED, {}, /^No response from/],
  [
    'plain http, of this machine',
    'http://127.0.0.1:3000',
    REFUSED,
    { protocol: 'https:' },
    /^No response from/,
  ],
])('says why there is no response: %s', async (_, baseUrl, error, place, message) => {
  const { onLine = true, reached = false, protocol = 'http:' } = place as Record<string, never>;
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('location', { protocol });
  vi.stubGlobal('fetch', async (_target: string, { mode }: RequestInit) => {
    if (mode === 'no-cors' && reached) return new Response();
    throw error;
  });
  await expect(sendRequest(baseUrl, '/api/v1/chart', 'hc_1')).rejects.toThrow(message);
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
