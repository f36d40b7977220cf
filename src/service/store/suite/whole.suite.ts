import { describe, expect, it } from 'vitest';
import { HOUR } from '../../domain/micros.ts';
import { addedKey, event, hash, newSecret, OPERATOR, twoAccounts } from './account.fixture.ts';
import { descending, NOON, newReport } from './new-report.fixture.ts';
import { type Current, withinASecond } from './store-under-test.fixture.ts';

export function describeWhole(current: Current): void {
  describe('the version', () => {
    it('changes with the reports of any process, and never repeats', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      const seen = new Set([await store.version()]);
      for (let n = 0; n < 20; n += 1) {
        await (n % 2 === 0 ? store : other).addReports([[newReport({ createdAt: NOON + n })]]);
        const isNew = (version: number) => !seen.has(version);
        if (n % 2 === 0) expect(isNew(await store.version())).toBe(true);
        else await withinASecond(() => store.version(), isNew);
        seen.add(await store.version());
      }
      expect(seen.size).toBe(21);
    });

    it('changes at once, for this process, with each kind of data that responses depend on', async () => {
      const { store } = current();
      const photo = { file: null, caption: '', expiresAt: NOON, likes: [] };
      const report = newReport({ id: 1, photo: null });
      const changes: readonly (() => Promise<unknown>)[] = [
        () => store.addReports([[report]]),
        () => store.addReports([[newReport({ id: 2, photo: null })]]),
        () => store.addReports([[{ ...report, photo }]]),
        () => store.addReports([[{ ...report, photo: { ...photo, file: 'a.jpg', caption: 'soup' } }]]),
        () => store.addReports([[{ ...report, photo: { ...photo, likes: ['ann@u.edu'] } }]]),
        () => store.advance('n', () => ({ value: '1', reports: [] })),
        () => store.advance('n', () => ({ value: '2', reports: [] })),
      ];
      const seen = [await store.version()];
      for (const change of changes) {
        await change();
        seen.push(await store.version());
      }
      expect(new Set(seen).size).toBe(1 + changes.length);
    });

    it('stays the same after what the API does not depend on', async () => {
      const { store, reopen } = current();
      const [ann] = await twoAccounts(store);
      await addedKey(store, ann, 1);
      await store.addReports([descending(3, 1)]);
      const other = await reopen();
      const versions = async () => [await store.version(), await other.version()];
      const before = await versions();
      await store.feed({ now: NOON, limit: 8, from: null });
      await Array.fromAsync(store.exportReports({ start: 0, end: NOON }));
      await store.ping();
      await store.signIn('ann@u.edu', NOON);
      await store.signIn('cy@u.edu', NOON);
      await store.recordEvent(event({ action: 'account.exported', account: ann }));
      await store.deleteEvents(NOON + 1);
      await store.consumeQuota([{ key: 1, day: '2026-03-02', quota: 9, count: 4 }]);
      for (const text of ['b', 'c']) await store.saveCheckpoint('a', text);
      const link = { hash: hash(1), email: 'ann@u.edu', createdAt: NOON, expiresAt: NOON + HOUR };
      await store.addSignInLink(link, { most: 3, since: NOON });
      await store.useSignInLink(hash(1), NOON);
      await store.addSession({ hash: hash(1), account: ann, createdAt: NOON, expiresAt: NOON + HOUR });
      await store.endSessions(ann);
      await store.blockSignIn(hash(1), NOON);
      await store.deleteExpired(NOON + HOUR, { since: NOON });
      expect(await versions()).toEqual(before);
    });

    it('changes for other processes with what the API depends on', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      const [ann, bo] = await twoAccounts(store);
      const { id } = await addedKey(store, ann, 1);
      const changes = [
        () => store.setExpiry(id, NOON + HOUR, NOON, OPERATOR),
        () => store.replaceSecret(id, { ...newSecret(3), at: NOON }, { prefix: 'key-1' }, OPERATOR),
        () => store.deleteAccount(bo, NOON, 'owner'),
      ];
      for (const change of changes) {
        const before = await other.version();
        await change();
        await withinASecond(
          () => other.version(),
          (now) => now !== before,
        );
      }
    });
  });

  describe('metadata', () => {
    it('is null until an advance sets it, together with its reports', async () => {
      const { store, reopen } = current();
      expect(await store.metadata('simulated')).toBeNull();
      const added = await store.advance('simulated', (value) => {
        expect(value).toBeNull();
        return { value: 'a', reports: descending(3, 1) };
      });
      expect(added).toBe(3);
      expect(await store.metadata('simulated')).toBe('a');
      expect(await (await reopen()).metadata('simulated')).toBe('a');
      expect(await store.metadata('other')).toBeNull();
    });

    it('advances one call after the other, each from the previous value', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      const step = (value: string | null) => {
        const number = Number(value ?? 0) + 1;
        return { value: String(number), reports: [newReport({ createdAt: NOON + number })] };
      };
      await Promise.all(
        Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? store : other).advance('n', step)),
      );
      expect(await store.metadata('n')).toBe('10');
      expect(await store.observations({ start: 0, end: NOON + 100 })).toHaveLength(10);
    });

    it('stays unchanged, and so do the reports, if an advance fails', async () => {
      const { store } = current();
      await store.advance('n', () => ({ value: '1', reports: [newReport({ id: 4 })] }));
      const version = await store.version();
      const thrown = store.advance('n', () => {
        throw new Error('no luck');
      });
      await expect(thrown).rejects.toThrow('no luck');
      const conflicting = store.advance('n', () => ({
        value: '2',
        reports: [newReport(), newReport({ id: 4, bucket: '30+' })],
      }));
      await expect(conflicting).rejects.toThrow('id 4');
      expect(await store.metadata('n')).toBe('1');
      expect(await store.version()).toBe(version);
      const next = () =>
        store.advance('n', () => ({ value: '2', reports: [newReport({ createdAt: NOON + 1 })] }));
      // Reports that are known already are not added again.
      expect([await next(), await next()]).toEqual([1, 0]);
    });
  });

  describe('closing', () => {
    it('can be repeated, and the data are there when the store is opened again', async () => {
      const { store, reopen } = current();
      await store.addReports([descending(3, 1)]);
      await store.consumeQuota([{ key: 1, day: '2026-03-02', quota: 9, count: 4 }]);
      await store.ping();
      await store.close();
      await store.close();
      await expect(store.ping()).rejects.toThrow();
      const again = await reopen();
      expect(await again.observations({ start: 0, end: NOON + 1 })).toHaveLength(3);
      expect(await again.usedQuota(1, '2026-03-02')).toBe(4);
    });

    it('ends running exports and imports', async () => {
      const { store, reopen } = current();
      await store.addReports([descending(3000, 1)]);
      const walk = store.exportReports({ start: 0, end: NOON + 1 })[Symbol.asyncIterator]();
      expect((await walk.next()).done).toBe(false);
      const closing = async function* () {
        yield [newReport({ bucket: '30+' })];
        await store.close();
        yield [newReport({ bucket: '30+' })];
      };
      await expect(store.addReports(closing())).rejects.toMatchObject({ code: 'closed' });
      await expect(walk.next()).rejects.toMatchObject({ code: 'closed' });
      await expect(store.addReports([])).rejects.toMatchObject({ code: 'closed' });
      expect(await (await reopen()).observations({ start: 0, end: NOON + 1 })).toHaveLength(3000);
    });
  });
}
