import { describe, expect, it } from 'vitest';
import type { Current } from './store-under-test.suite.ts';

const DAY = '2026-03-02';

export function describeQuota(current: Current): void {
  describe('the quota', () => {
    it.each([
      ['within it', 0, 10, 3, { usedBefore: 0, granted: 3 }],
      ['up to its end', 8, 10, 2, { usedBefore: 8, granted: 2 }],
      ['past its end', 8, 10, 5, { usedBefore: 8, granted: 2 }],
      ['after its end', 10, 10, 1, { usedBefore: 10, granted: 0 }],
      ['out of none', 0, 0, 1, { usedBefore: 0, granted: 0 }],
      ['when it has been lowered', 8, 5, 1, { usedBefore: 8, granted: 0 }],
    ])('grants a take %s', async (_, before, quota, count, grant) => {
      const { store } = current();
      if (before > 0) await store.takeQuota([{ key: 1, day: DAY, quota: before, count: before }]);
      expect(await store.takeQuota([{ key: 1, day: DAY, quota, count }])).toEqual([grant]);
      expect(await store.usedQuota(1, DAY)).toBe(before + grant.granted);
    });

    it('counts each key and each day by itself', async () => {
      const { store } = current();
      const take = (key: number, day: string) => ({ key, day, quota: 5, count: 2 });
      await store.takeQuota([take(1, DAY), take(2, DAY), take(1, '2026-03-03')]);
      expect(await store.usedQuota(1, DAY)).toBe(2);
      expect(await store.usedQuota(2, DAY)).toBe(2);
      expect(await store.usedQuota(1, '2026-03-03')).toBe(2);
      expect(await store.usedQuota(3, DAY)).toBe(0);
    });

    it('grants several takes of one key in their order', async () => {
      const { store } = current();
      const take = { key: 1, day: DAY, quota: 5, count: 2 };
      expect(await store.takeQuota([take, take, take, take])).toEqual([
        { usedBefore: 0, granted: 2 },
        { usedBefore: 2, granted: 2 },
        { usedBefore: 4, granted: 1 },
        { usedBefore: 5, granted: 0 },
      ]);
      expect(await store.takeQuota([])).toEqual([]);
    });

    it('is shared by all who have the store open, and is not taken for new data', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      const version = await store.version();
      const granted = await Promise.all(
        [store, other, store, other].map((one) => one.takeQuota([{ key: 1, day: DAY, quota: 10, count: 3 }])),
      );
      expect(granted.flat().reduce((sum, grant) => sum + grant.granted, 0)).toBe(10);
      expect(await store.usedQuota(1, DAY)).toBe(10);
      expect(await store.version()).toBe(version);
    });
  });
}
