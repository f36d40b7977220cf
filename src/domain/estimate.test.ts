import { describe, expect, it } from 'vitest';
import { BUCKET_VALUE, type Bucket } from './bucket.ts';
import { at, newVenueModel, randomObservations, seededRandom } from './domain.fixture.ts';
import { ESTIMATE_WINDOW, type Estimate, estimate, LOOKBACK } from './estimate.ts';
import { LocalTime } from './local-time.ts';
import { MINUTE, type Micros, SECOND } from './micros.ts';
import type { Observation } from './report.ts';

const NOW = at('2026-11-20T12:30-08:00');
const model = newVenueModel(new LocalTime('America/Los_Angeles'));

/** Reports made so many minutes ago. */
function ago(...reports: readonly (readonly [number, Bucket])[]): readonly Observation[] {
  return reports.map(([minutes, bucket]) => ({ at: NOW - minutes * MINUTE, bucket }));
}

function estimated(observations: readonly Observation[], opened: Micros = NOW - LOOKBACK): Estimate | null {
  return estimate({ observations, now: NOW, opened, model });
}

function valueFor(...reports: readonly (readonly [number, Bucket])[]): number {
  return estimated(ago(...reports))?.value ?? NaN;
}

describe('estimate', () => {
  it.each([
    ['no report', []],
    ['a report just too old', [{ at: NOW - ESTIMATE_WINDOW - 1, bucket: '6-10' as const }]],
    ['a report from the future', [{ at: NOW + 1, bucket: '6-10' as const }]],
  ])('is null with %s', (_, observations) => {
    expect(estimated(observations)).toBeNull();
  });

  it('counts reports up to 120 minutes old and up to now, inclusive', () => {
    const observations = [-1, 0, ESTIMATE_WINDOW, ESTIMATE_WINDOW + 1].map((age) => ({
      at: NOW - age,
      bucket: '6-10' as const,
    }));
    expect(estimated(observations)).toMatchObject({ count: 2, newest: NOW });
  });

  it('ignores reports from before the opening', () => {
    const opened = NOW - 20 * MINUTE;
    const late = ago([10, '1-5']);
    expect(estimated([...ago([21, '30+'], [25, '30+']), ...late], opened)).toEqual(estimated(late, opened));
  });

  it.each<[string, readonly Observation[], number, number]>([
    ['one fresh report of 0', ago([0, '0']), 0, 1],
    ['one fresh report', ago([0, '6-10']), 5, 10.5],
    ['one report of a long queue', ago([0, '30+']), 33, 37],
    ['reports that agree', ago([0, '6-10'], [5, '6-10'], [10, '6-10'], [15, '6-10']), 6, 10],
    ['a newer report over an older', ago([0, '11-20'], [40, '6-10']), 9, 16],
    ['a queue that grew', ago([1, '20-30'], [20, '11-20'], [40, '6-10'], [60, '1-5']), 15, 27],
  ])('follows %s', (_, observations, least, most) => {
    const found = estimated(observations);
    expect(found?.value).toBeGreaterThanOrEqual(least);
    expect(found?.value).toBeLessThanOrEqual(most);
  });

  it('follows the newer of two conflicting reports', () => {
    expect(valueFor([0, '20-30'], [30, '1-5'])).toBeGreaterThan(valueFor([0, '1-5'], [30, '20-30']) + 3);
  });

  it('widens the interval as the newest report ages, and narrows it as reports agree', () => {
    const width = (observations: readonly Observation[]) => {
      const found = estimated(observations);
      return (found?.high ?? NaN) - (found?.low ?? NaN);
    };
    const byAge = [0, 30, 60, 119].map((minutes) => width(ago([minutes, '11-20'], [minutes, '11-20'])));
    expect(byAge).toEqual(byAge.toSorted((a, b) => a - b));
    expect(width(ago([0, '11-20'], [2, '11-20'], [4, '11-20'], [6, '11-20']))).toBeLessThan(byAge[3] ?? NaN);
    expect(width(ago([0, '1-5'], [0, '30+']))).toBeGreaterThan(width(ago([0, '11-20'], [0, '11-20'])));
  });
});

