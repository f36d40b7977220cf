import { describe, expect, it } from 'vitest';
import type { Key } from '../account-store.ts';
import type { Store } from '../store.ts';
import { hash } from './account.fixture.ts';
import { NOON } from './new-report.fixture.ts';
import { type Current, withinASecond } from './store-under-test.fixture.ts';

export function describeOperatorKeys(current: Current): void {
  describe('keys', () => {
    it('finds an issued key by its hash, and no other', async () => {
      const { store, reopen } = current();
      const key = await issue(store, 1, 'Ann@U.edu');
      const defaults = { revokedAt: null, quota: 1000, name: '', expiresAt: null, venues: null };
      const { account } = key;
      expect(key).toEqual({
        id: 1,
        prefix: 'key-1',
        account,
        email: 'ann@u.edu',
        createdAt: NOON,
        ...defaults,
      });
      expect(await store.findKey(hash(1))).toEqual(key);
      expect(await (await reopen()).findKey(hash(1))).toEqual(key);
      expect(await store.findKey(hash(2))).toBeNull();
      expect(await store.findKey(new Uint8Array())).toBeNull();
    });

    it('assigns all keys of an address to one account, whatever its letter case', async () => {
      const { store } = current();
      const [first, second, other] = [
        await issue(store, 1, 'ann@u.edu'),
        await issue(store, 2, ' ANN@u.edu'),
        await issue(store, 3, 'bo@u.edu'),
      ];
      expect(second.account).toBe(first.account);
      expect(other.account).not.toBe(first.account);
      expect(await store.listKeys()).toEqual([first, second, other]);
    });

    it('rejects a hash that is taken or not a SHA-256', async () => {
      const { store } = current();
      await issue(store, 1, 'ann@u.edu');
      await expect(issue(store, 1, 'bo@u.edu')).rejects.toThrow();
      const short = { hash: new Uint8Array(31), prefix: 'p', email: 'bo@u.edu', createdAt: NOON, quota: 1 };
      await expect(store.issueKey(short)).rejects.toThrow();
      expect(await store.listKeys()).toHaveLength(1);
    });

    it('revokes once, keeping the first time, and still finds the key', async () => {
      const { store } = current();
      const key = await issue(store, 1, 'ann@u.edu');
      expect(await store.revokeKey(key.id, NOON + 1)).toEqual({ ...key, revokedAt: NOON + 1 });
      expect(await store.revokeKey(key.id, NOON + 2)).toEqual({ ...key, revokedAt: NOON + 1 });
      expect((await store.findKey(hash(1)))?.revokedAt).toBe(NOON + 1);
      expect(await store.revokeKey(99, NOON)).toBeNull();
    });

    it('changes a quota, and the version for other processes', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      const key = await issue(store, 1, 'ann@u.edu');
      const version = await other.version();
      expect(await store.setQuota(key.id, 5, NOON)).toEqual({ ...key, quota: 5 });
      await withinASecond(
        () => other.version(),
        (now) => now !== version,
      );
      expect((await other.findKey(hash(1)))?.quota).toBe(5);
      expect(await store.setQuota(99, 5, NOON)).toBeNull();
      await expect(store.setQuota(key.id, -1, NOON)).rejects.toThrow();
    });
  });
}

function issue(store: Store, byte: number, email: string): Promise<Key> {
  return store.issueKey({ hash: hash(byte), prefix: `key-${byte}`, email, createdAt: NOON, quota: 1000 });
}
