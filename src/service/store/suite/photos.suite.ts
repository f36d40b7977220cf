import { describe, expect, it } from 'vitest';
import { SECOND } from '../../domain/micros.ts';
import { hash } from './account.fixture.ts';
import { NOON, newPhoto, newReport } from './new-report.fixture.ts';
import type { Current } from './store-under-test.fixture.ts';

export function describePhotos(current: Current): void {
  describe('first photos', () => {
    it('finds the earliest photo, by time and then id, or null', async () => {
      const { store } = current();
      const photo = newPhoto();
      await store.addReports([
        [
          newReport({ id: 5, photo }),
          newReport({ id: 4, photo }),
          newReport({ id: 3 }),
          newReport({ id: 9, createdAt: NOON + SECOND, photo }),
        ],
      ]);
      const find = async (from: number, before: number) =>
        (await store.firstPhoto({ from, before, validUntil: NOON }, 0))?.reportId ?? null;
      expect(await find(NOON, NOON + 1)).toBe(4);
      expect(await find(NOON - 1, NOON)).toBeNull();
      expect(await find(NOON + 1, NOON + SECOND)).toBeNull();
      expect(await find(NOON + 1, NOON + SECOND + 1)).toBe(9);
    });

    it('skips photos that expire before the requested time, to the microsecond', async () => {
      const { store } = current();
      await store.addReports([
        [
          newReport({ id: 1, photo: newPhoto({ expiresAt: NOON + 10 }) }),
          newReport({ id: 2, photo: newPhoto({ expiresAt: NOON + 20 }) }),
        ],
      ]);
      const find = async (validUntil: number) =>
        (await store.firstPhoto({ from: NOON, before: NOON + 1, validUntil }, 0))?.reportId ?? null;
      expect(await find(NOON + 10)).toBe(1);
      expect(await find(NOON + 11)).toBe(2);
      expect(await find(NOON + 20)).toBe(2);
      expect(await find(NOON + 21)).toBeNull();
    });

    it('cuts a caption that is longer than imports allow, as databases of earlier versions may have', async () => {
      const { store } = current();
      const captions = ['🌞'.repeat(1000), '🌞'.repeat(1001), 'x'.repeat(990_000)];
      await store.addReports([
        captions.map((caption, n) => newReport({ createdAt: NOON + n, photo: newPhoto({ caption }) })),
      ]);
      const read = captions.map(async (_, n) => {
        const search = { from: NOON + n, before: NOON + n + 1, validUntil: NOON };
        return (await store.firstPhoto(search, 0))?.caption;
      });
      expect(await Promise.all(read)).toEqual([captions[0], `${'🌞'.repeat(999)}…`, `${'x'.repeat(999)}…`]);
    });

    it('counts likes once per account, and marks the likes of the requesting account', async () => {
      const { store } = current();
      const likes = ['Ann@u.edu', 'ann@u.edu', 'bo@u.edu', ' cy@u.edu '];
      await store.addReports([[newReport({ photo: newPhoto({ caption: 'Soup', likes }) })]]);
      const issue = (email: string, byte: number) =>
        store.issueKey({ hash: hash(byte), prefix: 'p', email, createdAt: NOON, quota: 1 });
      const [ann, dee] = [await issue('ANN@U.EDU', 1), await issue('dee@u.edu', 2)];
      const seenBy = (account: number) =>
        store.firstPhoto({ from: NOON, before: NOON + 1, validUntil: NOON }, account);
      expect(await seenBy(ann.account)).toEqual({
        reportId: 1,
        createdAt: NOON,
        file: 'a.jpg',
        caption: 'Soup',
        expiresAt: newPhoto().expiresAt,
        likeCount: 3,
        liked: true,
      });
      expect(await seenBy(dee.account)).toMatchObject({ likeCount: 3, liked: false });
    });
  });
}
