import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bytesOf, type CachedResponse, contentOf, Encoders } from '../server/content.ts';
import { ResponseCache } from './response-cache.ts';

const json = (value: object) => contentOf(value, {});

/** A computation that counts how often it runs. */
function counted(value: () => object) {
  const compute = async () => {
    computation.times += 1;
    return json(value());
  };
  const computation = { times: 0, compute };
  return computation;
}

/** The response of a key, which must not be too large. */
async function cached(
  cache: ResponseCache,
  ...request: Parameters<ResponseCache['get']>
): Promise<CachedResponse> {
  const response = await cache.get(...request);
  if (response === 'too large') throw new Error('too large');
  return response;
}

const LONG = { text: 'again and '.repeat(300) };

describe('a cached response', () => {
  it('is computed once per key, even for requests that arrive together', async () => {
    const cache = new ResponseCache();
    const work = counted(() => ({ a: 1 }));
    const [first, second] = await Promise.all([
      cached(cache, 'x 1', null, work.compute),
      cached(cache, 'x 1', null, work.compute),
    ]);
    expect([work.times, first.body.toString(), second]).toEqual([1, '{"a":1}', first]);
    await cached(cache, 'x 1', null, work.compute);
    expect(work.times).toBe(1);
    await cached(cache, 'x 2', null, work.compute);
    await cached(cache, 'y 2', null, work.compute);
    expect(work.times).toBe(3);
  });

  it('is computed once for all codings, and encoded once', async () => {
    const coding = 'gzip';
    const cache = new ResponseCache();
    const work = counted(() => LONG);
    const plain = await cached(cache, 'x', null, work.compute);
    const encoded = await cached(cache, 'x', coding, work.compute);
    expect(gunzipSync(bytesOf(encoded.body)).equals(bytesOf(plain.body))).toBe(true);
    expect(encoded.etag).toBe(plain.etag);
    expect(encoded.fields).toEqual([
      'Content-Encoding',
      coding,
      'Content-Type',
      'application/json; charset=utf-8',
      'Content-Length',
      String(encoded.body.length),
    ]);
    expect(await cached(cache, 'x', coding, work.compute)).toBe(encoded);
    expect(work.times).toBe(1);
  });

  it.each([1, 4000])('has the bytes of its text in UTF-8 (%i times nine)', async (times) => {
    const text = 'Café ☕'.repeat(times);
    const { body, fields } = await cached(new ResponseCache(), 'x', null, async () => json({ text }));
    expect(bytesOf(body).toString()).toBe(JSON.stringify({ text }));
    expect(fields.at(-1)).toBe(String(Buffer.byteLength(JSON.stringify({ text }))));
  });

  it('is not encoded when it is short', async () => {
    const { fields } = await cached(new ResponseCache(), 'x', 'gzip', async () => json({ a: 1 }));
    expect(fields).toEqual(['Content-Type', 'application/json; charset=utf-8', 'Content-Length', '7']);
  });

  it('is not cached when the computation fails, and all waiting requests get the error', async () => {
    const cache = new ResponseCache();
    let fails = true;
    const work = counted(() => {
      if (fails) throw new Error('no');
      return {};
    });
    const requests = [cached(cache, 'x', null, work.compute), cached(cache, 'x', null, work.compute)];
    for (const request of requests) await expect(request).rejects.toThrow('no');
    expect(work.times).toBe(1);
    fails = false;
    expect((await cached(cache, 'x', null, work.compute)).body.toString()).toBe('{}');
    expect(work.times).toBe(2);
  });

  it.each(['x', 'é'])('is not cached when it is very large, whatever its coding (%s)', async (character) => {
    const cache = new ResponseCache();
    const large = counted(() => ({ text: character.repeat((1 << 20) / Buffer.byteLength(character)) }));
    for (const coding of [null, 'gzip'] as const)
      expect(await cache.get('x', coding, large.compute)).toBe('too large');
    expect(large.times).toBe(1);
  });

  it('is plain while there is no encoder for it, and encoded later', async () => {
    const encoders = new Encoders({ bodies: 1, streams: 0 });
    const cache = new ResponseCache(encoders);
    const other = encoders.encode(Buffer.from('other'));
    const compute = async () => json(LONG);
    expect((await cached(cache, 'x', 'gzip', compute)).fields).not.toContain('gzip');
    await other;
    expect((await cached(cache, 'x', 'gzip', compute)).fields).toContain('gzip');
  });

  it('of a long text is collected, and computed once, up to a megabyte', async () => {
    const cache = new ResponseCache();
    const texts = {
      small: ['{"a":', '"b"}'],
      large: ['["', ...Array.from({ length: 20 }, () => 'x'.repeat(60_000)), '"]'],
    };
    const read: string[] = [];
    async function* chunksOf(name: keyof typeof texts): AsyncGenerator<string> {
      for (const [index, chunk] of texts[name].entries()) {
        read.push(`${name} ${index}`);
        yield chunk;
      }
    }
    const get = (name: keyof typeof texts) =>
      cache.get(name, null, async () => ({ fields: [], text: chunksOf(name) }));
    const small = await get('small');
    expect(small).toMatchObject({ etag: expect.stringMatching(/^W\//), body: '{"a":"b"}' });
    expect(await get('small')).toBe(small);
    expect(read).toEqual(['small 0', 'small 1']);
    expect([await get('large'), await get('large')]).toEqual(['too large', 'too large']);
    // It isn't read to its end, and only once.
    expect(read.slice(2)).toEqual(Array.from({ length: 19 }, (_, index) => `large ${index}`));
  });

  it('is evicted as the least recently used when the cache is full', async () => {
    const cache = new ResponseCache();
    const work = counted(() => ({ text: 'x'.repeat(900_000) }));
    const used = counted(() => ({ text: 'used' }));
    await cached(cache, 'first', null, work.compute);
    await cached(cache, 'used', null, used.compute);
    for (let n = 0; n < 30; n += 1) {
      await cached(cache, `other ${n}`, null, work.compute);
      await cached(cache, 'used', null, used.compute);
    }
    const before = work.times;
    await cached(cache, 'first', null, work.compute);
    expect([work.times, used.times]).toEqual([before + 1, 1]);
  });

  it('reaches the requests that wait for it even if it is evicted while it is computed', async () => {
    const cache = new ResponseCache(undefined, null, { bytes: 2000, entryBytes: 1000 });
    const slow = Promise.withResolvers<object>();
    const waiting = cached(cache, 'slow', null, async () => json(await slow.promise));
    for (let n = 0; n < 10; n += 1) await cached(cache, `other ${n}`, null, async () => json({ n }));
    slow.resolve({ a: 1 });
    expect((await waiting).body.toString()).toBe('{"a":1}');
  });

  it('has its own memory if it is long, since a slice of the buffer pool would keep the whole pool alive', async () => {
    const cache = new ResponseCache();
    // Too short for a buffer outside the pool, and not compressible.
    const text = randomBytes(18_000).toString('base64');
    for (const coding of [null, 'gzip'] as const) {
      const { body } = await cached(cache, 'x', coding, async () => json({ text }));
      expect(body).toBeInstanceOf(Buffer);
      expect(bytesOf(body).buffer.byteLength).toBe(body.length);
    }
  });
});
