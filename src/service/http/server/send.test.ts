import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Encoders } from './content.ts';
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
  get('next', Buffer.alloc(65_537));
  expect(cut).toEqual(['large']);
});

it('only so many bodies are encoded at once; others are sent plain', async () => {
  const encoders = new Encoders({ bodies: 2, streams: 0 });
  const encode = () => encoders.encode(Buffer.from('text'));
  const [first, second, third] = await Promise.all([encode(), encode(), encode()]);
  expect(third).toBe(null);
  for (const encoded of [first, second, await encode()])
    expect(gunzipSync(encoded as Buffer).toString()).toBe('text');
});

it('a stream counts until it is closed, by its end or by an error', async () => {
  const encoders = new Encoders({ bodies: 0, streams: 2 });
  const [first, second] = [encoders.stream() as Transform, encoders.stream()];
  expect(encoders.stream()).toBe(null);
  const text = await buffer(first.end('text'));
  expect(gunzipSync(text).toString()).toBe('text');
  await expect.poll(() => encoders.stream()).not.toBe(null);
  expect(encoders.stream()).toBe(null);
  second?.destroy();
  await expect.poll(() => encoders.stream()).not.toBe(null);
});
