import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { atMostOnceASecond } from './shared-resources.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

describe('a result that is computed at most once a second', () => {
  it('is computed again a second after its computation began', async () => {
    let computed = 0;
    const result = atMostOnceASecond(async () => (computed += 1));
    expect(await Promise.all([result(), result(), result()])).toEqual([1, 1, 1]);
    vi.advanceTimersByTime(999);
    expect(await result()).toBe(1);
    vi.advanceTimersByTime(1);
    expect([await result(), await result()]).toEqual([2, 2]);
  });

  it('is awaited by all if it takes longer than a second', async () => {
    let computed = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const result = atMostOnceASecond(async () => {
      computed += 1;
      await promise;
      return computed;
    });
    const first = result();
    vi.advanceTimersByTime(5000);
    const second = result();
    resolve();
    expect([await first, await second, computed]).toEqual([1, 1, 1]);
    expect(await result()).toBe(2);
  });

  it('may be an error, and is computed again after it', async () => {
    let computed = 0;
    const result = atMostOnceASecond(async () => {
      computed += 1;
      if (computed === 1) throw new Error('away');
      return computed;
    });
    await expect(Promise.all([result(), result()])).rejects.toThrow('away');
    await expect(result()).rejects.toThrow('away');
    vi.advanceTimersByTime(1000);
    expect(await result()).toBe(2);
  });
});
