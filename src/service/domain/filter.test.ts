import { describe, expect, it } from 'vitest';
import { at, newVenueModel, randomObservations, seededRandom } from './domain.fixture.ts';
import { Filter, HYPOTHESES, smoothedLengths } from './filter.ts';
import { type Distribution, quantile } from './length-scale.ts';
import { LocalTime } from './local-time.ts';
import { HOUR, MINUTE } from './micros.ts';
import { type ReportsOfMinute, reportsByMinute } from './reports-by-minute.ts';
import { runToEnd } from './steps.ts';

const NOON = at('2026-11-20T12:00Z');
const model = newVenueModel(new LocalTime('UTC'));

function minutesOf(seed: number, reports: number): readonly ReportsOfMinute[] {
  return reportsByMinute(
    randomObservations(seededRandom(seed), { start: NOON, end: NOON + 3 * HOUR }, reports),
  );
}

function filtered(minutes: readonly ReportsOfMinute[]): Filter {
  const filter = new Filter(model);
  for (const { minute, buckets } of minutes) {
    filter.passTo(minute);
    filter.observe(buckets);
  }
  return filter;
}

const smoothed = (minutes: readonly ReportsOfMinute[]) => runToEnd(smoothedLengths(model, minutes));

function expectSame(one: Distribution, other: Distribution): void {
  for (const [cell, part] of one.entries()) expect(part).toBeCloseTo(other[cell] as number, 9);
}

describe('a filter', () => {
  it('gives the hypotheses evidence by the likelihood of each report, given those before it', () => {
    const steady = Array.from({ length: 12 }, (_, n) => ({ minute: NOON / MINUTE + 15 * n, buckets: [3] }));
    const restless = steady.map(({ minute }, n) => ({ minute, buckets: [n % 2 === 0 ? 1 : 4] }));
    const slowest = HYPOTHESES.length - 1;
    const gain = ({ logEvidence }: Filter) => (logEvidence[slowest] as number) - (logEvidence[0] as number);
    expect(gain(filtered(steady))).toBeGreaterThan(0);
    expect(gain(filtered(restless))).toBeLessThan(0);
    expect(model.logEvidence.every((sum) => sum === 0)).toBe(true);
  });
});

describe('smoothedLengths', () => {
  it('equal what a filter says at the last minute', () => {
    const minutes = minutesOf(2, 25);
    const { lengths, logEvidence } = smoothed(minutes);
    expectSame(lengths.at(-1) ?? expect.fail(), filtered(minutes).lengths());
    expect(logEvidence).toEqual(filtered(minutes).logEvidence);
  });

  it('are the same when time runs backward', () => {
    const minutes = minutesOf(3, 25);
    const { minute: first } = minutes[0] ?? expect.fail();
    const { minute: last } = minutes.at(-1) ?? expect.fail();
    // A venue without history has one prior for all times, so nothing else depends on the time.
    const mirrored = minutes
      .map(({ minute, buckets }) => ({ minute: first + last - minute, buckets }))
      .toReversed();
    const [forward, backward] = [smoothed(minutes), smoothed(mirrored)];
    for (const [index, lengths] of forward.lengths.entries())
      expectSame(lengths, backward.lengths.at(-1 - index) ?? expect.fail());
  });

  it('do not depend on minutes without reports in between', () => {
    const minutes = minutesOf(4, 8);
    const stop = { minute: (minutes[3]?.minute ?? NaN) + 1, buckets: [] };
    const all = [...minutes.slice(0, 4), stop, ...minutes.slice(4)];
    const { lengths } = smoothed(all);
    expect(lengths).toHaveLength(minutes.length + 1);
    // Steps in time are approximations, so the same time in other steps gives almost the same.
    for (const [index, found] of smoothed(minutes).lengths.entries()) {
      const other = lengths[index < 4 ? index : index + 1] ?? expect.fail();
      expect(Math.abs(quantile(found, 0.5) - quantile(other, 0.5))).toBeLessThan(0.6);
    }
  });

  it('know more than a filter: a rush that later reports confirm, and a prank that they do not', () => {
    const from = NOON / MINUTE;
    const report = (minute: number, bucket: number) => ({ minute: from + minute, buckets: [bucket] });
    const before = [report(0, 1), report(10, 1), report(20, 4)];
    const medianAt = (minutes: readonly ReportsOfMinute[]) =>
      quantile(smoothed(minutes).lengths[2] ?? expect.fail(), 0.5);
    const confirmed = medianAt([...before, report(25, 4), report(30, 4)]);
    const refuted = medianAt([...before, report(25, 1), report(30, 1)]);
    expect(refuted).toBeLessThan(8);
    expect(confirmed).toBeGreaterThan(18);
  });
});
