import { expect, it, vi } from 'vitest';
import type { Order } from './spinning-thread.fixture.ts';
import { startThread } from './thread.ts';

const start = () => startThread<Order, string>('./spinning-thread.fixture', import.meta.url);

it('a thread replies, and can be ended while it computes', async () => {
  const thread = start();
  thread.send('spin');
  expect(await thread.next(20_000)).toBe('got spin');
  expect(await thread.next(50)).toEqual({ ended: 'time', message: 'it took longer than 0.05 s' });
  expect(await thread.next(50)).toMatchObject({ ended: 'time' });
});

it('a thread that throws is over, and says why', async () => {
  const thread = start();
  thread.send('throw');
  expect(await thread.next(20_000)).toBe('got throw');
  expect(await thread.next(20_000)).toMatchObject({
    ended: 'failed',
    message: expect.stringContaining('on purpose'),
  });
});

it('what a thread prints goes through the door', async () => {
  const printed: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  try {
    const thread = start();
    thread.send('print');
    await thread.next(20_000);
    await vi.waitFor(() => expect(printed.join('')).toBe('\\u001b[31m\n: :error::x\n'));
    await thread.end();
  } finally {
    vi.restoreAllMocks();
  }
});
