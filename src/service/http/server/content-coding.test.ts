import type { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Encoders } from './content-coding.ts';

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
