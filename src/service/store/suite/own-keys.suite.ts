import { describe, expect, it } from 'vitest';
import type { ChangedBy, KeyStore } from '../account-store.ts';
import { addedKey, hash, newKey, OPERATOR, owner, twoAccounts } from './account.fixture.ts';
import { NOON } from './new-report.fixture.ts';
import type { Current } from './store-under-test.fixture.ts';

const AT = NOON + 1000;

export function describeOwnKeys(current: Current): void {
  describe('keys of owners', () => {
    it('have a name and an end, and are listed for their account only', async () => {
      const { store } = current();
      const [ann, bo] = await twoAccounts(store);
      const key = await addedKey(store, ann, 1, { name: 'Küche', expiresAt: AT });
      expect(key).toMatchObject({ account: ann, email: 'ann@u.edu', name: 'Küche', expiresAt: AT });
      const other = await addedKey(store, bo, 2);
      expect(await store.keysOf(ann)).toEqual([key]);
      expect(await store.keysOf(bo)).toEqual([other]);
      expect(await store.keysOf(99)).toEqual([]);
      expect(await store.findKey(hash(1))).toEqual(key);
    });

    it('count while they are active, and if they ended at the limit or later', async () => {
      const { store } = current();
      const cases: readonly (readonly [
        { expiresAt?: number; revokedAt?: number },
        'counts' | 'does not count',
      ])[] = [
        [{}, 'counts'],
        [{ expiresAt: AT + 1 }, 'counts'],
        [{ expiresAt: AT }, 'counts'],
        [{ expiresAt: AT - 1 }, 'does not count'],
        [{ revokedAt: AT }, 'counts'],
        [{ revokedAt: AT - 1 }, 'does not count'],
        [{ expiresAt: AT - 1, revokedAt: AT }, 'does not count'],
        [{ expiresAt: AT + 1, revokedAt: AT - 1 }, 'does not count'],
      ];
      for (const [n, [ended, expected]] of cases.entries()) {
        const { id: account } = await store.signIn(`person-${n}@u.edu`, NOON);
        const { id } = await addedKey(store, account, 10 * n, { expiresAt: ended.expiresAt ?? null });
        if (ended.revokedAt !== undefined) await store.revokeKey(id, ended.revokedAt, owner(account));
        const added = (byte: number, most: number) =>
          store.addKey(newKey(account, byte, { createdAt: AT + 9 }), { most, since: AT });
        const result = (await added(10 * n + 1, 1)) === 'too-many' ? 'counts' : 'does not count';
        expect([ended, result]).toEqual([ended, expected]);
        expect(await added(10 * n + 2, 3)).toHaveProperty('id');
      }
    });

    it('are limited for each account alone', async () => {
      const { store } = current();
      const [ann, bo] = await twoAccounts(store);
      await addedKey(store, bo, 1);
      await addedKey(store, bo, 2);
      expect(await store.addKey(newKey(ann, 3), { most: 1, since: NOON })).toHaveProperty('id');
      expect(await store.addKey(newKey(ann, 4), { most: 1, since: NOON })).toBe('too-many');
      expect(await store.addKey(newKey(99, 5), { most: 1, since: NOON })).toBe('no-account');
      expect(await store.listKeys()).toHaveLength(3);
    });

    it('stay within the limit, and have different names, if several processes add some at once', async () => {
      const { store, reopen } = current();
      const stores = [store, await reopen(), await reopen()];
      const [ann, bo] = await twoAccounts(store);
      const add = (account: number, name: string, most: number) =>
        Promise.all(
          Array.from({ length: 12 }, (_, n) =>
            stores[n % 3]?.addKey(newKey(account, account * 100 + n, { name: name === '' ? `${n}` : name }), {
              most,
              since: NOON,
            }),
          ),
        );
      const [limited, named] = await Promise.all([add(ann, '', 2), add(bo, 'same', 99)]);
      expect(limited.filter((key) => key !== 'too-many')).toHaveLength(2);
      expect(named.filter((key) => key !== 'name-taken')).toHaveLength(1);
      expect((await store.keysOf(ann)).length + (await store.keysOf(bo)).length).toBe(3);
    });

    it('keep a name for themselves in their account while they are active', async () => {
      const { store } = current();
      const cases: readonly (readonly [string, (id: number) => Promise<unknown>, 'taken' | 'free'])[] = [
        ['active', async () => undefined, 'taken'],
        ['revoked', (id) => store.revokeKey(id, NOON, OPERATOR), 'free'],
        ['expired', (id) => store.setExpiry(id, AT, NOON, OPERATOR), 'free'],
        ['about to expire', (id) => store.setExpiry(id, AT + 1, NOON, OPERATOR), 'taken'],
        ['renamed', (id) => store.renameKey(id, 'other', NOON, OPERATOR), 'free'],
      ];
      const limit = { most: 99, since: NOON };
      for (const [n, [state, change, expected]] of cases.entries()) {
        const email = `person-${n}@u.edu`;
        const { id: account } = await store.signIn(email, NOON);
        await change((await addedKey(store, account, 10 * n, { name: 'kitchen' })).id);
        const second = newKey(account, 10 * n + 1, { name: 'kitchen', createdAt: AT });
        const result = (await store.addKey(second, limit)) === 'name-taken' ? 'taken' : 'free';
        expect([state, result]).toEqual([state, expected]);
        const third = await addedKey(store, account, 10 * n + 2, { name: 'third' });
        expect(await store.renameKey(third.id, 'kitchen', AT, owner(account))).toBe('name-taken');
        const issuing = store.issueKey({ ...second, hash: hash(10 * n + 3), email });
        await expect(issuing).rejects.toMatchObject({
          code: 'conflict',
          message: expect.stringContaining('"kitchen"'),
        });
      }
    });

    it('may have no name, several of them', async () => {
      const { store } = current();
      const [ann] = await twoAccounts(store);
      await addedKey(store, ann, 1, { name: '' });
      const { id } = await addedKey(store, ann, 2, { name: '' });
      expect(await store.renameKey(id, 'kitchen', AT, owner(ann))).toMatchObject({ name: 'kitchen' });
      expect(await store.renameKey(id, '', AT, owner(ann))).toMatchObject({ name: '' });
    });

    it('keep their own name, and one that is active again can not take the name of another', async () => {
      const { store } = current();
      const [ann] = await twoAccounts(store);
      const old = await addedKey(store, ann, 1, { name: 'kitchen', expiresAt: NOON + 1 });
      const { id } = await addedKey(store, ann, 2, { name: 'kitchen', createdAt: AT });
      expect(await store.renameKey(id, 'kitchen', AT, owner(ann))).toMatchObject({ id, name: 'kitchen' });
      expect(await store.renameKey(old.id, 'kitchen', AT, owner(ann))).toEqual(old);
      // A key that has ended can have any name.
      await store.renameKey(old.id, 'old', AT, OPERATOR);
      expect(await store.renameKey(old.id, 'kitchen', AT, OPERATOR)).toEqual(old);
      await expect(store.setExpiry(old.id, null, AT, OPERATOR)).rejects.toMatchObject({ code: 'conflict' });
      expect(await store.setExpiry(old.id, AT, AT, OPERATOR)).toMatchObject({ expiresAt: AT });
      expect(await store.setExpiry(id, null, AT, owner(ann))).toMatchObject({ expiresAt: null });
    });
  });

  describe('a replaced secret', () => {
    const secret = (byte: number) => ({ hash: hash(byte), prefix: `key-${byte}`, at: AT });

    it('ends at once, and the key stays the same', async () => {
      const { store, reopen } = current();
      const [ann] = await twoAccounts(store);
      const key = await addedKey(store, ann, 1, { expiresAt: AT + 5 });
      const replaced = await store.replaceSecret(key.id, secret(2), { prefix: 'key-1' }, owner(ann));
      expect(replaced).toEqual({ ...key, prefix: 'key-2' });
      for (const one of [store, await reopen()]) {
        expect(await one.findKey(hash(1))).toBeNull();
        expect(await one.findKey(hash(2))).toEqual(replaced);
      }
    });

    it('needs an active key that still has the expected prefix', async () => {
      const { store } = current();
      const [ann] = await twoAccounts(store);
      const cases: readonly (readonly [{ prefix?: string; expiresAt?: number; revoked?: true }, boolean])[] =
        [
          [{}, true],
          [{ expiresAt: AT + 1 }, true],
          [{ expiresAt: AT }, false],
          [{ revoked: true }, false],
          [{ prefix: 'key-0' }, false],
        ];
      for (const [n, [given, works]] of cases.entries()) {
        const [before, after] = [10 * n + 1, 10 * n + 2];
        const { id } = await addedKey(store, ann, before, { expiresAt: given.expiresAt ?? null });
        if (given.revoked === true) await store.revokeKey(id, NOON, owner(ann));
        const keys = await store.keysOf(ann);
        const expected = { prefix: given.prefix ?? `key-${before}` };
        const replaced = await store.replaceSecret(id, secret(after), expected, owner(ann));
        expect([given, replaced?.prefix]).toEqual([given, works ? `key-${after}` : undefined]);
        expect(await store.findKey(hash(after))).toEqual(replaced);
        if (!works) expect(await store.keysOf(ann)).toEqual(keys);
      }
    });

    it('is replaced once, if several processes do so at the same time', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      const [ann] = await twoAccounts(store);
      const { id } = await addedKey(store, ann, 1);
      const replacements = await Promise.all(
        [2, 3, 4, 5].map((byte) =>
          (byte % 2 === 0 ? store : other).replaceSecret(id, secret(byte), { prefix: 'key-1' }, owner(ann)),
        ),
      );
      expect(replacements.filter((key) => key !== null)).toHaveLength(1);
      expect(await store.findKey(hash(1))).toBeNull();
    });
  });

  describe('a key of somebody else', () => {
    const changes: Readonly<
      Record<string, (id: number, by: ChangedBy, store: KeyStore, prefix?: string) => Promise<unknown>>
    > = {
      revoked: (id, by, store) => store.revokeKey(id, AT, by),
      'given a quota': (id, by, store) => store.setQuota(id, 5, AT, by),
      renamed: (id, by, store) => store.renameKey(id, 'mine', AT, by),
      'given an end': (id, by, store) => store.setExpiry(id, AT, AT, by),
      replaced: (id, by, store, prefix = 'key-1') =>
        store.replaceSecret(id, { hash: hash(9), prefix: 'key-9', at: AT }, { prefix }, by),
    };

    it('cannot be changed in any way', async () => {
      const { store } = current();
      const [ann, bo] = await twoAccounts(store);
      const key = await addedKey(store, ann, 1);
      const events = await store.auditEvents({ limit: 99 });
      for (const [name, change] of Object.entries(changes)) {
        expect([name, await change(key.id, owner(bo), store)]).toEqual([name, null]);
        expect([name, await change(99, owner(ann), store)]).toEqual([name, null]);
        expect([name, await change(99, OPERATOR, store)]).toEqual([name, null]);
      }
      expect(await store.listKeys()).toEqual([key]);
      expect(await store.auditEvents({ limit: 99 })).toEqual(events);
    });

    it('can be changed by an operator', async () => {
      const { store } = current();
      const [ann] = await twoAccounts(store);
      for (const [n, [name, change]] of Object.entries(changes).entries()) {
        const key = await addedKey(store, ann, 10 + n);
        const changed = await change(key.id, OPERATOR, store, key.prefix);
        expect([name, changed]).toEqual([name, expect.objectContaining({ id: key.id })]);
        expect([name, changed]).not.toEqual([name, key]);
      }
    });
  });
}
