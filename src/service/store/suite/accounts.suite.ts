import { describe, expect, it } from 'vitest';
import { addedKey, hash, owner, twoAccounts } from './account.fixture.ts';
import { NOON, newPhoto, newReport } from './new-report.fixture.ts';
import type { Current } from './store-under-test.fixture.ts';

export function describeAccounts(current: Current): void {
  describe('accounts', () => {
    it('are created by the first sign-in, and found again whatever the letter case', async () => {
      const { store } = current();
      const ann = await store.signIn(' Ann@U.edu', NOON);
      expect(ann).toEqual({ id: ann.id, email: 'ann@u.edu', createdAt: NOON });
      expect(await store.signIn('ann@u.edu', NOON + 5)).toEqual(ann);
      expect(await store.account(ann.id)).toEqual(ann);
      expect(await store.findAccount('ANN@u.edu ')).toEqual(ann);
      expect(await store.findAccount('bo@u.edu')).toBeNull();
      expect(await store.account(99)).toBeNull();
      expect(await store.listAccounts()).toEqual([ann]);
    });

    it('are one each, if several processes sign the same person in at once', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      const signedIn = await Promise.all(
        Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? store : other).signIn('ann@u.edu', NOON + n)),
      );
      expect(new Set(signedIn.map(({ id }) => id)).size).toBe(1);
      const created = (await store.auditEvents({ limit: 99 })).filter(
        (event) => event.action === 'account.created',
      );
      expect(created).toHaveLength(1);
    });

    it('of people who like photos have no time, and can sign in', async () => {
      const { store } = current();
      const photo = () => newPhoto({ likes: ['ann@u.edu', 'bo@u.edu'] });
      await store.addReports([
        [newReport({ photo: photo() }), newReport({ createdAt: NOON + 1, photo: photo() })],
      ]);
      const ann = await store.signIn('ann@u.edu', NOON);
      expect(ann.createdAt).toBeNull();
      expect(await store.likesOf(ann.id)).toEqual([1, 2]);
      expect(await store.likesOf(99)).toEqual([]);
    });
  });

  describe('a deleted account', () => {
    it('keeps its id and nothing about the person', async () => {
      const { store, reopen } = current();
      await store.addReports([[newReport({ photo: newPhoto({ likes: ['ann@u.edu', 'bo@u.edu'] }) })]]);
      const [ann, bo] = await twoAccounts(store);
      const first = await addedKey(store, ann, 1, { name: 'kitchen' });
      const second = await addedKey(store, ann, 2, { name: 'window' });
      const kept = await addedKey(store, bo, 3);
      await store.revokeKey(first.id, NOON + 1, owner(ann));
      expect(await store.deleteAccount(ann, NOON + 5, 'owner')).toBe(true);

      const emptied = { email: `deleted-${ann}`, name: '' };
      expect(await store.listKeys()).toEqual([
        { ...first, ...emptied, revokedAt: NOON + 1 },
        { ...second, ...emptied, revokedAt: NOON + 5 },
        kept,
      ]);
      for (const one of [store, await reopen()]) {
        expect((await one.findKey(hash(2)))?.revokedAt).toBe(NOON + 5);
        expect(await one.account(ann)).toBeNull();
        expect(await one.findAccount('ann@u.edu')).toBeNull();
        expect(await one.findAccount(`deleted-${ann}`)).toBeNull();
        expect((await one.listAccounts()).map(({ id }) => id)).toEqual([bo]);
        expect([await one.likesOf(ann), (await one.likesOf(bo)).length]).toEqual([[], 1]);
      }
      const texts = JSON.stringify(await store.auditEvents({ limit: 99 }));
      expect(texts).not.toMatch(/@|kitchen|window|key-/);
    });

    it('is deleted once, and neither its id nor those of its keys are used again', async () => {
      const { store } = current();
      const [, bo] = await twoAccounts(store);
      const key = await addedKey(store, bo, 1);
      expect(await store.deleteAccount(bo, NOON, 'operator')).toBe(true);
      expect(await store.deleteAccount(bo, NOON, 'operator')).toBe(false);
      expect(await store.deleteAccount(99, NOON, 'operator')).toBe(false);
      const again = await store.signIn('bo@u.edu', NOON);
      expect(again.id).toBeGreaterThan(bo);
      expect((await addedKey(store, again.id, 2)).id).toBeGreaterThan(key.id);
      expect(await store.addKey({ ...newKeyOf(bo) }, { most: 9, since: NOON })).toBe('no-account');
      expect(await store.keysOf(again.id)).toHaveLength(1);
    });
  });
}

function newKeyOf(account: number) {
  return {
    account,
    hash: hash(7),
    prefix: 'key-7',
    createdAt: NOON,
    quota: 1,
    name: 'late',
    expiresAt: null,
  };
}
