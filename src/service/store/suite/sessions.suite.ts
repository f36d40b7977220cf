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

    it.each([
      ['a moment before their end', END - 1, 'ann@u.edu'],
      ['at their end', END, null],
    ])('can be used, or not, %s', async (_, now, email) => {
      const { store } = current();
      await link(store, 1);
      expect(await store.signInLink(hash(1), now)).toBe(email);
      expect(await store.useSignInLink(hash(1), now)).toBe(email);
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

    it.each([
      ['counts one that was created a moment later', NOON - 1, false],
      ['counts none that was created then', NOON, true],
    ])('the limit since a time %s', async (_, since, isAdded) => {
      const { store } = current();
      for (const byte of [1, 2, 3]) await link(store, byte);
      const late = { hash: hash(4), email: 'ann@u.edu', createdAt: END, expiresAt: END + 1 };
      expect(await store.addSignInLink(late, { most: 3, since })).toBe(isAdded);
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

    it.each([
      ['can still be used', END - 1, NOON, true],
      ['still count', END, NOON - 1, true],
      ['do neither', END, NOON, false],
    ])('that %s are deleted, or not', async (_, now, since, remains) => {
      const { store } = current();
      await link(store, 1);
      await store.deleteExpired(now, { since });
      expect((await store.signInLink(hash(1), NOON)) !== null).toBe(remains);
    });
  });

  describe('sessions', () => {
    it.each([
      ['a moment before their end', NOON + HOUR - 1, true],
      ['at their end', NOON + HOUR, false],
    ])('are found by their hash, or not, %s', async (_, now, isFound) => {
      const { store, reopen } = current();
      const [ann] = await twoAccounts(store);
      await session(store, 1, ann);
      const found = isFound ? { account: ann, createdAt: NOON, expiresAt: NOON + HOUR } : null;
      expect(await store.findSession(hash(1), now)).toEqual(found);
      expect(await (await reopen()).findSession(hash(1), now)).toEqual(found);
      expect(await store.findSession(hash(2), now)).toBeNull();
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

    it('are deleted when they have expired, and no earlier', async () => {
      const { store } = current();
      const [ann] = await twoAccounts(store);
      await session(store, 1, ann);
      await store.deleteExpired(NOON + HOUR - 1, { since: NOON });
      expect(await store.findSession(hash(1), NOON)).not.toBeNull();
      await store.deleteExpired(NOON + HOUR, { since: NOON });
      expect(await store.findSession(hash(1), NOON)).toBeNull();
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

    it('and links do not change the version', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      const [ann] = await twoAccounts(store);
      const version = await store.version();
      await link(other, 1);
      await other.useSignInLink(hash(1), NOON);
      await session(other, 1, ann);
      await other.endSessions(ann);
      await other.blockSignIn(hash(1), NOON);
      await other.deleteExpired(NOON + HOUR, { since: NOON });
      expect(await store.version()).toBe(version);
    });
  });

  describe('a blocked address', () => {
    it.each([
      ['a moment before the end', NOON + HOUR - 1, true],
      ['at the end', NOON + HOUR, false],
    ])('is blocked, or not, %s', async (_, now, isBlocked) => {
      const { store, reopen } = current();
      await store.blockSignIn(hash(1), NOON + HOUR);
      await store.blockSignIn(hash(1), NOON + 1);
      expect(await (await reopen()).isSignInBlocked(hash(1), now)).toBe(isBlocked);
      expect(await store.isSignInBlocked(hash(2), now)).toBe(false);
      await store.deleteExpired(now, { since: now });
      expect(await store.isSignInBlocked(hash(1), NOON)).toBe(isBlocked);
    });
  });
}

function link(store: Store, byte: number, email = 'ann@u.edu'): Promise<boolean> {
  return store.addSignInLink({ hash: hash(byte), email, createdAt: NOON, expiresAt: END }, LIMIT);
}

function session(store: Store, byte: number, account: number): Promise<void> {
  return store.addSession({ hash: hash(byte), account, createdAt: NOON, expiresAt: NOON + HOUR });
}
