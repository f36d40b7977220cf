import { describe, expect, it } from 'vitest';
import { BUCKETS } from './bucket.ts';
import { at, on, seededRandom } from './domain.fixture.ts';
import { HYPOTHESES } from './hypotheses.ts';
import { LocalTime } from './local-time.ts';
import { HOUR, MINUTE, type Span } from './micros.ts';
import {
  EMPTY_MODEL_STATE,
  firstTrainingDay,
  fitModel,
  learn,
  likely,
  type ModelState,
} from './model-state.ts';
import type { Observation } from './report.ts';

const TIME = new LocalTime('UTC');
const FIRST = at('2026-09-07T08:00Z');

/** The opening of a day, and reports of a line that goes up and down with a period of so many minutes. */
function dayOf(
  number: number,
  period: number,
): { readonly openings: readonly Span[]; readonly observations: readonly Observation[] } {
  const start = FIRST + number * 24 * HOUR;
  const random = seededRandom(number);
  const shift = random() * period;
  const observations = Array.from({ length: 48 }, (_, index) => {
    const minute = Math.floor((index + random()) * 12.5);
    const height = Math.sin((2 * Math.PI * (minute + shift)) / period);
    return { at: start + minute * MINUTE, bucket: BUCKETS[Math.round(2.5 + 2.5 * height)] ?? '30+' };
  });
  return { openings: [{ start, end: start + 10 * HOUR }], observations };
}

function taught(days: number, period: number): ModelState {
  let state = EMPTY_MODEL_STATE;
  for (let number = 0; number < days; number += 1) state = learn(state, dayOf(number, period), TIME);
  return state;
}

/** The mean of the paces' places among those that return within 5, 15, 45 or 135 minutes; the wandering ones are slowest. */
function slowness(state: ModelState): number {
  return likely(fitModel(state, TIME)).reduce(
    (sum, [hypothesis, weight]) => sum + weight * (HYPOTHESES.indexOf(hypothesis) % 7),
    0,
  );
}

describe('learn', () => {
  it('finds out how quickly the line of a venue moves', () => {
    expect(slowness(taught(8, 1200))).toBeGreaterThan(slowness(taught(8, 40)) + 0.5);
  });

  it('finds out what is usual at an hour', () => {
    const start = FIRST;
    const busyNoons = Array.from({ length: 8 }, (_, number) => ({
      openings: [{ start: start + number * 24 * HOUR, end: start + (number * 24 + 10) * HOUR }],
      observations: [3, 4, 4.2, 8].map((hours) => ({
        at: start + (number * 24 + hours) * HOUR,
        bucket: hours > 3.5 && hours < 5 ? ('20-30' as const) : ('1-5' as const),
      })),
    }));
    const state = busyNoons.reduce<ModelState>((known, day) => learn(known, day, TIME), EMPTY_MODEL_STATE);
    const { usual } = fitModel(state, TIME);
    const minute = (start + 7 * 24 * HOUR) / MINUTE;
    const mean = (belief: Float64Array) => belief.reduce((sum, part, index) => sum + part * index, 0);
    expect(mean(usual(minute + 4 * 60).belief)).toBeGreaterThan(mean(usual(minute + 8 * 60).belief) + 8);
    expect(usual(minute + 4 * 60).reports).toBeGreaterThan(4);
  });

  it('gives the same for the same days, and changes nothing it was given', () => {
    const known = taught(3, 90);
    const before = structuredClone(known);
    expect(learn(known, dayOf(3, 90), TIME)).toEqual(learn(known, dayOf(3, 90), TIME));
    expect(known).toEqual(before);
  });

  it('learns nothing from a day without reports, or with reports while closed only', () => {
    const known = taught(2, 90);
    const { openings, observations } = dayOf(2, 90);
    expect(learn(known, { openings, observations: [] }, TIME)).toBe(known);
    expect(learn(known, { openings: [], observations }, TIME)).toBe(known);
  });

  it('is not taught by one person what many would teach', () => {
    const once = { at: FIRST + HOUR, bucket: '30+' as const };
    const openings = [{ start: FIRST, end: FIRST + 10 * HOUR }];
    const repeated = Array.from({ length: 30 }, (_, index) => ({ ...once, at: once.at + index * 1_000_000 }));
    const count = ({ seasonalCounts }: ModelState) =>
      seasonalCounts.flatMap((table) => [...table]).reduce((sum, part) => sum + part, 0);
    expect(count(learn(EMPTY_MODEL_STATE, { openings, observations: repeated }, TIME))).toBeLessThan(2);
    expect(count(learn(EMPTY_MODEL_STATE, { openings, observations: [once] }, TIME))).toBeGreaterThan(0.5);
  });
});

describe('expectations', () => {
  it('weigh at least one hypothesis and at most seven, and their weights add up to 1', () => {
    for (const state of [EMPTY_MODEL_STATE, taught(1, 60), taught(6, 60)]) {
      const counted = likely(fitModel(state, TIME));
      expect(counted.length).toBeGreaterThanOrEqual(1);
      expect(counted.length).toBeLessThanOrEqual(7);
      expect(counted.reduce((sum, [, weight]) => sum + weight, 0)).toBeCloseTo(1, 12);
    }
  });

  it('are as sure as the model is, as long as nothing is known', () => {
    expect(fitModel(EMPTY_MODEL_STATE, TIME).inverseTemperature).toBeCloseTo(1.1, 0);
  });
});

describe('firstTrainingDay', () => {
  it('lies 84 to 167 days back and moves on by 84 days at a time', () => {
    const firsts = Array.from({ length: 400 }, (_, number) => {
      const date = on('2026-01-01').add({ days: number });
      const first = firstTrainingDay(date);
      const days = first.until(date, { largestUnit: 'day' }).days;
      expect(days).toBeGreaterThanOrEqual(84);
      expect(days).toBeLessThan(168);
      return first;
    });
    for (const [index, first] of firsts.entries()) {
      const before = firsts[index - 1] ?? first;
      expect([0, 84]).toContain(before.until(first, { largestUnit: 'day' }).days);
    }
  });
});
