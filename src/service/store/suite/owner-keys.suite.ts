import { describe, expect, it } from 'vitest';
import type { ChangedBy, Key, KeyStore } from '../account-store.ts';
import { addedKey, hash, newKey, OPERATOR, owner, twoAccounts } from './account.fixture.ts';
import { NOON } from './new-report.fixture.ts';
import type { Current } from './store-under-test.fixture.ts';

const AT = NOON + 1000;
const WAYS = ['revoke', 'set the quota', 'rename', 'set the expiry', 'replace'] as const;

export function describeOwnerKeys(current: Current): void {
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
      const [since, before, after] = [AT, AT - 1, AT + 1];
      const cases = [
        { key: 'active', counts: true },
        { key: 'expires later', expiresAt: after, counts: true },
        { key: 'expired just then', expiresAt: since, counts: true },
        { key: 'expired before', expiresAt: before, counts: false },
        { key: 'revoked just then', revokedAt: since, counts: true },
        { key: 'revoked before', revokedAt: before, counts: false },
        { key: 'expired before it was revoked', expiresAt: before, revokedAt: since, counts: false },
        { key: 'revoked before it would expire', expiresAt: after, revokedAt: before, counts: false },
      ];
      for (const [n, { key, expiresAt = null, revokedAt, counts }] of cases.entries()) {
        const { id: account } = await store.signIn(`person-${n}@u.edu`, NOON);
        const { id } = await addedKey(store, account, 2 * n, { expiresAt });
        if (revokedAt !== undefined) await store.revokeKey(id, revokedAt);
        const second = newKey(account, 2 * n + 1, { createdAt: AT + 9 });
        expect((await store.addKey(second, { most: 1, since })) === 'too-many', key).toBe(counts);
      }
    });

    it('stay within the limit, and have different names, if several processes add some at once', async () => {
      const { store, reopen } = current();
      const stores = [store, await reopen(), await reopen()];
      const [ann, bo] = await twoAccounts(store);
      const add = (account: number, name: string, most: number) =>
        Promise.all(
          Array.from({ length: 12 }, (_, n) => {
            const key = newKey(account, account * 100 + n, { name: name === '' ? `${n}` : name });
            return stores[n % 3]?.addKey(key, { most, since: NOON });
          }),
        );
      const [limited, named] = await Promise.all([add(ann, '', 2), add(bo, 'same', 99)]);
      expect(limited.filter((key) => key !== 'too-many')).toHaveLength(2);
      expect(named.filter((key) => key !== 'name-taken')).toHaveLength(1);
      expect((await store.keysOf(ann)).length + (await store.keysOf(bo)).length).toBe(3);
    });

    it('keep a name for themselves in their account while they are active', async () => {
      const { store } = current();
      const cases = [
        { key: 'active', isTaken: true },
        { key: 'about to expire', isTaken: true, expiresAt: AT + 1 },
        { key: 'expired', isTaken: false, expiresAt: AT },
        { key: 'revoked', isTaken: false, change: (id: number) => store.revokeKey(id, NOON) },
        {
          key: 'renamed',
          isTaken: false,
          change: (id: number) => store.renameKey(id, 'other', NOON, OPERATOR),
        },
      ];
      for (const [n, { key, isTaken, expiresAt = null, change }] of cases.entries()) {
        const { id: account } = await store.signIn(`person-${n}@u.edu`, NOON);
        const { id } = await addedKey(store, account, 2 * n, { name: 'kitchen', expiresAt });
        await change?.(id);
        const second = newKey(account, 2 * n + 1, { name: 'kitchen', createdAt: AT });
        const added = await store.addKey(second, { most: 99, since: NOON });
        expect(added === 'name-taken', key).toBe(isTaken);
      }
    });

    it('cannot be renamed to, or issued with, the name of another active key', async () => {
      const { store } = current();
      const [ann] = await twoAccounts(store);
      await addedKey(store, ann, 1, { name: 'kitchen' });
      const { id } = await addedKey(store, ann, 2, { name: 'window' });
      expect(await store.renameKey(id, 'kitchen', AT, owner(ann))).toBe('name-taken');
      const issuing = store.issueKey({ ...newKey(ann, 3, { name: 'kitchen' }), email: 'ann@u.edu' });
      await expect(issuing).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('"kitchen"'),
      });
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
      const cases = [
        { key: 'active', works: true },
        { key: 'expires later', expiresAt: AT + 1, works: true },
        { key: 'expired', expiresAt: AT, works: false },
        { key: 'revoked', isRevoked: true, works: false },
        { key: 'replaced meanwhile', prefix: 'key-0', works: false },
      ];
      for (const [n, { key, expiresAt = null, isRevoked, prefix, works }] of cases.entries()) {
        const [before, after] = [2 * n + 1, 2 * n + 2];
        const { id } = await addedKey(store, ann, before, { expiresAt });
        if (isRevoked === true) await store.revokeKey(id, NOON);
        const expected = { prefix: prefix ?? `key-${before}` };
        const replaced = await store.replaceSecret(id, secret(after), expected, owner(ann));
        expect(replaced !== null, key).toBe(works);
        expect(await store.findKey(hash(after)), key).toEqual(replaced);
        expect((await store.findKey(hash(before))) === null, key).toBe(works);
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
    const secret = { hash: hash(9), prefix: 'key-9', at: AT };
    /** Each way to change a key. */
    const changes = (store: KeyStore, { id, prefix }: Pick<Key, 'id' | 'prefix'>, by: ChangedBy) => ({
      revoke: () => store.revokeKey(id, AT, by),
      'set the quota': () => store.setQuota(id, 5, AT, by),
      rename: () => store.renameKey(id, 'mine', AT, by),
      'set the expiry': () => store.setExpiry(id, AT, AT, by),
      replace: () => store.replaceSecret(id, secret, { prefix }, by),
    });

    it('cannot be changed in any way, and neither can one that does not exist', async () => {
      const { store } = current();
      const [ann, bo] = await twoAccounts(store);
      const key = await addedKey(store, ann, 1);
      const events = await store.auditEvents({ limit: 99 });
      const missing = { id: 99, prefix: 'key-99' };
      for (const refused of [
        changes(store, key, owner(bo)),
        changes(store, missing, owner(ann)),
        changes(store, missing, OPERATOR),
      ]) {
        for (const [name, change] of Object.entries(refused)) expect(await change(), name).toBeNull();
      }
      expect(await store.listKeys()).toEqual([key]);
      expect(await store.auditEvents({ limit: 99 })).toEqual(events);
    });

    it('can be changed by an operator', async () => {
      const { store } = current();
      const [ann] = await twoAccounts(store);
      for (const [n, name] of WAYS.entries()) {
        const key = await addedKey(store, ann, n);
        const changed = await changes(store, key, OPERATOR)[name]();
        expect(changed, name).toMatchObject({ id: key.id });
        expect(changed, name).not.toEqual(key);
      }
    });
  });
}
