import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../domain/micros.ts';
import type { Store } from '../store.ts';
import { hash, twoAccounts } from './account.fixture.ts';
import { NOON } from './new-report.fixture.ts';
import type { Current } from './store-under-test.fixture.ts';

const END = NOON + 15 * MINUTE;
const LIMIT = { most: 3, since: NOON - HOUR };

export function describeSessions(current: Current): void {
  describe('sign-in links', () => {
    it('work once, for their address', async () => {
      const { store, reopen } = current();
      expect(await link(store, 1, ' Ann@u.edu')).toBe(true);
      const other = await reopen();
      expect(await other.signInLink(hash(1), NOON)).toBe('ann@u.edu');
      expect(await other.signInLink(hash(1), NOON)).toBe('ann@u.edu');
      expect(await other.signInLink(hash(2), NOON)).toBeNull();
      expect(await other.useSignInLink(hash(2), NOON)).toBeNull();
      expect(await other.useSignInLink(hash(1), NOON)).toBe('ann@u.edu');
      expect(await store.useSignInLink(hash(1), NOON)).toBeNull();
      expect(await store.signInLink(hash(1), NOON)).toBeNull();
    });

    it('can be used until a moment before their end', async () => {
      const { store } = current();
      await link(store, 1);
      expect(await store.signInLink(hash(1), END)).toBeNull();
      expect(await store.useSignInLink(hash(1), END)).toBeNull();
      expect(await store.signInLink(hash(1), END - 1)).toBe('ann@u.edu');
      expect(await store.useSignInLink(hash(1), END - 1)).toBe('ann@u.edu');
    });

    it('end when another one of the address is used, but not those of other addresses', async () => {
      const { store } = current();
      await link(store, 1);
      await link(store, 2);
      await link(store, 3, 'bo@u.edu');
      expect(await store.useSignInLink(hash(2), NOON)).toBe('ann@u.edu');
      expect(await store.useSignInLink(hash(1), NOON)).toBeNull();
      expect(await store.useSignInLink(hash(3), NOON)).toBe('bo@u.edu');
    });

    it('are deleted for one address, used or not, and stay for other addresses', async () => {
      const { store, reopen } = current();
      await link(store, 1);
      await store.useSignInLink(hash(1), NOON);
      await link(store, 2);
      await link(store, 3, 'bo@u.edu');
      await store.deleteSignInLinks(' Ann@u.edu');
      const other = await reopen();
      expect(await other.signInLinksOf('ann@u.edu')).toEqual([]);
      expect(await other.signInLink(hash(2), NOON)).toBeNull();
      expect(await other.signInLink(hash(3), NOON)).toBe('bo@u.edu');
    });

    it('are used once, if several processes do so at the same time', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      for (let round = 0; round < 5; round += 1) {
        const now = NOON + round * 2 * HOUR;
        await store.addSignInLink(
          { hash: hash(round), email: 'ann@u.edu', createdAt: now, expiresAt: now + MINUTE },
          { most: 3, since: now - HOUR },
        );
        const used = await Promise.all(
          Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? store : other).useSignInLink(hash(round), now)),
        );
        expect(used.filter((email) => email !== null)).toEqual(['ann@u.edu']);
      }
    });

    it('are limited for each address, used ones too, if several processes add some at once', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      expect(await link(store, 1)).toBe(true);
      await store.useSignInLink(hash(1), NOON);
      const added = await Promise.all(
        Array.from({ length: 8 }, (_, n) => link(n % 2 === 0 ? store : other, n + 2)),
      );
      expect(added.filter((one) => one)).toHaveLength(2);
      expect(await link(store, 20, 'bo@u.edu')).toBe(true);
      const stored = await Promise.all(added.map((_, n) => store.signInLink(hash(n + 2), NOON)));
      expect(stored.map((email) => email !== null)).toEqual(added);
    });

    it('are limited by those that were created after a time', async () => {
      const { store } = current();
      for (const byte of [1, 2, 3]) await link(store, byte);
      const late = { hash: hash(4), email: 'ann@u.edu', createdAt: END, expiresAt: END + 1 };
      expect(await store.addSignInLink(late, { most: 3, since: NOON - 1 })).toBe(false);
      expect(await store.addSignInLink(late, { most: 3, since: NOON })).toBe(true);
    });

    it('can still be used, and are kept until then, when they count no longer', async () => {
      const { store } = current();
      for (const byte of [1, 2, 3]) await link(store, byte);
      await store.uncountSignInLink(hash(2));
      await store.uncountSignInLink(hash(9));
      expect([await link(store, 4), await link(store, 5)]).toEqual([true, false]);
      await store.deleteExpired(END - 1, { since: NOON });
      expect(await store.signInLink(hash(2), END - 1)).toBe('ann@u.edu');
    });

    it('are deleted when they can neither be used nor count', async () => {
      const { store } = current();
      await link(store, 1);
      const remains = async () => (await store.signInLink(hash(1), NOON)) !== null;
      await store.deleteExpired(END - 1, { since: NOON });
      await store.deleteExpired(END, { since: NOON - 1 });
      expect(await remains()).toBe(true);
      await store.deleteExpired(END, { since: NOON });
      expect(await remains()).toBe(false);
    });
  });

  describe('sessions', () => {
    it('are found by their hash until a moment before their end, and then deleted', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      const [ann] = await twoAccounts(store);
      await session(store, 1, ann);
      const found = { account: ann, createdAt: NOON, expiresAt: NOON + HOUR };
      await store.deleteExpired(NOON + HOUR - 1, { since: NOON });
      for (const one of [store, other]) {
        expect(await one.findSession(hash(1), NOON + HOUR - 1)).toEqual(found);
        expect(await one.findSession(hash(1), NOON + HOUR)).toBeNull();
        expect(await one.findSession(hash(2), NOON)).toBeNull();
      }
      await store.deleteExpired(NOON + HOUR, { since: NOON });
      expect(await store.findSession(hash(1), NOON)).toBeNull();
    });

    it('end all together for an account, for all processes', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      const [ann, bo] = await twoAccounts(store);
      await session(store, 1, ann);
      await session(other, 2, ann);
      await session(store, 3, bo);
      expect(await store.endSessions(ann)).toBe(2);
      expect(await store.endSessions(ann)).toBe(0);
      for (const byte of [1, 2]) expect(await other.findSession(hash(byte), NOON)).toBeNull();
      expect(await other.findSession(hash(3), NOON)).toMatchObject({ account: bo });
    });

    it('and links are listed for their account and address, with times only', async () => {
      const { store } = current();
      const [ann, bo] = await twoAccounts(store);
      await link(store, 1);
      await link(store, 2);
      await link(store, 3);
      await store.useSignInLink(hash(1), NOON + 5);
      await store.uncountSignInLink(hash(2));
      await session(store, 1, ann);
      await session(store, 2, bo);
      const links = await store.signInLinksOf(' Ann@U.edu');
      expect(links).toHaveLength(3);
      expect(links).toContainEqual({ createdAt: NOON, expiresAt: expect.any(Number), usedAt: NOON + 5 });
      expect(links).toContainEqual({ createdAt: null, expiresAt: expect.any(Number), usedAt: NOON + 5 });
      expect(await store.signInLinksOf('bo@u.edu')).toEqual([]);
      expect(await store.sessionsOf(ann)).toEqual([{ createdAt: NOON, expiresAt: NOON + HOUR }]);
    });
  });

  describe('a blocked address', () => {
    it('is blocked until a moment before the end, and then deleted', async () => {
      const { store, reopen } = current();
      await store.blockSignIn(hash(1), NOON + HOUR);
      await store.blockSignIn(hash(1), NOON + 1);
      const other = await reopen();
      const isBlocked = (now: number) => other.isSignInBlocked(hash(1), now);
      expect([await isBlocked(NOON + HOUR - 1), await isBlocked(NOON + HOUR)]).toEqual([true, false]);
      expect(await store.isSignInBlocked(hash(2), NOON)).toBe(false);
      await store.deleteExpired(NOON + HOUR - 1, { since: NOON });
      expect(await isBlocked(NOON)).toBe(true);
      await store.deleteExpired(NOON + HOUR, { since: NOON });
      expect(await isBlocked(NOON)).toBe(false);
    });
  });
}

function link(store: Store, byte: number, email = 'ann@u.edu'): Promise<boolean> {
  return store.addSignInLink({ hash: hash(byte), email, createdAt: NOON, expiresAt: END }, LIMIT);
}

function session(store: Store, byte: number, account: number): Promise<void> {
  return store.addSession({ hash: hash(byte), account, createdAt: NOON, expiresAt: NOON + HOUR });
}
