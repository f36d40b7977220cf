import { describe, expect, it } from 'vitest';
import { BUCKETS } from '../../domain/bucket.ts';
import { seededRandom } from '../../domain/domain.fixture.ts';
import { LocalTime } from '../../domain/local-time.ts';
import { HOUR, MINUTE, type Span } from '../../domain/micros.ts';
import { PatternAccumulator } from '../../domain/pattern-accumulator.ts';
import type { BucketCount, Observation } from '../../domain/report.ts';
import { QUARTER_HOUR, WEEK } from '../quarter-hours.ts';
import type { NewReport, Store } from '../store.ts';
import { NOON, newReport } from './new-report.suite.ts';
import { type Current, withinASecond } from './store-under-test.suite.ts';

const ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Kathmandu', 'Australia/Lord_Howe'].map(
  (zone) => new LocalTime(zone),
);

/** Passes when the counts that the store keeps say of a span what its reports say. */
export async function expectExactCounts(store: Store, span: Span): Promise<void> {
  const bucketCounts = counted(await store.observations(span));
  expect(await store.bucketCounts(span)).toEqual(bucketCounts);
  for (const time of ZONES) {
    expect(shown(await store.patternSums(span, time))).toEqual(
      shown(PatternAccumulator.of(bucketCounts, time)),
    );
  }
}

export function describeCounts(current: Current): void {
  describe('the counts kept beside reports', () => {
    it.each([1, 2, 3])('equal the reports after any additions, in any span (seed %i)', async (seed) => {
      const { store, reopen } = current();
      const other = await reopen();
      const random = seededRandom(seed);
      const pick = (below: number) => Math.floor(random() * below);
      const anywhere = () =>
        NOON + pick(20) * WEEK + pick(6 * 24) * HOUR + pick(5) * (QUARTER_HOUR / 2) - pick(2);
      const some = (): NewReport[] =>
        Array.from({ length: pick(60) }, () => {
          const createdAt = anywhere();
          const bucket = BUCKETS[pick(6)] ?? '0';
          // Of a small number of ids, below all that the store gives, some come again.
          const id = pick(40) + 1;
          return random() < 0.3
            ? newReport({ id, createdAt: NOON + id * HOUR, bucket: BUCKETS[id % 6] ?? '0' })
            : newReport({ createdAt, bucket });
        });
      await store.addReports([[newReport({ id: 1000 })]]);
      for (let round = 0; round < 12; round += 1) {
        const writer = round % 2 === 0 ? store : other;
        const reports = some();
        if (round % 3 === 0) await writer.advance('round', () => ({ value: String(round), reports }));
        else await writer.addReports([reports, reports.slice(0, pick(5))]);
        const [a, b] = [anywhere(), anywhere()];
        await expectExactCounts(store, { start: Math.min(a, b), end: Math.max(a, b) });
        await expectExactCounts(store, { start: 0, end: NOON + 21 * WEEK });
      }
      await expectExactCounts(await reopen(), { start: 0, end: NOON + 21 * WEEK });
    });

    it('know of reports that another process adds to a week long past', async () => {
      const { store, reopen } = current();
      const other = await reopen();
      const span = { start: 0, end: NOON + 1 };
      for (let n = 1; n < 4; n += 1) {
        await other.addReports([
          [newReport({ createdAt: NOON - 50 * WEEK + n }), newReport({ createdAt: NOON - n })],
        ]);
        const { hours } = await store.patternSums(span, new LocalTime('UTC'));
        expect([hours[12]?.count, hours[11]?.count]).toEqual([n, n]);
      }
    });

    it('are kept by the week for the next process, which goes by them as long as they hold', async () => {
      const { store, reopen } = current();
      const span = { start: 0, end: NOON + 30 * WEEK };
      const weekly = Array.from({ length: 20 }, (_, week) => newReport({ createdAt: NOON + week * WEEK }));
      await store.addReports([weekly]);
      const name = 'patterns by week, UTC';
      expect(await store.checkpoint(name)).toBeNull();
      await store.patternSums(span, new LocalTime('UTC'));
      await withinASecond(
        () => store.checkpoint(name),
        (memo) => memo !== null,
      );
      const memo = JSON.parse((await store.checkpoint(name)) as string);
      expect(memo.weeks).toHaveLength(20);

      await store.addReports([[newReport({ createdAt: NOON + 3 * WEEK + HOUR })]]);
      await expectExactCounts(await reopen(), span);
      // That it is gone by shows in what it says wrong; made by other rules of the zones it is not.
      const wrong = memo.weeks.map(([week, reports]: [number, number]) => [
        week,
        reports,
        new Array(62).fill(7).join(),
      ]);
      await store.saveCheckpoint(name, JSON.stringify({ ...memo, weeks: wrong }));
      const { hours } = await (await reopen()).patternSums(span, new LocalTime('UTC'));
      expect(hours[12]?.count).toBe(19 * 7 + 1);
      for (const unusable of [JSON.stringify({ rules: 'others', weeks: wrong }), 'not JSON', 'null', '{}']) {
        await store.saveCheckpoint(name, unusable);
        await expectExactCounts(await reopen(), span);
      }
    });

    it('stay as they were when adding fails', async () => {
      const { store } = current();
      await store.addReports([[newReport({ id: 5 })]]);
      const failing = store.addReports([
        [newReport({ createdAt: NOON + 1 }), newReport({ id: 5, bucket: '0' })],
      ]);
      await expect(failing).rejects.toThrow('id 5');
      expect(await store.bucketCounts({ start: 0, end: NOON + HOUR })).toEqual([
        { start: NOON, bucket: '1-5', count: 1 },
      ]);
    });

    it.each([
      ['within a quarter', 1, 14],
      ['from inside of a quarter into the next', 14, 16],
      ['of exactly one quarter', 15, 30],
      ['over several', 7, 53],
    ])('add up to the reports of a span %s', async (_, from, to) => {
      const { store } = current();
      await store.addReports([
        Array.from({ length: 60 }, (_, n) => newReport({ createdAt: NOON + n * MINUTE })),
      ]);
      const bucketCounts = await store.bucketCounts({ start: NOON + from * MINUTE, end: NOON + to * MINUTE });
      expect(bucketCounts.reduce((sum, { count }) => sum + count, 0)).toBe(to - from);
    });
  });
}

/** Counted from the reports themselves, one by one. */
function counted(observations: readonly Observation[]): readonly BucketCount[] {
  const counts = new Map<number, number>();
  for (const { at, bucket } of observations) {
    const key = Math.floor(at / QUARTER_HOUR) * BUCKETS.length + BUCKETS.indexOf(bucket);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([key, count]) => ({
      start: Math.floor(key / BUCKETS.length) * QUARTER_HOUR,
      bucket: BUCKETS[key % BUCKETS.length] ?? '0',
      count,
    }));
}

function shown({ hours, weekdays }: PatternAccumulator) {
  return [...hours, ...weekdays].map(({ count, value }) => ({ count, value }));
}
