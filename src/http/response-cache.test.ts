import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ResponseCache } from './response-cache.ts';

/** A computation that counts how often it runs. */
function counted(value: () => object) {
  const compute = async () => {
    computation.times += 1;
    return value();
  };
  const computation = { times: 0, compute };
  return computation;
}

const LONG = { text: 'again and '.repeat(300) };

describe('a cached response', () => {
  it('is computed once per key, even for requests that arrive together', async () => {
    const cache = new ResponseCache();
    const work = counted(() => ({ a: 1 }));
    const [first, second] = await Promise.all([
      cache.get('x 1', null, work.compute),
      cache.get('x 1', null, work.compute),
    ]);
    expect([work.times, first.body.toString(), second]).toEqual([1, '{"a":1}', first]);
    await cache.get('x 1', null, work.compute);
    expect(work.times).toBe(1);
    await cache.get('x 2', null, work.compute);
    await cache.get('y 2', null, work.compute);
    expect(work.times).toBe(3);
  });

  it('has an ETag that depends only on the plain bytes', async () => {
    const cache = new ResponseCache();
    const etagOf = async (key: string, value: object, coding: 'gzip' | null = null) =>
      (await cache.get(key, coding, async () => value)).etag;
    expect(await etagOf('x', LONG)).toBe(await etagOf('y', LONG));
    expect(await etagOf('x', LONG, 'gzip')).toBe(await etagOf('y', LONG));
    expect(await etagOf('x2', { a: 1 })).not.toBe(await etagOf('y2', { a: 2 }));
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['deflate', inflateSync],
  ] as const)('is computed once for all codings, and encoded once as %s', async (coding, decode) => {
    const cache = new ResponseCache();
    const work = counted(() => LONG);
    const plain = await cache.get('x', null, work.compute);
    const encoded = await cache.get('x', coding, work.compute);
    expect(decode(encoded.body).equals(plain.body)).toBe(true);
    expect(encoded.fields).toEqual([
      'Content-Encoding',
      coding,
      'Content-Type',
      'application/json; charset=utf-8',
      'Content-Length',
      String(encoded.body.length),
    ]);
    expect(await cache.get('x', coding, work.compute)).toBe(encoded);
    expect(work.times).toBe(1);
  });

  it('is not encoded when it is short', async () => {
    const { fields } = await new ResponseCache().get('x', 'gzip', async () => ({ a: 1 }));
    expect(fields).toEqual(['Content-Type', 'application/json; charset=utf-8', 'Content-Length', '7']);
  });

  it('is not cached when the computation fails, and all waiting requests get the error', async () => {
    const cache = new ResponseCache();
    let fails = true;
    const work = counted(() => {
      if (fails) throw new Error('no');
      return {};
    });
    const requests = [cache.get('x', null, work.compute), cache.get('x', null, work.compute)];
    for (const request of requests) await expect(request).rejects.toThrow('no');
    expect(work.times).toBe(1);
    fails = false;
    expect((await cache.get('x', null, work.compute)).body.toString()).toBe('{}');
    expect(work.times).toBe(2);
  });

  it('is not cached when it is very large', async () => {
    const cache = new ResponseCache();
    const large = counted(() => ({ text: 'x'.repeat(1 << 20) }));
    expect((await cache.get('x', null, large.compute)).body.length).toBeGreaterThan(1 << 20);
    await cache.get('x', null, large.compute);
    expect(large.times).toBe(2);
  });

  it('is evicted as the least recently used when the cache is full', async () => {
    const cache = new ResponseCache();
    const work = counted(() => ({ text: 'x'.repeat(900_000) }));
    const used = counted(() => ({ text: 'used' }));
    await cache.get('first', null, work.compute);
    await cache.get('used', null, used.compute);
    for (let n = 0; n < 80; n += 1) {
      await cache.get(`other ${n}`, null, work.compute);
      await cache.get('used', null, used.compute);
    }
    const before = work.times;
    await cache.get('first', null, work.compute);
    expect([work.times, used.times]).toEqual([before + 1, 1]);
  });

  it('reaches the requests that wait for it even if it is evicted while it is computed', async () => {
    const cache = new ResponseCache();
    const slow = Promise.withResolvers<object>();
    const waiting = cache.get('slow', null, () => slow.promise);
    for (let n = 0; n < 80; n += 1) {
      await cache.get(`other ${n}`, null, async () => ({ text: 'x'.repeat(900_000) }));
    }
    slow.resolve({ a: 1 });
    expect((await waiting).body.toString()).toBe('{"a":1}');
  });

  it('has its own memory, since a slice of the buffer pool would keep the whole pool alive', async () => {
    const cache = new ResponseCache();
    for (const coding of [null, 'gzip'] as const) {
      const { body } = await cache.get('x', coding, async () => LONG);
      expect(body.buffer.byteLength).toBe(body.length);
    }
  });
});
