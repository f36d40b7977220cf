import { describe, expect, it } from 'vitest';
import { BUCKETS, type Bucket } from '../../domain/bucket.ts';
import { MINUTE, type Micros, SECOND, type Span } from '../../domain/micros.ts';
import type { FeedPosition, Report, ReportColumns } from '../../domain/report.ts';
import type { Store } from '../store.ts';
import { descending, NOON, newPhoto, newReport } from './new-report.fixture.ts';
import type { Current } from './store-under-test.fixture.ts';

const LATER = NOON + 1_000_000 * MINUTE;

export function describeReports(current: Current): void {
  describe('reading spans', () => {
    it('reads half-open spans', async () => {
      const { store } = current();
      await store.addReports([[newReport()]]);
      for (const [which, span, count] of [
        ['from the report', { start: NOON, end: NOON + 1 }, 1],
        ['until the report', { start: NOON - 1, end: NOON }, 0],
        ['from one microsecond later', { start: NOON + 1, end: LATER }, 0],
        ['that ends where it starts', { start: NOON, end: NOON }, 0],
        ['that ends before it starts', { start: LATER, end: 0 }, 0],
      ] as const) {
        expect(await store.observations(span), which).toHaveLength(count);
        expect(await store.bucketCounts(span), which).toHaveLength(count);
        expect(await exported(store, span), which).toHaveLength(count);
      }
    });

    it('returns observations by ascending time, then id, in every bucket', async () => {
      const { store } = current();
      const reports = BUCKETS.map((bucket, index) =>
        newReport({ bucket, id: 6 - index, createdAt: NOON - (index % 2) }),
      );
      await store.addReports([reports]);
      expect(await store.observations({ start: 0, end: LATER })).toEqual([
        { at: NOON - 1, bucket: '30+' },
        { at: NOON - 1, bucket: '11-20' },
        { at: NOON - 1, bucket: '1-5' },
        { at: NOON, bucket: '20-30' },
        { at: NOON, bucket: '6-10' },
        { at: NOON, bucket: '0' },
      ]);
    });

    it('counts reports by quarter-hour and bucket, and only those in the span', async () => {
      const { store } = current();
      const times = [-1, 0, 0, 15 * MINUTE - 1, 15 * MINUTE, 45 * MINUTE];
      await store.addReports([times.map((after) => newReport({ createdAt: NOON + after }))]);
      await store.addReports([[newReport({ bucket: '0', createdAt: NOON + MINUTE })]]);
      expect(await store.bucketCounts({ start: NOON - 1, end: NOON + 45 * MINUTE })).toEqual([
        { start: NOON - 15 * MINUTE, bucket: '1-5', count: 1 },
        { start: NOON, bucket: '0', count: 1 },
        { start: NOON, bucket: '1-5', count: 3 },
        { start: NOON + 15 * MINUTE, bucket: '1-5', count: 1 },
      ]);
      expect(await store.bucketCounts({ start: NOON + 1, end: NOON + 15 * MINUTE })).toEqual([
        { start: NOON, bucket: '0', count: 1 },
        { start: NOON, bucket: '1-5', count: 1 },
      ]);
    });

    it('returns the extent before a time and the first report after one', async () => {
      const { store } = current();
      expect(await store.extent(LATER)).toBeNull();
      expect(await store.nextAfter(0)).toBeNull();
      await store.addReports([descending(3, MINUTE)]);
      expect(await store.extent(LATER)).toEqual({ first: NOON - 2 * MINUTE, last: NOON });
      expect(await store.extent(NOON)).toEqual({ first: NOON - 2 * MINUTE, last: NOON - MINUTE });
      expect(await store.extent(NOON - 2 * MINUTE)).toBeNull();
      expect(await store.nextAfter(NOON - MINUTE)).toBe(NOON);
      expect(await store.nextAfter(NOON - MINUTE - 1)).toBe(NOON - MINUTE);
      expect(await store.nextAfter(NOON)).toBeNull();
    });
  });

  describe('the feed', () => {
    it('begins with the newest report up to and including now', async () => {
      const { store } = current();
      await store.addReports([descending(5, SECOND)]);
      const times = async (now: number) =>
        (await store.feed({ now, limit: 2, from: null })).map((r) => r.createdAt);
      expect(await times(LATER)).toEqual([NOON, NOON - SECOND]);
      expect(await times(NOON)).toEqual([NOON, NOON - SECOND]);
      expect(await times(NOON - 1)).toEqual([NOON - SECOND, NOON - 2 * SECOND]);
      expect(await times(0)).toEqual([]);
    });

    it('includes whether there is a photo, and its file', async () => {
      const { store } = current();
      await store.addReports([
        [
          newReport({ id: 3, photo: newPhoto({ file: 'x/y.jpg' }) }),
          newReport({ id: 2, photo: newPhoto({ file: null }) }),
          newReport({ id: 1 }),
        ],
      ]);
      expect(await store.feed({ now: NOON, limit: 8, from: null })).toEqual([
        { id: 3, createdAt: NOON, bucket: '1-5', photo: { reportId: 3, file: 'x/y.jpg' } },
        { id: 2, createdAt: NOON, bucket: '1-5', photo: { reportId: 2, file: null } },
        { id: 1, createdAt: NOON, bucket: '1-5', photo: null },
      ]);
    });

    it('has each report once in pages of any length, in both directions', async () => {
      const { store } = current();
      // Several reports of each time, so that pages end between them.
      await store.addReports([
        Array.from({ length: 20 }, (_, n) => newReport({ createdAt: NOON - Math.floor(n / 4) })),
      ]);
      const all = await store.feed({ now: NOON, limit: 200, from: null });
      expect(all).toHaveLength(20);
      expect(all).toEqual(all.toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id));
      for (const limit of [1, 2, 3, 7, 200]) {
        expect(await walk(store, 'older', limit), `pages of ${limit}`).toEqual(all);
        expect(await walk(store, 'newer', limit), `pages of ${limit}`).toEqual(all);
      }
    });

    it('returns the closest of the newer reports, newest first, and none after now', async () => {
      const { store } = current();
      await store.addReports([[5, 4, 3, 2, 1].map((id) => newReport({ id, createdAt: NOON + id }))]);
      const newer = async (position: FeedPosition, now: number) =>
        (await store.feed({ now, limit: 2, from: { direction: 'newer', position } })).map((r) => r.id);
      expect(await newer({ createdAt: NOON + 1, id: 1 }, LATER)).toEqual([3, 2]);
      expect(await newer({ createdAt: NOON + 1, id: 0 }, LATER)).toEqual([2, 1]);
      expect(await newer({ createdAt: NOON + 1, id: 1 }, NOON + 2)).toEqual([2]);
      expect(await newer({ createdAt: NOON + 5, id: 5 }, LATER)).toEqual([]);
    });

    it('never goes beyond now, whatever the position', async () => {
      const { store } = current();
      await store.addReports([[newReport({ id: 1 }), newReport({ id: 2, createdAt: NOON + 1 })]]);
      for (const createdAt of [NOON + 1, LATER, Number.MAX_SAFE_INTEGER]) {
        const position = { createdAt, id: Number.MAX_SAFE_INTEGER };
        const page = await store.feed({ now: NOON, limit: 9, from: { direction: 'older', position } });
        expect(page.map((r) => r.id)).toEqual([1]);
      }
    });
  });

  describe('the export and the observations in columns', () => {
    it.each([0, 999, 1000, 1001])('of %i reports are all of them, in batches', async (count) => {
      const { store } = current();
      await store.addReports([descending(count, 1), [newReport({ createdAt: NOON + 1, bucket: '0' })]]);
      const feed = await store.feed({ now: NOON, limit: 10_000, from: null });
      expect(feed).toHaveLength(count);
      await expectColumns(store, { start: 0, end: NOON + 1 }, feed, 1000);
    });

    it.each([1, 7, 1000, 2100])('have %i reports of each time in the order of ids', async (together) => {
      const { store } = current();
      const reports = Array.from({ length: 2100 }, (_, index) =>
        newReport({
          createdAt: NOON - Math.floor(index / together),
          bucket: BUCKETS[index % 6] as Bucket,
          photo: index % 3 === 0 ? newPhoto({ file: null }) : null,
        }),
      );
      await store.addReports([reports]);
      const feed = await store.feed({ now: LATER, limit: 10_000, from: null });
      expect(feed.filter(({ photo }) => photo !== null)).toHaveLength(700);
      // A batch ends between two times.
      await expectColumns(store, { start: 0, end: LATER }, feed, 1000 + together);
    });
  });

  describe('the export', () => {
    it('is one snapshot, whatever is added while it runs', async () => {
      const { store } = current();
      await store.addReports([descending(1500, SECOND)]);
      let rows = 0;
      for await (const batch of store.exportReports({ start: 0, end: LATER })) {
        rows += batch.length;
        await store.addReports([descending(1500, SECOND, { bucket: '30+' })]);
      }
      expect(rows).toBe(1500);
      expect((await exported(store, { start: 0, end: LATER })).length).toBe(3000);
    });

    it('can be stopped early, even by an error of its consumer', async () => {
      const { store } = current();
      await store.addReports([descending(3000, 1)]);
      for await (const batch of store.exportReports({ start: 0, end: LATER })) {
        expect(batch.length).toBeGreaterThan(0);
        break;
      }
      const failing = async () => {
        for await (const _ of store.exportReports({ start: 0, end: LATER })) throw new Error('client gone');
      };
      await expect(failing()).rejects.toThrow('client gone');
      expect((await exported(store, { start: 0, end: LATER })).length).toBe(3000);
    });
  });
}

