import { describe, expect, it } from 'vitest';
import { descending } from './new-report.suite.ts';
import type { Current } from './store-under-test.suite.ts';

export function describeMemos(current: Current): void {
  describe('memos', () => {
    it('are null until kept, then the last that was kept under the name, for all who have the store open', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      expect(await store.memo('a')).toBeNull();
      await store.keepMemo('a', 'one');
      await other.keepMemo('a', 'two, naïve');
      await store.keepMemo('b', '');
      expect([await store.memo('a'), await other.memo('b')]).toEqual(['two, naïve', '']);
      expect(await (await reopen()).memo('a')).toBe('two, naïve');
    });

    it('are not taken for new data', async () => {
      const { store } = current();
      await store.addReports([descending(1, 1)]);
      const version = await store.version();
      await store.keepMemo('a', 'b');
      await store.keepMemo('a', 'c');
      expect(await store.version()).toBe(version);
    });
  });
}
