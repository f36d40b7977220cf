import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { UnreadBodies } from './send.ts';

/** Responses to clients that don't read, by name; `cut` lists those that were cut off. */
function clients(unread: UnreadBodies) {
  const cut: string[] = [];
  const get = (name: string, body: Buffer | string) => {
    const response = Object.assign(new EventEmitter(), {
      destroy() {
        cut.push(name);
        response.emit('close');
      },
    });
    unread.add(response as unknown as ServerResponse, body);
    return response;
  };
  return { cut, get };
}

it('the bodies of slow readers are bounded together: the oldest are cut off', () => {
  const unread = new UnreadBodies(1_000_000);
  const { cut, get } = clients(unread);
  for (const name of ['a', 'b', 'c', 'd', 'e']) get(name, Buffer.alloc(300_000));
  expect([cut, unread.bytes]).toEqual([['a', 'b'], 900_000]);
});

it('a body that many read counts once, and until the last of them has read it', () => {
  const unread = new UnreadBodies(1_000_000);
  const { cut, get } = clients(unread);
  const shared = Buffer.alloc(600_000);
  const responses = Array.from({ length: 100 }, (_, n) => get(`${n}`, shared));
  expect(unread.bytes).toBe(600_000);
  for (const response of responses) response.emit('close');
  expect([cut, unread.bytes]).toEqual([[], 0]);
});

it('small bodies do not count, and a large one is sent in any case', () => {
  const unread = new UnreadBodies(1_000_000);
  const { cut, get } = clients(unread);
  get('text', 'x'.repeat(1000));
  get('small', Buffer.alloc(65_536));
  expect(unread.bytes).toBe(0);
  get('large', Buffer.alloc(5_000_000));
  expect(cut).toEqual([]);
});
