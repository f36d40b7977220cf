import { describe, expect, it } from 'vitest';
import { BUCKETS } from '../../domain/bucket.ts';
import { seededRandom } from '../../domain/domain.fixture.ts';
import { HOUR, type Span, WEEK } from '../../domain/micros.ts';
import type { BucketCount, Observation, WeekCount } from '../../domain/report.ts';
import { QUARTER_HOUR } from '../quarter-hours.ts';
import type { NewReport, Store } from '../store.ts';
import { NOON, newReport } from './new-report.fixture.ts';
import type { Current } from './store-under-test.fixture.ts';

/** Passes when the counts that the store keeps for a span match its reports. */
export async function expectExactCounts(store: Store, span: Span): Promise<void> {
  const observations = await store.observations(span);
  expect(await store.bucketCounts(span)).toEqual(bucketCountsOf(observations));
  const weeks = await store.weekCounts(span);
  expect(weeks.map(({ start, count }) => ({ start, count }))).toEqual(weekCountsOf(observations, span));
}

export function describeCounts(current: Current): void {
  describe('the counts kept beside reports', () => {
    it.each([1, 2, 3])('match the reports after random additions, in any span (seed %i)', async (seed) => {
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
          // A small range of ids, below those that the store assigns, so that some ids repeat.
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

    it('stay unchanged if adding fails', async () => {
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
  });
}

/** Counts the reports themselves, one by one. */
function bucketCountsOf(observations: readonly Observation[]): readonly BucketCount[] {
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

/** The same for the weeks that lie in the span as a whole. */
function weekCountsOf(
  observations: readonly Observation[],
  span: Span,
): readonly Omit<WeekCount, 'removed'>[] {
  const weeks = Map.groupBy(observations, ({ at }) => Math.floor(at / WEEK) * WEEK);
  return Array.from(weeks, ([start, { length: count }]) => ({ start, count })).filter(
    ({ start }) => start >= span.start && start + WEEK <= span.end,
  );
}
