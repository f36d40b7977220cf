import { describe, expect, it } from 'vitest';
import { ConflictError } from '../errors.ts';
import type { NewReport, Store } from '../store.ts';
import { descending, NOON, newPhoto, newReport } from './new-report.fixture.ts';
import type { Current } from './store-under-test.fixture.ts';

const ALL = { start: 0, end: Number.MAX_SAFE_INTEGER };

/** Sources in order of time save the store some work; the result must be the same. */
const ORDERS: readonly (readonly [string, (reports: readonly NewReport[]) => readonly NewReport[]])[] = [
  ['newest first', (reports) => reports.toSorted((a, b) => b.createdAt - a.createdAt)],
  ['oldest first', (reports) => reports.toSorted((a, b) => a.createdAt - b.createdAt)],
  ['in random order', (reports) => reports.map((_, n) => reports[(n * 77) % reports.length] as NewReport)],
];

export function describeAddReports(current: Current): void {
  describe('adding reports without ids', () => {
    it('accepts batches from a synchronous or asynchronous iterable, and no batches', async () => {
      const { store } = current();
      expect(await store.addReports([])).toEqual(result(0, 0, 0, 0));
      expect((await store.addReports([descending(2, 1), [], descending(1, 1)])).added).toBe(3);
      const later = async function* () {
        yield [newReport({ createdAt: NOON + 1 })];
      };
      expect((await store.addReports(later())).added).toBe(1);
    });

    it('assigns ids that ascend with time and, within a time, from the last line up', async () => {
      const { store } = current();
      await store.addReports([
        [
          newReport({ line: 1, bucket: '0', createdAt: NOON + 1 }),
          newReport({ line: 2, bucket: '1-5' }),
          newReport({ line: 3, bucket: '6-10' }),
          newReport({ line: 4, bucket: '11-20', createdAt: NOON + 2 }),
        ],
      ]);
      expect(await labels(store)).toEqual(['4 11-20', '3 0', '2 1-5', '1 6-10']);
    });

    it.each(ORDERS)(
      'assigns ids to many reports of few times and recognizes them, %s',
      async (_, arrange) => {
        const { store } = current();
        const reports = arrange(
          Array.from({ length: 300 }, (_, n) =>
            newReport({ createdAt: NOON + (n % 90), bucket: n % 4 === 0 ? '0' : '30+' }),
          ),
        ).map((report, index) => ({ ...report, line: index + 2 }));
        expect(await store.addReports([reports.slice(0, 120), reports.slice(120)])).toMatchObject({
          added: 300,
        });
        const oldestFirst = reports.toSorted((a, b) => a.createdAt - b.createdAt || b.line - a.line);
        const numbered = oldestFirst.map(({ createdAt, bucket }, n) => ({ id: n + 1, createdAt, bucket }));
        expect((await feed(store)).toReversed()).toMatchObject(numbered);
        expect(await store.addReports([reports])).toMatchObject({ added: 0, known: 300 });
        const more = newReport({ createdAt: NOON + 40, bucket: '0', line: 1 });
        expect(await store.addReports([[more, ...reports]])).toMatchObject({ added: 1, known: 300 });
      },
    );

    it('adds nothing the second time, and keeps the version', async () => {
      const { store } = current();
      const reports = [...descending(50, 0, { photo: newPhoto() }), ...descending(50, 1, { bucket: '0' })];
      expect(await store.addReports([reports])).toEqual(result(100, 100, 0, 0));
      const version = await store.version();
      expect(await store.addReports([reports])).toEqual(result(100, 0, 100, 0));
      expect(await store.version()).toBe(version);
    });

    it('recognizes reports of the same time and bucket by their order, if only one has a photo', async () => {
      for (const pictured of [0, 1, 2]) {
        const { store } = current();
        const createdAt = NOON + pictured;
        const reports = [0, 1, 2].map((n) =>
          newReport({ createdAt, photo: n === pictured ? newPhoto() : null }),
        );
        expect((await store.addReports([reports])).added).toBe(3);
        expect(await store.addReports([reports])).toEqual(result(3, 0, 3, 0));
      }
    });

    it('adds only the additional report of a longer file, as the newest of its time', async () => {
      const { store } = current();
      const [added, ...before] = [...descending(1, 0, { photo: newPhoto() }), ...descending(2, 0)];
      await store.addReports([before]);
      expect(await store.addReports([[added as NewReport, ...before]])).toEqual(result(3, 1, 2, 0));
      expect((await feed(store)).map((r) => r.photo !== null)).toEqual([true, false, false]);
    });

    it('does not match reports of the same time in different buckets', async () => {
      const { store } = current();
      await store.addReports([descending(2, 0, { bucket: '0' })]);
      expect((await store.addReports([descending(2, 0, { bucket: '30+' })])).added).toBe(2);
    });

    it('keeps a stored photo when a source has none', async () => {
      const { store } = current();
      await store.addReports([[newReport({ photo: newPhoto() })]]);
      const again = await store.addReports([[newReport({ photo: null })]]);
      expect(again).toEqual(result(1, 0, 1, 0));
      expect((await feed(store))[0]?.photo).toEqual({ reportId: 1, file: 'a.jpg' });
    });

    it('completes a stored report with a photo, then with its file, then with likes', async () => {
      const { store } = current();
      const completed = async (report: Partial<NewReport>) => {
        const result = await store.addReports([[newReport(report)]]);
        expect(result.added + result.known + result.completed).toBe(1);
        return result.completed;
      };
      expect(await completed({ photo: null })).toBe(0);
      expect(await completed({ photo: newPhoto({ file: null, caption: '' }) })).toBe(1);
      expect(await completed({ photo: newPhoto({ file: null, caption: '' }) })).toBe(0);
      expect(await completed({ photo: newPhoto({ file: 'b.jpg', caption: 'Now known' }) })).toBe(1);
      expect(await completed({ photo: newPhoto({ file: 'other.jpg', caption: 'Too late' }) })).toBe(0);
      expect(await completed({ photo: newPhoto({ likes: ['Ann@u.edu', 'bo@u.edu'] }) })).toBe(1);
      expect(await completed({ photo: newPhoto({ likes: ['ann@u.edu'] }) })).toBe(0);
      expect(await firstPhoto(store)).toMatchObject({ file: 'b.jpg', caption: 'Now known', likeCount: 2 });
    });
  });

  describe('completing reports', () => {
    it('keeps the caption and the expiry of a photo that gains its file', async () => {
      const { store } = current();
      const expiresAt = NOON + 5_000_000;
      await store.addReports([[newReport({ photo: newPhoto({ file: null, caption: 'First', expiresAt }) })]]);
      await store.addReports([[newReport({ photo: newPhoto({ file: 'b.jpg', caption: '' }) })]]);
      expect(await firstPhoto(store)).toMatchObject({ file: 'b.jpg', caption: 'First', expiresAt });
    });

    it('combines what several photos of a report add, in their order', async () => {
      const { store } = current();
      const report = newReport({ id: 1 });
      const photos = [
        newPhoto({ file: null, caption: '' }),
        newPhoto({ file: null, caption: 'First', expiresAt: NOON + 1 }),
        newPhoto({ file: null, caption: 'Second' }),
        newPhoto({ file: 'b.jpg', caption: 'Third', expiresAt: NOON + 2 }),
        newPhoto({ file: 'c.jpg', caption: '' }),
      ];
      await store.addReports([photos.map((photo) => ({ ...report, photo }))]);
      expect(await firstPhoto(store)).toMatchObject({ file: 'b.jpg', caption: 'First', expiresAt: NOON + 1 });
    });

    it('adds missing coordinates, once', async () => {
      const { store } = current();
      await store.addReports([[newReport()]]);
      const located = { latitude: 44.1, longitude: -123.1 };
      expect(await store.addReports([[newReport(located)]])).toMatchObject({ added: 0, completed: 1 });
      expect(await store.addReports([[newReport(located)]])).toMatchObject({ added: 0, completed: 0 });
      // The same id with these coordinates is now the same report; with others it is not.
      expect(await store.addReports([[newReport({ ...located, id: 1 })]])).toMatchObject({ added: 0 });
      const elsewhere = newReport({ latitude: 1, longitude: 1, id: 1 });
      await expect(store.addReports([[elsewhere]])).rejects.toThrow('id 1');
    });
  });

  describe('adding reports with ids', () => {
    it('keeps the ids and never assigns one of them to another report', async () => {
      const { store } = current();
      await store.addReports([
        [newReport({ bucket: '0' }), newReport({ id: 700 }), newReport({ id: 1, bucket: '30+' })],
      ]);
      expect(await labels(store)).toEqual(['701 0', '700 1-5', '1 30+']);
    });

    it('recognizes the same report and adds what is new about its photo', async () => {
      const { store } = current();
      const report = newReport({ id: 9, latitude: 37.5, longitude: -122.25 });
      expect(await store.addReports([[report, report]])).toEqual(result(2, 1, 1, 0));
      const pictured = { ...report, photo: newPhoto({ likes: ['ann@u.edu'] }) };
      expect((await store.addReports([[pictured]])).completed).toBe(1);
      expect(await store.addReports([[pictured]])).toEqual(result(1, 0, 1, 0));
    });

    it('rejects another report with the id of a stored one, names line and id, and adds nothing', async () => {
      const { store } = current();
      await store.addReports([[newReport({ id: 5 })]]);
      const version = await store.version();
      for (const [field, other] of [
        ['time', { createdAt: NOON + 1 }],
        ['bucket', { bucket: '30+' as const }],
        ['coordinates', { latitude: 1, longitude: 2 }],
      ] as const) {
        const reports = [newReport({ createdAt: NOON + 7 }), newReport({ id: 5, line: 42, ...other })];
        const error = await store.addReports([reports]).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(ConflictError);
        expect(error).toMatchObject({ code: 'conflict', id: 5, line: 42 });
        expect(String(error)).toMatch(new RegExp(`line 42: id 5 .*${field} differ`));
      }
      expect(await store.version()).toBe(version);
      expect(await feed(store)).toHaveLength(1);
    });

    it.each(ORDERS)('accepts many reports with ids, each of them twice, %s', async (_, arrange) => {
      const { store } = current();
      const reports = arrange(
        Array.from({ length: 200 }, (_, n) => newReport({ id: 500 - n, createdAt: NOON + n })),
      ).map((report, index) => ({ ...report, line: index + 1 }));
      await store.addReports([reports.slice(0, 50)]);
      expect(await store.addReports([reports])).toMatchObject({ read: 200, added: 150, known: 50 });
      const unnamed = newReport({ createdAt: NOON + 200, line: 401 });
      const twice = [...reports, ...reports, unnamed];
      expect(await store.addReports([twice])).toMatchObject({ read: 401, added: 1 });
      const ids = (await feed(store)).map(({ id }) => id);
      expect(ids).toEqual([501, ...Array.from({ length: 200 }, (_, n) => 301 + n)]);
    });

    it('rejects two different reports with the same id in one source', async () => {
      const { store } = current();
      const adding = store.addReports([[newReport({ id: 5 }), newReport({ id: 5, bucket: '0', line: 8 })]]);
      await expect(adding).rejects.toMatchObject({ id: 5, line: 8 });
      expect(await feed(store)).toEqual([]);
    });

    it('does not match a report without id to an equal one with an id in the same source', async () => {
      const { store } = current();
      const reports = [newReport({ id: 3 }), newReport()];
      expect((await store.addReports([reports])).added).toBe(2);
      expect(await store.addReports([reports])).toEqual(result(2, 0, 2, 0));
    });

    it('does not match a report without id to a stored one that the same source names by id', async () => {
      const { store } = current();
      const named = newReport({ id: 3 });
      await store.addReports([[named]]);
      expect(await store.addReports([[named, newReport()]])).toEqual(result(2, 1, 1, 0));
    });
  });

  describe('ids that JSON numbers cannot hold', () => {
    const HIGHEST = Number.MAX_SAFE_INTEGER;

    it('are rejected in a source, with the line', async () => {
      const { store } = current();
      for (const id of [HIGHEST + 1, 2 ** 60, 0, -1, 1.5]) {
        const adding = store.addReports([[newReport({ id: 5 }), newReport({ id, line: 77 })]]);
        const message = expect.stringMatching(new RegExp(`^line 77: id ${id} .* from 1 to ${HIGHEST}$`));
        await expect(adding).rejects.toMatchObject({ code: 'conflict', message });
      }
      expect(await feed(store)).toEqual([]);
    });

    it.each([
      ['in the source', true],
      ['in the store', false],
    ])('are never assigned, when the highest id is %s', async (_, together) => {
      const { store } = current();
      const highest = newReport({ id: HIGHEST - 1, line: 1 });
      const others = [
        newReport({ createdAt: NOON + 2, line: 8 }),
        newReport({ createdAt: NOON + 1, line: 9, photo: newPhoto() }),
      ];
      if (!together) await store.addReports([[highest]]);
      const before = await feed(store);
      const adding = store.addReports([together ? [highest, ...others] : others]);
      await expect(adding).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/^line 8: no id is left .* give the report an id$/),
      });
      expect(await feed(store)).toEqual(before);
      const advancing = store.advance('fact', () => ({ value: '1', reports: [highest, ...others] }));
      await expect(advancing).rejects.toMatchObject({ code: 'conflict' });
      expect(await store.metadata('fact')).toBeNull();
    });
  });

  describe('adding all or nothing', () => {
    it('adds nothing if the source fails', async () => {
      const { store } = current();
      const failing = async function* () {
        yield descending(2000, 1);
        throw new Error('line 2001 is bad');
      };
      await expect(store.addReports(failing())).rejects.toThrow('line 2001 is bad');
      expect(await feed(store)).toEqual([]);
      expect((await store.addReports([descending(1, 1)])).added).toBe(1);
    });

    it('adds nothing if a report is invalid', async () => {
      const { store } = current();
      const invalid = newReport({ latitude: 91, longitude: 0 });
      await expect(store.addReports([[newReport(), invalid]])).rejects.toThrow();
      expect(await feed(store)).toEqual([]);
    });

    it('lets others write while it waits for its next batch, and shows nothing before it ends', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      const interrupted = async function* () {
        yield descending(10, 1);
        expect((await other.addReports([descending(3, 1, { bucket: '0' })])).added).toBe(3);
        expect(await feed(other)).toHaveLength(3);
        yield descending(10, 1, { bucket: '30+' });
      };
      expect((await store.addReports(interrupted())).added).toBe(20);
      expect(await feed(other)).toHaveLength(23);
    });

    it('adds each report once if two processes add it at the same time', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      const reports = descending(300, 1);
      const [first, second] = await Promise.all([store.addReports([reports]), other.addReports([reports])]);
      expect(first.added + second.added).toBe(300);
      expect(await feed(store)).toHaveLength(300);
    });
  });

  it('never returns coordinates', async () => {
    const { store } = current();
    await store.addReports([
      [newReport({ latitude: 37.123, longitude: -122.321, photo: newPhoto({ likes: ['a@u.edu'] }) })],
    ]);
    const everything = JSON.stringify([
      await store.observations(ALL),
      await store.bucketCounts(ALL),
      await store.extent(ALL.end),
      await store.nextAfter(0),
      await feed(store),
      await store.feed({
        now: NOON,
        limit: 9,
        from: { direction: 'newer', position: { createdAt: 0, id: 0 } },
      }),
      await Array.fromAsync(store.exportReports(ALL)),
      await store.firstPhoto({ from: 0, before: ALL.end, validUntil: 0 }, 1),
    ]);
    expect(everything).toContain('a.jpg');
    expect(everything).not.toMatch(/37\.123|122\.321|latitude|longitude/i);
  });
}

function result(read: number, added: number, known: number, completed: number) {
  return { read, added, known, completed };
}

function firstPhoto(store: Store) {
  return store.firstPhoto({ from: NOON, before: NOON + 1, validUntil: 0 }, 0);
}

function feed(store: Store) {
  return store.feed({ now: Number.MAX_SAFE_INTEGER - 1, limit: 1000, from: null });
}

async function labels(store: Store): Promise<string[]> {
  return (await feed(store)).map(({ id, bucket }) => `${id} ${bucket}`);
}
