import { describe, expect, it } from 'vitest';
import type { QuotaRequestRecord } from '../account-store.ts';
import type { Store } from '../store.ts';
import { addedKey, OPERATOR, owner, twoAccounts } from './account.fixture.ts';
import { NOON } from './new-report.fixture.ts';
import type { Current } from './store-under-test.fixture.ts';

export function describeQuotaRequests(current: Current): void {
  describe('quota requests', () => {
    it('are stored with their key and owner, the newest first', async () => {
      const { store, reopen } = current();
      const [ann, bo] = await twoAccounts(store);
      const key = await addedKey(store, ann, 1, { name: 'kitchen' });
      const other = await addedKey(store, bo, 2);
      const first = await request(store, key.id, ann, 5000);
      expect(first).toEqual({
        ...{ id: first.id, key: key.id, keyName: 'kitchen', account: ann, email: 'ann@u.edu' },
        ...{ quota: 5000, reason: 'Größe 🌞', createdAt: NOON, decidedAt: null, granted: null, answer: '' },
      });
      const second = await request(store, other.id, bo, 7000);
      const again = await reopen();
      expect(await again.quotaRequests({})).toEqual([second, first]);
      expect(await again.quotaRequests({ account: ann })).toEqual([first]);
      expect(await again.quotaRequests({ account: 99 })).toEqual([]);
    });

    it('are refused unless the owner has such an active key without an open request', async () => {
      const { store } = current();
      const [ann, bo] = await twoAccounts(store);
      for (const byte of [1, 2, 3, 4]) await addedKey(store, ann, byte);
      await store.revokeKey(2, NOON, OPERATOR);
      await store.setExpiry(3, NOON, NOON, OPERATOR);
      await request(store, 4, ann, 5000);
      const cases = [
        ['a missing key', 99, ann, 'no-key'],
        ['the key of somebody else', 1, bo, 'no-key'],
        ['a revoked key', 2, ann, 'no-key'],
        ['a key that expires now', 3, ann, 'no-key'],
        ['a key with an open request', 4, ann, 'open'],
      ] as const;
      for (const [name, key, account, expected] of cases) {
        const result = await store.addQuotaRequest({ key, account, quota: 9, reason: '', at: NOON });
        expect([name, result]).toEqual([name, expected]);
      }
      expect(await store.quotaRequests({})).toHaveLength(1);
    });

    it.each([
      ['granted', 5000, 5000],
      ['refused', null, 1000],
    ])('are %s once, which also sets the quota of the key', async (_, granted, quota) => {
      const { store, reopen } = current();
      const other = await reopen();
      const [ann] = await twoAccounts(store);
      const key = await addedKey(store, ann, 1);
      const asked = await request(store, key.id, ann, 9000);
      const decisions = await Promise.all(
        [store, other, store, other].map((one, n) =>
          one.decideQuotaRequest(asked.id, { granted, answer: `answer ${n}`, at: NOON + n }),
        ),
      );
      const made = decisions.filter((decision) => decision !== 'decided');
      expect(made).toEqual([
        { ...asked, granted, answer: expect.stringMatching(/^answer \d$/), decidedAt: expect.any(Number) },
      ]);
      expect(await store.quotaRequests({})).toEqual(made);
      expect(await store.quotaRequests({ open: true })).toEqual([]);
      expect(await store.quotaRequests({ open: false, account: ann })).toEqual(made);
      expect((await store.keysOf(ann))[0]?.quota).toBe(quota);
      expect(await store.decideQuotaRequest(99, { granted, answer: '', at: NOON })).toBeNull();
      expect((await request(store, key.id, ann, 9000)).id).not.toBe(asked.id);
    });

    it.each([1000, 999, 0])(
      'are not granted with %i a day, which is no more than the key has',
      async (granted) => {
        const { store } = current();
        const [ann] = await twoAccounts(store);
        const key = await addedKey(store, ann, 1);
        const asked = await request(store, key.id, ann, 9000);
        const decision = { granted, answer: '', at: NOON };
        expect(await store.decideQuotaRequest(asked.id, decision)).toBe('not-higher');
        expect(await store.quotaRequests({ open: true })).toEqual([asked]);
        expect((await store.keysOf(ann))[0]?.quota).toBe(1000);
        expect((await store.auditEvents({ key: key.id, limit: 1 }))[0]?.action).toBe('quota.requested');
        expect(await store.decideQuotaRequest(asked.id, { ...decision, granted: 1001 })).toMatchObject({
          granted: 1001,
        });
      },
    );

    it('are one for each key, if several processes ask at once', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      const [ann] = await twoAccounts(store);
      const { id: key } = await addedKey(store, ann, 1);
      const asked = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          (n % 2 === 0 ? store : other).addQuotaRequest({
            key,
            account: ann,
            quota: 9,
            reason: '',
            at: NOON,
          }),
        ),
      );
      expect(asked.filter((one) => one !== 'open')).toHaveLength(1);
    });

    it('are withdrawn when their key is revoked, but not those that were decided', async () => {
      const { store } = current();
      const [ann] = await twoAccounts(store);
      const { id: key } = await addedKey(store, ann, 1);
      const decided = await request(store, key, ann, 5000);
      await store.decideQuotaRequest(decided.id, { granted: 5000, answer: '', at: NOON });
      await request(store, key, ann, 9000);
      await store.revokeKey(key, NOON, owner(ann));
      expect((await store.quotaRequests({})).map(({ id }) => id)).toEqual([decided.id]);
    });
  });
}

async function request(
  store: Store,
  key: number,
  account: number,
  quota: number,
): Promise<QuotaRequestRecord> {
  const added = await store.addQuotaRequest({ key, account, quota, reason: 'Größe 🌞', at: NOON });
  if (typeof added === 'string') throw new Error(`the request was not stored: ${added}`);
  return added;
}
