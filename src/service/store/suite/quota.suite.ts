import { describe, expect, it } from 'vitest';
import type { Current } from './store-under-test.fixture.ts';

const DAY = '2026-03-02';

export function describeQuota(current: Current): void {
  describe('the quota', () => {
    it('allows requests up to its end', async () => {
      const { store } = current();
      for (const [key, [before, quota, count, allowed]] of [
        [0, 10, 3, 3],
        [8, 10, 2, 2],
        [8, 10, 5, 2],
        [10, 10, 1, 0],
        [0, 0, 1, 0],
        [8, 5, 1, 0],
      ].entries() as Iterable<[number, readonly [number, number, number, number]]>) {
        if (before > 0) await store.consumeQuota([{ key, day: DAY, quota: before, count: before }]);
        const allowance = { usedBefore: before, allowed };
        expect(await store.consumeQuota([{ key, day: DAY, quota, count }]), `${key}`).toEqual([allowance]);
        expect(await store.usedQuota(key, DAY), `${key}`).toBe(before + allowed);
      }
    });

    it('is not used by a ping, which leaves no counter', async () => {
      const { store } = current();
      await store.consumeQuota([{ key: 1, day: DAY, quota: 5, count: 2 }]);
      const before = [await store.keyUse(1, DAY), await store.dailyUse(1)];
      for (let n = 0; n < 3; n += 1) await store.ping();
      expect([await store.keyUse(1, DAY), await store.dailyUse(1)]).toEqual(before);
      expect(await store.dailyUse(0)).toEqual([]);
    });

    it('returns an allowance per entry, in their order', async () => {
      const { store } = current();
      const request = (key: number, quota: number) => ({ key, day: DAY, quota, count: 2 });
      const requests = [request(3, 1), request(1, 9), request(2, 0)];
      expect(await store.consumeQuota(requests)).toEqual([
        { usedBefore: 0, allowed: 1 },
        { usedBefore: 0, allowed: 2 },
        { usedBefore: 0, allowed: 0 },
      ]);
      expect(await store.consumeQuota(requests)).toEqual([
        { usedBefore: 1, allowed: 0 },
        { usedBefore: 2, allowed: 2 },
        { usedBefore: 0, allowed: 0 },
      ]);
      expect(await store.consumeQuota([])).toEqual([]);
    });

    it('has a last use, which is the newest change of the kept counters', async () => {
      const { store } = current();
      const before = Math.floor(Date.now() / 1000) * 1_000_000;
      expect(await store.keyUse(1, DAY)).toEqual({ used: 0, lastUsedAt: null });
      await store.consumeQuota([{ key: 1, day: '2026-03-01', quota: 9, count: 4 }]);
      const { used, lastUsedAt } = await store.keyUse(1, DAY);
      expect(used).toBe(0);
      expect(lastUsedAt).toBeGreaterThanOrEqual(before);
      expect(lastUsedAt).toBeLessThan(before + 60_000_000);
      await store.consumeQuota([{ key: 1, day: DAY, quota: 9, count: 2 }]);
      expect(await store.keyUse(1, DAY)).toMatchObject({ used: 2 });
      expect(await store.keyUse(2, DAY)).toEqual({ used: 0, lastUsedAt: null });
    });

    it('is counted for each key and day, and listed by day, the newest first', async () => {
      const { store } = current();
      const request = (key: number, day: string) => ({ key, day, quota: 9, count: 3 });
      await store.consumeQuota([request(1, '2026-03-01'), request(1, DAY), request(2, '2026-03-01')]);
      await store.consumeQuota([{ key: 1, day: DAY, quota: 9, count: 1 }]);
      expect(await store.dailyUse(1)).toEqual([
        { day: DAY, used: 4 },
        { day: '2026-03-01', used: 3 },
      ]);
      expect(await store.dailyUse(3)).toEqual([]);
    });

    it('has counters that are deleted by the time of their last change, whatever day they count', async () => {
      const { store } = current();
      const [now, minute] = [Date.now() * 1000, 60_000_000];
      const request = (key: number, day: string) => ({ key, day, quota: 9, count: 1 });
      await store.consumeQuota([request(1, '2016-10-20'), request(2, '2099-01-01')]);
      await store.deleteOldCounts(now - minute);
      expect([await store.dailyUse(1), await store.dailyUse(2)]).toMatchObject([
        [{ used: 1 }],
        [{ used: 1 }],
      ]);
      await store.deleteOldCounts(now + minute);
      expect([await store.dailyUse(1), await store.dailyUse(2)]).toEqual([[], []]);
    });

    it('is shared by all processes', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      const allowed = await Promise.all(
        [store, other, store, other].map((one) =>
          one.consumeQuota([{ key: 1, day: DAY, quota: 10, count: 3 }]),
        ),
      );
      expect(allowed.flat().reduce((sum, allowance) => sum + allowance.allowed, 0)).toBe(10);
      expect(await store.usedQuota(1, DAY)).toBe(10);
    });
  });
}
