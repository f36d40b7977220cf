import { describe, expect, it } from 'vitest';
import { BUCKETS } from './bucket.ts';
import { at, on, seededRandom } from './domain.fixture.ts';
import { LocalTime } from './local-time.ts';
import { HOUR, MINUTE, type Span } from './micros.ts';
import { EMPTY_MODEL_STATE, firstTrainingDay, fitModel, learn, type ModelState } from './model-state.ts';
import type { Observation } from './report.ts';

const TIME = new LocalTime('UTC');
const FIRST = at('2026-09-07T08:00Z');

/** The opening of a day, and reports of a queue that rises and falls with a period in minutes. */
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

function learned(days: number, period: number): ModelState {
  let state = EMPTY_MODEL_STATE;
  for (let number = 0; number < days; number += 1) state = learn(state, dayOf(number, period), TIME);
  return state;
}

/** How much more evidence there is for the slowest reversion than for the quickest. */
function slowness({ logEvidence }: ModelState): number {
  return (logEvidence.at(-1) ?? NaN) - (logEvidence[0] ?? NaN);
}

describe('learn', () => {
  it('learns how quickly the queue of a venue changes', () => {
    expect(slowness(learned(8, 1200))).toBeGreaterThan(slowness(learned(8, 40)) + 5);
  });

  it('learns the seasonal prior of an hour', () => {
    const start = FIRST;
    const busyNoons = Array.from({ length: 8 }, (_, number) => ({
      openings: [{ start: start + number * 24 * HOUR, end: start + (number * 24 + 10) * HOUR }],
      observations: [3, 4, 4.2, 8].map((hours) => ({
        at: start + (number * 24 + hours) * HOUR,
        bucket: hours > 3.5 && hours < 5 ? ('20-30' as const) : ('1-5' as const),
      })),
    }));
    const state = busyNoons.reduce<ModelState>((known, day) => learn(known, day, TIME), EMPTY_MODEL_STATE);
    const { priorAt } = fitModel(state, TIME);
    const minute = (start + 7 * 24 * HOUR) / MINUTE;
    const usual = (minutes: number) => priorAt('at this time', minute + minutes);
    expect(usual(4 * 60).quantile(0.5)).toBeGreaterThan(usual(8 * 60).quantile(0.5) + 8);
    expect(usual(4 * 60).reports).toBeGreaterThan(4);
    expect(priorAt('at any time', minute)).toBe(priorAt('at any time', minute + 4 * 60));
  });

  it('returns the same state for the same days, and leaves its arguments unchanged', () => {
    const known = learned(3, 90);
    const before = structuredClone(known);
    expect(learn(known, dayOf(3, 90), TIME)).toEqual(learn(known, dayOf(3, 90), TIME));
    expect(known).toEqual(before);
  });

  it('counts days by half after twenty more', () => {
    const { openings, observations } = dayOf(0, 90);
    const total = ({ seasonalCounts }: ModelState) =>
      seasonalCounts.flatMap((table) => [...table]).reduce((sum, part) => sum + part, 0);
    let state = learn(EMPTY_MODEL_STATE, { openings, observations }, TIME);
    const first = total(state);
    const one = { openings, observations: observations.slice(0, 1) };
    for (let day = 0; day < 20; day += 1) state = learn(state, one, TIME);
    const others = Array.from({ length: 20 }, (_, day) => 0.5 ** (day / 20)).reduce((a, b) => a + b, 0);
    expect(total(state)).toBeCloseTo(first / 2 + others, 6);
  });
});

describe('firstTrainingDay', () => {
  it('is 84 to 167 days earlier and moves by 84 days at a time', () => {
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
