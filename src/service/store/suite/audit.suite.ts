import { describe, expect, it } from 'vitest';
import { HOUR } from '../../domain/micros.ts';
import { addedKey, event, newKey, newSecret, OPERATOR, owner, twoAccounts } from './account.fixture.ts';
import { NOON, newReport } from './new-report.fixture.ts';
import type { Current } from './store-under-test.fixture.ts';

const DAY = 24 * HOUR;

export function describeAuditLog(current: Current): void {
  describe('the audit log', () => {
    it('has every change of an account and its keys, the newest first', async () => {
      const { store, reopen } = current();
      const { id: account } = await store.signIn('ann@u.edu', NOON);
      const by = owner(account);
      const { id } = await addedKey(store, account, 1, { createdAt: NOON + 1 });
      await store.renameKey(id, 'window', NOON + 2, by);
      await store.setExpiry(id, NOON + DAY, NOON + 3, by);
      await store.replaceSecret(id, { ...newSecret(2), at: NOON + 4 }, { prefix: 'key-1' }, by);
      await store.setQuota(id, 10, NOON + 9);
      await store.recordEvent(event({ at: NOON + 10, account, action: 'account.exported' }));
      await store.revokeKey(id, NOON + 11, OPERATOR);
      await store.issueKey({ ...newKey(account, 3), email: 'bo@u.edu', createdAt: NOON + 12 });
      await addedKey(store, account, 4, { createdAt: NOON + 13 });
      await store.deleteAccount(account, NOON + 14, 'operator');
      const events = await (await reopen()).auditEvents({ limit: 99 });
      const seen = events.map((one) => [
        one.at - NOON,
        one.actor,
        one.action,
        one.account,
        one.key,
        one.detail,
      ]);
      expect(seen).toEqual(
        [
          [0, 'owner', 'account.created', account, null, ''],
          [0, 'owner', 'account.signed-in', account, null, ''],
          [1, 'owner', 'key.created', account, id, 'without an end'],
          [2, 'owner', 'key.renamed', account, id, ''],
          [3, 'owner', 'key.expiry-set', account, id, 'until 2026-03-03T12:00:00Z'],
          [4, 'owner', 'key.replaced', account, id, ''],
          [9, 'operator', 'quota.set', account, id, '1000 → 10'],
          [10, 'owner', 'account.exported', account, null, ''],
          [11, 'operator', 'key.revoked', account, id, ''],
          [12, 'operator', 'account.created', account + 1, null, ''],
          [12, 'operator', 'key.created', account + 1, id + 1, 'without an end'],
          [13, 'owner', 'key.created', account, id + 2, 'without an end'],
          [14, 'operator', 'key.revoked', account, id + 2, ''],
          [14, 'operator', 'account.deleted', account, null, ''],
        ].toReversed(),
      );
      expect(new Set(events.map((one) => one.id)).size).toBe(events.length);
    });

    it('has nothing about what changed nothing', async () => {
      const { store } = current();
      const [ann] = await twoAccounts(store);
      const { id } = await addedKey(store, ann, 1, { name: 'kitchen' });
      await store.revokeKey(id, NOON, OPERATOR);
      const before = await store.auditEvents({ limit: 99 });
      await store.revokeKey(id, NOON, OPERATOR);
      await store.setQuota(id, 1000, NOON);
      await store.renameKey(id, 'kitchen', NOON, OPERATOR);
      await store.setExpiry(id, null, NOON, OPERATOR);
      await store.addKey(newKey(ann, 2), { most: 0, since: NOON });
      await expect(store.setQuota(id, -1, NOON)).rejects.toThrow();
      expect(await store.auditEvents({ limit: 99 })).toEqual(before);
    });

    it('returns the events of an account, of a key and from a time on', async () => {
      const { store } = current();
      const accounts = await twoAccounts(store);
      const [first, second] = accounts;
      // Both sign in and get a key at 0. Then come events of the first at 1 and 3, and of the second at 2 and 4.
      for (const [n, account] of accounts.entries()) await addedKey(store, account, n, { createdAt: NOON });
      for (const [n, account] of [first, second, first, second].entries()) {
        await store.recordEvent(event({ at: NOON + 1 + n, account, key: account === first ? 1 : 2 }));
      }
      const cases = [
        [{ limit: 2 }, [4, 3]],
        [{ key: 2 }, [4, 2, 0]],
        [{ since: NOON + 3 }, [4, 3]],
        [{ account: first, since: NOON + 1 }, [3, 1]],
        [{ account: first, since: NOON + 1, limit: 1 }, [3]],
        [{ account: first, key: 2 }, []],
        [{ account: 99 }, []],
      ] as const;
      for (const [filter, expected] of cases) {
        const events = await store.auditEvents({ limit: 99, ...filter });
        const times = events.map(({ at }) => at - NOON);
        expect(times, JSON.stringify(filter)).toEqual(expected);
      }
    });

    it('is deleted before a time', async () => {
      const { store, reopen } = current();
      for (const at of [NOON - 1, NOON, NOON + 1]) await store.recordEvent(event({ at }));
      await store.deleteEvents(NOON);
      const events = await (await reopen()).auditEvents({ limit: 9 });
      expect(events.map(({ at }) => at - NOON)).toEqual([1, 0]);
    });
  });

  describe('the newest event', () => {
    it('is the newest report, change of a counter or audit event until now', async () => {
      const { store } = current();
      const now = Date.now() * 1000 + DAY;
      expect(await store.newestEvent(now)).toBeNull();
      await store.recordEvent(event({ at: NOON }));
      expect(await store.newestEvent(now)).toBe(NOON);
      await store.addReports([[newReport({ createdAt: NOON + 2 }), newReport({ createdAt: now + 1 })]]);
      expect(await store.newestEvent(now)).toBe(NOON + 2);
      expect(await store.newestEvent(NOON + 1)).toBe(NOON);
      await store.consumeQuota([{ key: 1, day: '2026-03-02', quota: 9, count: 1 }]);
      expect(Math.abs(now - DAY - ((await store.newestEvent(now)) ?? 0))).toBeLessThan(HOUR);
      expect(await store.newestEvent(NOON + 1)).toBe(NOON);
      expect(await store.newestEvent(NOON - 1)).toBeNull();
    });
  });
}
