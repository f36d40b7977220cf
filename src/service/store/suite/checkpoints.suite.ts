import { describe, expect, it } from 'vitest';
import type { Current } from './store-under-test.fixture.ts';

export function describeCheckpoints(current: Current): void {
  describe('checkpoints', () => {
    it('are null until saved, and then the last one saved under the name, for all processes', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      expect(await store.checkpoint('a')).toBeNull();
      await store.saveCheckpoint('a', 'one');
      await other.saveCheckpoint('a', 'two, naïve');
      await store.saveCheckpoint('b', '');
      expect([await store.checkpoint('a'), await other.checkpoint('b')]).toEqual(['two, naïve', '']);
      expect(await (await reopen()).checkpoint('a')).toBe('two, naïve');
    });
  });
}
