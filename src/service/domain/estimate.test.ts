import { describe, expect, it } from 'vitest';
import { BUCKET_VALUE, type Bucket } from './bucket.ts';
import { at, newVenueModel, on, randomObservations, seededRandom } from './domain.fixture.ts';
import { ESTIMATE_WINDOW, type Estimate, estimate, LOOKBACK } from './estimate.ts';
import { LocalTime } from './local-time.ts';
import { MINUTE, type Micros } from './micros.ts';
import { EMPTY_MODEL_STATE, fitModel, learn } from './model-state.ts';
import type { Observation } from './report.ts';
import type { FittedModel } from './seasonal-prior.ts';

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
    ['one report of a long queue', ago([0, '30+']), 28, 37],
    ['reports that agree', ago([0, '6-10'], [5, '6-10'], [10, '6-10'], [15, '6-10']), 6, 10],
    ['a newer report over an older', ago([0, '11-20'], [40, '6-10']), 9, 16],
    ['a queue that grew', ago([1, '20-30'], [20, '11-20'], [40, '6-10'], [60, '1-5']), 15, 27],
  ])('follows %s', (_, observations, least, most) => {
    const found = estimated(observations);
    expect(found?.value).toBeGreaterThanOrEqual(least);
    expect(found?.value).toBeLessThanOrEqual(most);
  });

  it('widens the interval as the newest report ages, and narrows it as reports agree', () => {
    const width = (observations: readonly Observation[]) => {
      const found = estimated(observations);
      return (found?.high ?? NaN) - (found?.low ?? NaN);
    };
    const [fresh = NaN, ...old] = [0, 30, 60, 119].map((minutes) => width(ago([minutes, '11-20'])));
    expect(Math.min(...old)).toBeGreaterThan(fresh);
    expect(width(ago([0, '11-20'], [2, '11-20'], [4, '11-20'], [6, '11-20']))).toBeLessThan(fresh);
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

  it('counts one person who reports twelve times in a minute once', () => {
    const honest = [12, 9, 6, 4].map((minutes) => [minutes, '1-5'] as const);
    const twelve = Array.from({ length: 12 }, (_, n) => [0.9 - 0.05 * n, '30+'] as const);
    const { value, low, high } = estimated(ago(...honest, ...twelve)) ?? expect.fail();
    expect({ value, low, high }).toEqual(
      (({ value, low, high }) => ({ value, low, high }))(
        estimated(ago(...honest, [0.9, '30+'])) ?? expect.fail(),
      ),
    );
    expect(high).toBeLessThan(16);
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

/** A model that has learned sixty days from noon reports and the like: each `[clock, bucket]`, on every day. */
function learned(...reports: readonly (readonly [string, Bucket])[]): FittedModel {
  const time = new LocalTime('America/Los_Angeles');
  let state = EMPTY_MODEL_STATE;
  for (let date = on('2026-09-21'); !date.equals(on('2026-11-20')); date = date.add({ days: 1 })) {
    const seen = (clock: string) =>
      time.wallClock(date, Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)));
    const observations = reports.map(([clock, bucket]) => ({ at: seen(clock), bucket }));
    state = learn(state, { openings: [{ start: seen('07:00'), end: seen('22:00') }], observations }, time);
  }
  return fitModel(state, time);
}

describe('an estimate after sixty days', () => {
  const today = (...reports: readonly (readonly [string, Bucket])[]) =>
    reports.map(([clock, bucket]) => ({ at: at(`2026-11-20T${clock}-08:00`), bucket }));
  const opened = at('2026-11-20T07:00-08:00');

  it('follows a usual rush before anybody reports it', () => {
    const quiet = ['08:00', '09:00', '10:00', '11:00', '14:00', '16:00'].map(
      (clock) => [clock, '1-5'] as const,
    );
    const rush = ['12:10', '12:30', '12:50'].map((clock) => [clock, '20-30'] as const);
    const observations = today(...quiet.slice(0, 4));
    const model = learned(...quiet, ...rush);
    const shown = (clock: string) =>
      estimate({ observations, now: at(`2026-11-20T${clock}-08:00`), opened, model }) ?? expect.fail();
    expect(shown('11:00').value).toBeLessThan(5);
    const { value, low, high } = shown('12:30');
    expect(value).toBeGreaterThan(14);
    expect(value).toBeLessThan(27);
    expect(low).toBeLessThan(25);
    expect(high).toBeGreaterThanOrEqual(25);
  });

  it('is hardly moved by a prank where the queue is always short', () => {
    const clocks = Array.from(
      { length: 24 },
      (_, n) => `${String(8 + Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
    );
    const model = learned(...clocks.map((clock) => [clock, '1-5'] as const));
    const shown = estimate({
      observations: today(['12:00', '30+']),
      now: at('2026-11-20T12:01-08:00'),
      opened,
      model,
    });
    expect(shown?.value).toBeLessThan(6);
    expect(shown?.high).toBeLessThan(12);
  });
});

describe('an ageing estimate', () => {
  it('does not jump when a report leaves the window', () => {
    const observations = ago([119, '6-10'], [70, '20-30'], [60, '20-30']);
    const shownAt = (minutes: number) =>
      estimate({ observations, now: NOW + minutes * MINUTE, opened: NOW - LOOKBACK, model }) ?? expect.fail();
    const [before, after] = [shownAt(1), shownAt(2)];
    expect([before.count, after.count]).toEqual([3, 2]);
    expect(Math.abs(before.value - after.value)).toBeLessThan(0.5);
  });
});

describe('any estimate', () => {
  it('is inside its interval, whatever the order of the reports', () => {
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
});
