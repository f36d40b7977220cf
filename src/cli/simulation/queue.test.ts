import { describe, expect, it } from 'vitest';
import { HOUR, type Span } from '../../service/domain/micros.ts';
import { type ArrivalRate, type HeadcountStep, type QueueModel, runQueue } from './queue.ts';
import { Random } from './random.ts';

const PATIENT: QueueModel = {
  servers: 1,
  serviceMinutes: 1,
  balkingPoint: Number.POSITIVE_INFINITY,
  patienceMinutes: Number.POSITIVE_INFINITY,
};

function constant(peak: number): ArrivalRate {
  return { peak, at: () => peak };
}

function hours(count: number): Span {
  return { start: 1_000_000 * HOUR, end: (1_000_000 + count) * HOUR };
}

/** Time-weighted mean of the people waiting. */
function meanWaiting(steps: readonly HeadcountStep[], span: Span): number {
  const areas = steps.map(({ at, people }, i) => people * ((steps[i + 1]?.at ?? span.end) - at));
  return areas.reduce((sum, area) => sum + area, 0) / (span.end - span.start);
}

describe('runQueue', () => {
  it('agrees with the theory of M/M/2 if nobody is impatient', () => {
    const [span, perHour, load] = [hours(4000), 90, 0.75];
    const run = runQueue(span, constant(perHour), { ...PATIENT, servers: 2 }, new Random('theory'));
    expect(run.arrivals.length / 4000 / perHour).toBeCloseTo(1, 1);
    const waiting = meanWaiting(run.headcount, span) / ((2 * load ** 3) / (1 - load ** 2));
    expect(waiting).toBeGreaterThan(0.93);
    expect(waiting).toBeLessThan(1.07);
  });

  it('has arrivals at a rate that varies with time', () => {
    const span = hours(200);
    const odd = (at: number) => Math.floor(at / HOUR) % 2 === 1;
    const rate = { peak: 60, at: (at: number) => (odd(at) ? 60 : 15) };
    const { arrivals } = runQueue(span, rate, PATIENT, new Random('rate'));
    const inOddHours = arrivals.filter(({ at }) => odd(at)).length;
    expect(inOddHours / 100 / 60).toBeCloseTo(1, 1);
    expect((arrivals.length - inOddHours) / 100 / 15).toBeCloseTo(1, 1);
  });

  it('keeps an overloaded queue short if people turn away or give up', () => {
    const span = hours(20);
    const meanOf = (change: Partial<QueueModel>) =>
      meanWaiting(
        runQueue(span, constant(120), { ...PATIENT, ...change }, new Random('crowd')).headcount,
        span,
      );
    expect(meanOf({})).toBeGreaterThan(300);
    expect(meanOf({ balkingPoint: 10 })).toBeLessThan(15);
    expect(meanOf({ patienceMinutes: 10 })).toBeLessThan(15);
  });

  it('records the headcount that each arrival sees', () => {
    const { arrivals, headcount } = runQueue(hours(10), constant(50), PATIENT, new Random('seen'));
    for (const { at, seen } of arrivals) {
      expect(headcount.findLast((step) => step.at < at)?.people).toBe(seen);
    }
  });
});