/** Passes if the export of a span has the reports of a feed, the columns have them in the opposite order, and no batch is longer. */
async function expectColumns(
  store: Store,
  span: Span,
  feed: readonly Report[],
  longest: number,
): Promise<void> {
  const exports = await Array.fromAsync(store.exportReports(span));
  const columns = await Array.fromAsync(store.observationColumns(span));
  expect(exports.flatMap(rowsOf)).toEqual(
    feed.map(({ createdAt, bucket, photo }) => ({ createdAt, bucket, hasPhoto: photo !== null })),
  );
  const oldestFirst = feed.toReversed().map(({ createdAt, bucket }) => ({ at: createdAt, bucket }));
  expect(
    columns.flatMap(({ createdAt, bucket }) =>
      Array.from(createdAt, (at, row) => ({ at, bucket: BUCKETS[bucket[row] as number] })),
    ),
  ).toEqual(oldestFirst);
  expect(await store.observations(span)).toEqual(oldestFirst);
  for (const { length } of [...exports, ...columns]) expect(length).toBeLessThanOrEqual(longest);
}

interface Exported {
  readonly createdAt: Micros;
  readonly bucket: Bucket | undefined;
  readonly hasPhoto: boolean;
}

async function exported(store: Store, span: Span): Promise<readonly Exported[]> {
  return (await Array.fromAsync(store.exportReports(span))).flatMap(rowsOf);
}

function rowsOf({ createdAt, bucket, hasPhoto }: ReportColumns): Exported[] {
  return Array.from(createdAt, (at, row) => ({
    createdAt: at,
    bucket: BUCKETS[bucket[row] as number],
    hasPhoto: hasPhoto[row] === 1,
  }));
}

/** All reports, newest first, gathered page by page from one end of the feed. */
async function walk(store: Store, direction: 'older' | 'newer', limit: number): Promise<Report[]> {
  const all: Report[] = [];
  let position = direction === 'older' ? { createdAt: LATER, id: 0 } : { createdAt: 0, id: 0 };
  for (;;) {
    const page = await store.feed({ now: NOON, limit, from: { direction, position } });
    if (page.length === 0) return all;
    if (direction === 'older') all.push(...page);
    else all.unshift(...page);
    position = direction === 'older' ? lastOf(page) : lastOf(page.toReversed());
  }
}

function lastOf(page: readonly Report[]): FeedPosition {
  const last = page.at(-1);
  if (last === undefined) throw new Error('the page is empty');
  return { createdAt: last.createdAt, id: last.id };
}
