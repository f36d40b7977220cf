import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, WEEK } from '../../domain/micros.ts';
import type { LiveReport, ReportFilter } from '../live-report-store.ts';
import type { Store } from '../store.ts';
import { hash } from './account.fixture.ts';
import { expectExactCounts } from './counts.suite.ts';
import { descending, NOON, newPhoto, newReport } from './new-report.fixture.ts';
import { type Current, withinASecond } from './store-under-test.fixture.ts';

const ALL = { start: 0, end: NOON + 4 * WEEK };

function live(given: Partial<LiveReport> = {}): LiveReport {
  const nothing = { latitude: null, longitude: null, replaces: null, device: null };
  return { createdAt: NOON, bucket: '6-10', ...nothing, ...given };
}

async function feedOf(store: Store): Promise<readonly [number, string][]> {
  const reports = await store.feed({ now: ALL.end, limit: 100, from: null });
  return reports.map(({ createdAt, bucket }) => [createdAt - NOON, bucket]);
}

function addReporter(store: Store, n: number) {
  return store.addReporter({ name: `door ${n}`, hash: hash(n), prefix: `p${n}`, createdAt: NOON });
}

export function describeLiveReports(current: Current): void {
  describe('live reports', () => {
    it('are added beside others, counted, and seen by every process within a second', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      await store.addReports([descending(3, HOUR)]);
      const [before, theirs] = [await store.version(), await other.version()];
      await store.addLiveReports([
        live({ createdAt: NOON + 1 }),
        live({ createdAt: NOON + 2, bucket: '30+', latitude: 1, longitude: 2 }),
      ]);
      expect(await store.version()).not.toBe(before);
      await withinASecond(
        () => other.version(),
        (version) => version !== theirs,
      );
      expect((await feedOf(other)).slice(0, 3)).toEqual([
        [2, '30+'],
        [1, '6-10'],
        [0, '1-5'],
      ]);
      await expectExactCounts(store, ALL);
      await store.addReports([[newReport({ createdAt: NOON + 3 })]]);
      expect(await feedOf(store)).toHaveLength(6);
    });

    it('replace the report with an id once, in the counts of its week, too', async () => {
      const { store } = current();
      const sent = [live({ createdAt: NOON + 1 }), live({ createdAt: NOON + MINUTE })];
      const [{ id } = { id: 0 }] = await store.addLiveReports(sent);
      const before = await store.weekCounts(ALL);
      await store.addLiveReports([live({ createdAt: NOON + 2, bucket: '0', replaces: id })]);
      expect(await feedOf(store)).toEqual([
        [MINUTE, '6-10'],
        [2, '0'],
      ]);
      await expectExactCounts(store, ALL);
      expect(await store.weekCounts(ALL)).toEqual(before.map((week) => ({ ...week, removed: 1 })));
      await store.addLiveReports([live({ createdAt: NOON + 3, replaces: id })]);
      expect(await feedOf(store)).toHaveLength(3);
    });

    it('of a device are stored once for a request, whoever sends it again, which changes no version', async () => {
      const { store, reopen } = current();
      const [door, till] = [await addReporter(store, 1), await addReporter(store, 2)];
      const by = (reporter: number, request: Uint8Array | null) => ({ device: { reporter, request } });
      const first = live({ createdAt: NOON + 1, ...by(door.id, hash(9)) });
      expect(await store.addLiveReports([first])).toEqual([
        { id: 1, createdAt: NOON + 1, bucket: '6-10', isRepeated: false },
      ]);
      const again = live({ createdAt: NOON + 5, bucket: '0', ...by(door.id, hash(9)) });
      expect(await (await reopen()).addLiveReports([again, again])).toEqual(
        [1, 2].map(() => ({ id: 1, createdAt: NOON + 1, bucket: '6-10', isRepeated: true })),
      );
      const [later] = await store.addLiveReports([
        live({ createdAt: NOON + 2 * DAY, ...by(till.id, hash(8)) }),
      ]);
      expect(await store.repeatedReport({ reporter: till.id, request: hash(8) })).toMatchObject({
        id: later?.id,
      });
      await store.removeReports({ span: { start: NOON + DAY, end: ALL.end } }, NOON);
      const version = await store.version();
      await store.addLiveReports([again]);
      expect(await store.version()).toBe(version);
      const others = [by(till.id, hash(9)), by(door.id, null), by(door.id, null)];
      await store.addLiveReports(others.map((device, n) => live({ createdAt: NOON + 10 + n, ...device })));
      expect(await feedOf(store)).toHaveLength(4);
    });

    it('get ids of their own beside imports and other processes', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => {
          const writer = n % 2 === 0 ? store : other;
          const createdAt = NOON + n;
          return n % 3 === 0
            ? writer.addReports([[newReport({ createdAt })]])
            : writer.addLiveReports([live({ createdAt })]);
        }),
      );
      expect(await feedOf(store)).toHaveLength(20);
      await expectExactCounts(store, ALL);
    });
  });

  it('listed reports say which device made them, the newest first', async () => {
    const { store } = current();
    const { id } = await addReporter(store, 1);
    await store.addReports([descending(2, HOUR)]);
    await store.addLiveReports([
      live({ createdAt: NOON + 1, device: { reporter: id, request: null } }),
      live({ createdAt: NOON + 2, bucket: '30+', latitude: 1, longitude: 2 }),
    ]);
    const span = { start: NOON, end: ALL.end };
    expect(await store.listReports({ span }, 9)).toEqual([
      { id: 4, createdAt: NOON + 2, bucket: '30+', reporter: null },
      { id: 3, createdAt: NOON + 1, bucket: '6-10', reporter: id },
      { id: 2, createdAt: NOON, bucket: '1-5', reporter: null },
    ]);
    expect((await store.listReports({ span }, 1)).map((report) => report.id)).toEqual([4]);
    expect((await store.listReports({ reporter: id }, 9)).map((report) => report.id)).toEqual([3]);
  });

  describe('removed reports', () => {
    it.each<[string, ReportFilter, number[]]>([
      ['by id', { id: 2 }, [0, 2, 3, 4, 5]],
      ['of a span, without its end', { span: { start: NOON + HOUR, end: NOON + 3 * HOUR } }, [0, 3, 4, 5]],
      ['of a reporter', { reporter: 1 }, [0, 1, 2, 3]],
      [
        'of a reporter in a span',
        { reporter: 1, span: { start: NOON + 5 * HOUR, end: ALL.end } },
        [0, 1, 2, 3, 4],
      ],
      ['of nobody', { reporter: 9 }, [0, 1, 2, 3, 4, 5]],
    ])('are gone with their photos and likes, and from the counts: %s', async (_which, filter, kept) => {
      const { store } = current();
      const { id } = await addReporter(store, 1);
      const photo = newPhoto({ likes: ['ann@u.edu'] });
      await store.addReports([
        [0, 1, 2, 3].map((n) => newReport({ id: n + 1, createdAt: NOON + n * HOUR, photo })),
      ]);
      await store.addLiveReports(
        [4, 5].map((n) => live({ createdAt: NOON + n * HOUR, device: { reporter: id, request: hash(n) } })),
      );
      const version = await store.version();
      expect(await store.countReports(filter)).toBe(6 - kept.length);
      expect(await store.removeReports(filter, NOON)).toBe(6 - kept.length);
      expect((await feedOf(store)).map(([at]) => at / HOUR).toReversed()).toEqual(kept);
      await expectExactCounts(store, ALL);
      expect((await store.version()) === version).toBe(kept.length === 6);
      const [latest] = await store.auditEvents({ limit: 1 });
      expect(latest?.action).toBe(kept.length === 6 ? 'reporter.added' : 'reports.removed');
    });

    it('leave a week that is not as it was, even with as many reports', async () => {
      const { store } = current();
      await store.addReports([descending(10, MINUTE)]);
      const before = await store.weekCounts(ALL);
      await store.removeReports({ span: { start: NOON, end: NOON + 1 } }, NOON);
      await store.addReports([[newReport({ createdAt: NOON - 1, bucket: '30+' })]]);
      const after = await store.weekCounts(ALL);
      expect(after.map(({ count }) => count)).toEqual(before.map(({ count }) => count));
      expect(after).not.toEqual(before);
    });

    it('leave their ids to nobody: reports that come later have higher ones', async () => {
      const { store, reopen } = current();
      await store.addReports([[1, 2, 3].map((n) => newReport({ createdAt: NOON + n }))]);
      await store.removeReports({ span: { start: NOON + 2, end: NOON + 4 } }, NOON);
      const ids = async () => (await store.feed({ now: ALL.end, limit: 9, from: null })).map(({ id }) => id);
      await store.addLiveReports([live({ createdAt: NOON + 5 })]);
      expect(await ids()).toEqual([4, 1]);
      await store.addLiveReports([live({ createdAt: NOON + 6, replaces: 4 })]);
      expect(await ids()).toEqual([5, 1]);
      await store.removeReports({ id: 5 }, NOON);
      await store.removeReports({ id: 1 }, NOON);
      await (await reopen()).addReports([[newReport({ createdAt: NOON + 7 })]]);
      expect(await ids()).toEqual([6]);
    });

    it('need a condition', async () => {
      const { store } = current();
      await store.addReports([descending(2, MINUTE)]);
      await expect(store.removeReports({}, NOON)).rejects.toThrow('every report');
      expect(await feedOf(store)).toHaveLength(2);
    });
  });

  describe('reporters', () => {
    it('are found by the hash of their key until and after they are removed', async () => {
      const { store, reopen } = current();
      const door = await addReporter(store, 1);
      const unheard = { removedAt: null, heardAt: null, every: null };
      expect(door).toEqual({ id: door.id, name: 'door 1', prefix: 'p1', createdAt: NOON, ...unheard });
      expect(await store.findReporter(hash(1))).toEqual(door);
      expect(await store.findReporter(hash(2))).toBeNull();
      const removed = { ...door, removedAt: NOON + 1 };
      expect(await store.removeReporter(door.id, NOON + 1)).toEqual(removed);
      expect(await store.removeReporter(door.id, NOON + 2)).toEqual(removed);
      expect(await store.removeReporter(99, NOON)).toBeNull();
      expect(await (await reopen()).findReporter(hash(1))).toEqual(removed);
      expect((await store.auditEvents({ limit: 9 })).map(({ action }) => action)).toEqual([
        'reporter.removed',
        'reporter.added',
      ]);
    });

    it('were last heard when their newest report was made, whatever came later or was removed', async () => {
      const { store, reopen } = current();
      const door = await addReporter(store, 1);
      await addReporter(store, 2);
      const heard = async () => (await store.listReporters()).map(({ heardAt }) => heardAt);
      const send = (minutes: number, request: Uint8Array | null = null) =>
        store.addLiveReports([
          live({ createdAt: NOON + minutes * MINUTE, device: { reporter: door.id, request } }),
        ]);
      await send(5);
      await send(3);
      expect(await heard()).toEqual([NOON + 5 * MINUTE, null]);
      await send(7, hash(9));
      await send(9, hash(9));
      await store.removeReports({ reporter: door.id }, NOON);
      await store.addLiveReports([live({ createdAt: NOON + 11 * MINUTE })]);
      expect(await heard()).toEqual([NOON + 7 * MINUTE, null]);
      expect((await (await reopen()).findReporter(hash(1)))?.heardAt).toBe(NOON + 7 * MINUTE);
    });

    it('keep how often they should be heard', async () => {
      const { store } = current();
      const door = { name: 'door', hash: hash(1), prefix: 'p1', createdAt: NOON, every: 5 * MINUTE };
      expect(await store.addReporter(door)).toMatchObject({ every: 5 * MINUTE });
    });

    it('have names of their own, which are free again after they are removed', async () => {
      const { store } = current();
      const door = await addReporter(store, 1);
      const same = { name: 'door 1', hash: hash(2), prefix: 'p2', createdAt: NOON };
      await expect(store.addReporter(same)).rejects.toMatchObject({ code: 'conflict' });
      await store.removeReporter(door.id, NOON);
      await store.addReporter(same);
      expect((await store.listReporters()).map(({ prefix }) => prefix)).toEqual(['p1', 'p2']);
    });
  });
}
