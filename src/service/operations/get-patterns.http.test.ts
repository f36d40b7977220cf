import { afterAll, describe, expect, it } from 'vitest';
import { BUCKETS } from '../domain/bucket.ts';
import { seededRandom } from '../domain/domain.fixture.ts';
import { LocalTime } from '../domain/local-time.ts';
import { HOUR, type Span, WEEK } from '../domain/micros.ts';
import { PatternAccumulator } from '../domain/pattern-accumulator.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { temporaryFiles } from '../store/sqlite/temporary-folder.fixture.ts';
import type { NewReport, Store } from '../store/store.ts';
import { NOON, newReport } from '../store/suite/new-report.fixture.ts';
import { PatternAccumulators } from './get-patterns.ts';
import { TimeSlices } from './time-slices.ts';

const file = temporaryFiles();
const stores: Store[] = [];
afterAll(async () => {
  for (const store of stores) await store.close();
});

async function newStore(): Promise<Store> {
  const store = await openSqliteStore(file('patterns.sqlite'), { create: true });
  stores.push(store);
  return store;
}

const UTC = new LocalTime('UTC');
const TO_NOW: Span = { start: 0, end: NOON + 1 };

describe('pattern accumulators', () => {
  it.each(['UTC', 'America/Los_Angeles', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
    'match the reports of any span in %s, even after more are added',
    async (zone) => {
      const store = await newStore();
      const time = new LocalTime(zone);
      const accumulators = new PatternAccumulators(store, time, new TimeSlices());
      const random = seededRandom(4);
      const pick = (below: number) => Math.floor(random() * below);
      const anywhere = () => NOON + pick(30) * WEEK + pick(7 * 24 * 8) * (HOUR / 8) - pick(2);
      for (let round = 0; round < 12; round += 1) {
        const reports = Array.from(
          { length: pick(60) },
          (): NewReport => newReport({ createdAt: anywhere(), bucket: BUCKETS[pick(6)] ?? '0' }),
        );
        await store.addReports([reports]);
        const [a, b] = [anywhere(), anywhere()];
        for (const span of [
          { start: Math.min(a, b), end: Math.max(a, b) },
          { start: 0, end: NOON + 31 * WEEK },
        ]) {
          const counts = await store.bucketCounts(span);
          expect(shown(await accumulators.of(span))).toEqual(shown(PatternAccumulator.of(counts, time)));
        }
      }
    },
  );

  it('read a week again from which a report was removed, even if another one was added', async () => {
    const store = await newStore();
    const accumulators = new PatternAccumulators(store, UTC, new TimeSlices());
    await store.addReports([[newReport({ createdAt: NOON - 4 * WEEK }), newReport({ createdAt: 0 })]]);
    await accumulators.of(TO_NOW);
    await store.removeReports({ span: { start: NOON - 4 * WEEK, end: NOON } }, NOON);
    await store.addReports([[newReport({ createdAt: NOON - 4 * WEEK, bucket: '30+' })]]);
    const counts = await store.bucketCounts(TO_NOW);
    expect(shown(await accumulators.of(TO_NOW))).toEqual(shown(PatternAccumulator.of(counts, UTC)));
  });

  it('include reports that are added to a week long past', async () => {
    const store = await newStore();
    const accumulators = new PatternAccumulators(store, UTC, new TimeSlices());
    for (let n = 1; n < 4; n += 1) {
      await store.addReports([
        [newReport({ createdAt: NOON - 50 * WEEK + n }), newReport({ createdAt: NOON - n })],
      ]);
      const { hours } = await accumulators.of(TO_NOW);
      expect([hours[12]?.count, hours[11]?.count]).toEqual([n, n]);
    }
  });
});

function shown({ hours, weekdays }: PatternAccumulator) {
  return [...hours, ...weekdays].map(({ count, value }) => ({ count, value }));
}
