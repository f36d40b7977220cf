import { describe, expect, it } from 'vitest';
import { BUCKET_VALUE, type Bucket } from './bucket.ts';
import { ESTIMATE_WINDOW, estimate } from './estimate.ts';
import { at, randomSightings, seededRandom } from './fixtures.suite.ts';
import { MINUTE } from './micros.ts';
import type { Sighting } from './report.ts';

const NOW = at('2026-11-20T12:30-08:00');

/** Reports by how many minutes ago they were made. */
function ago(...reports: readonly (readonly [number, Bucket])[]): readonly Sighting[] {
  return reports.map(([minutes, bucket]) => ({ at: NOW - minutes * MINUTE, bucket }));
}

describe('estimate', () => {
  it.each([
    ['no report', []],
    ['a report just too old', [{ at: NOW - ESTIMATE_WINDOW - 1, bucket: '6-10' as const }]],
    ['a report of the future', [{ at: NOW + 1, bucket: '6-10' as const }]],
  ])('is null with %s', (_, sightings) => {
    expect(estimate(sightings, NOW)).toBeNull();
  });

  it('counts reports up to 120 minutes old and up to now, ends included', () => {
    const sightings = [-1, 0, ESTIMATE_WINDOW, ESTIMATE_WINDOW + 1].map((age) => ({
      at: NOW - age,
      bucket: '6-10' as const,
    }));
    expect(estimate(sightings, NOW)).toMatchObject({ count: 2, newest: NOW });
  });

  it.each<[string, readonly Sighting[], number, number, number]>([
    ['one fresh report of nobody', ago([0, '0']), 0, 0, 2],
    ['one fresh report', ago([0, '6-10']), 8, 5, 12],
    ['one report an hour old', ago([60, '6-10']), 8, 2, 16],
    ['one report of a long line', ago([0, '30+']), 35, 27, 43],
    ['reports that agree', ago([0, '6-10'], [5, '6-10'], [10, '6-10'], [15, '6-10']), 8, 6, 10],
    ['a newer report over an older', ago([0, '11-20'], [40, '6-10']), 13.4, 8, 19],
    ['two reports at once that differ, halfway between', ago([0, '1-5'], [0, '30+']), 14.8, 5, 29],
    ['a line that grew', ago([1, '20-30'], [20, '11-20'], [40, '6-10'], [60, '1-5']), 19.2, 13, 26],
  ])('follows %s', (_, sightings, value, low, high) => {
    expect(estimate(sightings, NOW)).toMatchObject({ value, low, high });
  });

  it('gives way to the newer of two reports that differ', () => {
    const value = (newer: Bucket, older: Bucket) => estimate(ago([0, newer], [30, older]), NOW)?.value ?? NaN;
    expect(value('20-30', '1-5')).toBeGreaterThan(14);
    expect(value('1-5', '20-30')).toBeLessThan(14);
  });

  it('widens as the newest report grows old, and narrows as reports agree', () => {
    const width = (sightings: readonly Sighting[]) => {
      const found = estimate(sightings, NOW);
      return (found?.high ?? NaN) - (found?.low ?? NaN);
    };
    const byAge = [0, 15, 30, 60, 119].map((minutes) => width(ago([minutes, '11-20'])));
    expect(byAge).toEqual(byAge.toSorted((a, b) => a - b));
    expect(new Set(byAge).size).toBe(byAge.length);
    expect(width(ago([0, '11-20'], [1, '11-20'], [2, '11-20'], [3, '11-20']))).toBeLessThan(byAge[0] ?? NaN);
    expect(width(ago([0, '1-5'], [0, '30+']))).toBeGreaterThan(width(ago([0, '11-20'], [0, '11-20'])));
  });

  it.each<[Bucket, Bucket]>([
    ['30+', '0'],
    ['0', '11-20'],
    ['30+', '1-5'],
  ])('is hardly moved by one prank (%s) among reports of %s', (prank, honest) => {
    const reports = ago([2, honest], [6, honest], [9, honest], [13, honest], [17, honest]);
    const value = estimate([...reports, ...ago([0, prank])], NOW)?.value ?? NaN;
    expect(Math.abs(value - BUCKET_VALUE[honest])).toBeLessThan(4);
  });

  it('holds for any reports: value inside what was said, range around it, order irrelevant', () => {
    const random = seededRandom(42);
    for (let turn = 0; turn < 500; turn += 1) {
      const span = { start: NOW - 150 * MINUTE, end: NOW + 10 * MINUTE };
      const sightings = randomSightings(random, span, Math.floor(random() * 12));
      const counted = sightings.filter(
        (sighting) => sighting.at >= NOW - ESTIMATE_WINDOW && sighting.at <= NOW,
      );
      const found = estimate(sightings, NOW);
      expect(found === null).toBe(counted.length === 0);
      if (found === null) continue;
      const said = counted.map(({ bucket }) => BUCKET_VALUE[bucket]);
      expect(found.value).toBeGreaterThanOrEqual(Math.min(...said));
      expect(found.value).toBeLessThanOrEqual(Math.max(...said));
      expect(Math.round(found.value * 10) / 10).toBe(found.value);
      expect(Object.is(found.low, -0)).toBe(false);
      expect(found.low).toBeGreaterThanOrEqual(0);
      expect(found.low).toBeLessThanOrEqual(found.value);
      expect(found.high).toBeGreaterThanOrEqual(found.value);
      expect([found.low, found.high].every(Number.isInteger)).toBe(true);
      expect(found.count).toBe(counted.length);
      expect(found.newest).toBe(counted.at(-1)?.at);
      const reversed = estimate(sightings.toReversed(), NOW);
      expect(reversed?.value).toBeCloseTo(found.value, 6);
    }
  });
});
