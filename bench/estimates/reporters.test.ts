import { expect, it } from 'vitest';
import { Random } from '../../src/cli/simulation/random.ts';
import type { BUCKET_VALUE } from '../../src/service/domain/bucket.ts';
import { HOUR, MINUTE } from '../../src/service/domain/micros.ts';
import { type Reporters, reportsOf } from './reporters.ts';

const EXACT: Reporters = { spread: 0, bias: 0, outlierRate: 0, prankBursts: 0 };

const reported = (reporters: Reporters, people: number, seed = 'a') =>
  reportsOf({ start: 0, end: 50 * HOUR }, () => people, 20, reporters, new Random(seed));

it('reports the bucket of the truth without errors', () => {
  expect(new Set(reported(EXACT, 8).map(({ bucket }) => bucket))).toEqual(new Set(['6-10']));
});

it('shares a bias within an opening, which differs between openings', () => {
  const buckets = (seed: string) =>
    new Set(reported({ ...EXACT, sharedBias: 0.5 }, 15, seed).map(({ bucket }) => bucket));
  const openings = ['a', 'b', 'c', 'd', 'e', 'f'].map(buckets);
  expect(openings.map(({ size }) => size)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(new Set(openings.flatMap((all) => [...all])).size).toBeGreaterThan(1);
});

it('delays reports, and drops those after closing', () => {
  const seen = (at: number) => (at < HOUR ? 0 : 8);
  const delayed = reportsOf(
    { start: 0, end: 2 * HOUR },
    seen,
    60,
    { ...EXACT, delay: [5, 10] },
    new Random('a'),
  );
  const first = delayed.find(({ bucket }) => bucket === '6-10');
  expect(first?.at).toBeGreaterThanOrEqual(HOUR + 5 * MINUTE);
  expect(delayed.filter(({ at }) => at < 5 * MINUTE || at >= 2 * HOUR)).toEqual([]);
});

it('is reported more often the longer the queue is', () => {
  const share = (people: number) => reported({ ...EXACT, halfReportAt: 8 }, people).length / (50 * 20);
  expect(share(0)).toBeCloseTo(1 / 9, 1);
  expect(share(7)).toBeCloseTo(0.5, 1);
  expect(share(31)).toBeCloseTo(0.8, 1);
});

it('is off by one bucket in a share of the reports, in both directions', () => {
  const reports = reported({ ...EXACT, offByOne: 0.2 }, 8);
  const share = (bucket: keyof typeof BUCKET_VALUE) =>
    reports.filter((report) => report.bucket === bucket).length / reports.length;
  expect(share('6-10')).toBeCloseTo(0.8, 1);
  expect(share('1-5')).toBeCloseTo(0.1, 1);
  expect(share('11-20')).toBeCloseTo(0.1, 1);
});

it('has only one neighbor at the ends', () => {
  const buckets = new Set(reported({ ...EXACT, offByOne: 1 }, 0).map(({ bucket }) => bucket));
  expect(buckets).toEqual(new Set(['1-5']));
});