describe('an estimate under attack', () => {
  it.each<[Bucket, Bucket]>([
    ['30+', '0'],
    ['0', '11-20'],
    ['30+', '1-5'],
  ])('is hardly moved by one prank (%s) among reports of %s', (prank, honest) => {
    const value = valueFor([2, honest], [6, honest], [9, honest], [13, honest], [17, honest], [0, prank]);
    expect(Math.abs(value - BUCKET_VALUE[honest])).toBeLessThan(4);
  });

  it('soon recovers from a burst of pranks', () => {
    const honest = [40, 33, 27, 20, 15].map((minutes) => [minutes, '1-5'] as const);
    const burst = [12, 11.7, 11.5, 11.3, 11.1].map((minutes) => [minutes, '30+'] as const);
    const after = [8, 5, 1].map((minutes) => [minutes, '1-5'] as const);
    expect(valueFor(...honest, ...burst, ...after)).toBeLessThan(6);
  });

  it('weighs one person who reports five times in a minute less than two who agree', () => {
    const honest = [12, 9, 6, 4].map((minutes) => [minutes, '1-5'] as const);
    const repeated = [0.9, 0.7, 0.5, 0.3, 0.1].map((minutes) => [minutes, '20-30'] as const);
    const once = valueFor(...honest, [0.9, '20-30']);
    const fiveTimes = valueFor(...honest, ...repeated);
    const two = valueFor(...honest, [2.5, '20-30'], [0.9, '20-30']);
    expect(fiveTimes).toBeLessThan(two + 1);
    expect(fiveTimes).toBeGreaterThanOrEqual(once);
  });

  it.each<[Bucket, Bucket]>([
    ['1-5', '20-30'],
    ['6-10', '30+'],
    ['0', '11-20'],
  ])('widens the interval when the first reports conflict: %s and %s at once', (one, other) => {
    const width = (...buckets: readonly Bucket[]) => {
      const found = estimated(ago(...buckets.map((bucket) => [0, bucket] as const)));
      return (found?.high ?? NaN) - (found?.low ?? NaN);
    };
    expect(width(one, other)).toBeGreaterThan(width(one, one));
    expect(valueFor([0, one], [0, other])).toBeGreaterThanOrEqual(BUCKET_VALUE[one] - 2);
    expect(valueFor([0, one], [0, other])).toBeLessThanOrEqual(BUCKET_VALUE[other] + 2);
  });
});

describe('any estimate', () => {
  it('is near the reports and inside its interval, whatever the order of the reports', () => {
    const random = seededRandom(42);
    for (let round = 0; round < 200; round += 1) {
      const span = { start: NOW - 150 * MINUTE, end: NOW + 10 * MINUTE };
      const observations = randomObservations(random, span, Math.floor(random() * 12));
      const counted = observations.filter(
        (observation) => observation.at >= NOW - ESTIMATE_WINDOW && observation.at <= NOW,
      );
      const found = estimated(observations);
      expect(found === null).toBe(counted.length === 0);
      if (found === null) continue;
      const values = counted.map(({ bucket }) => BUCKET_VALUE[bucket]);
      expect(found.value).toBeGreaterThanOrEqual(Math.min(...values) - 2);
      expect(found.value).toBeLessThanOrEqual(Math.max(...values) + 2);
      expect(Math.round(found.value * 10) / 10).toBe(found.value);
      expect(Object.is(found.low, -0)).toBe(false);
      expect(found.low).toBeGreaterThanOrEqual(0);
      expect(found.low).toBeLessThanOrEqual(found.value);
      expect(found.high).toBeGreaterThanOrEqual(found.value);
      expect([found.low, found.high].every(Number.isInteger)).toBe(true);
      expect(found.count).toBe(counted.length);
      expect(found.newest).toBe(counted.at(-1)?.at);
      expect(estimated(observations.toReversed())).toEqual(found);
    }
  });

  it('is finite with thousands of reports', () => {
    const observations = randomObservations(seededRandom(3), { start: NOW - LOOKBACK, end: NOW }, 5000);
    const found = estimated(observations);
    expect(found?.value).toBeGreaterThan(0);
    expect(Number.isFinite(found?.high)).toBe(true);
  });

  it.each([
    ['as the clocks go back', '2026-11-01T01:30-05:00'],
    ['as the clocks go forward', '2026-03-08T03:10-04:00'],
    ['just after midnight', '2026-11-20T00:05-05:00'],
  ])('uses elapsed time %s', (_, text) => {
    const now = at(text);
    const time = new LocalTime('America/New_York');
    const observations = [50, 31, 12, 4].map((minutes) => ({
      at: now - minutes * MINUTE,
      bucket: '6-10' as const,
    }));
    const found = estimate({ observations, now, opened: now - LOOKBACK, model: newVenueModel(time) });
    expect(found).toMatchObject({ count: 4, newest: now - 4 * MINUTE });
    expect(found?.value).toBeCloseTo(valueFor([50, '6-10'], [31, '6-10'], [12, '6-10'], [4, '6-10']), 0);
  });

  it('counts a report from a second ago', () => {
    expect(estimated([{ at: NOW - SECOND, bucket: '1-5' }])).toMatchObject({ count: 1 });
  });
});
