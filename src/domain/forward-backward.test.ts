import { describe, expect, it } from 'vitest';
import { normalise } from './distribution.ts';
import { at, randomObservations, seededRandom, strangeVenue } from './domain.fixture.ts';
import { backwardPass, type Course, forwardPass } from './forward-backward.ts';
import { HYPOTHESES } from './hypotheses.ts';
import { LocalTime } from './local-time.ts';
import { HOUR, MINUTE } from './micros.ts';
import { groupByMinute } from './same-minute-groups.ts';
import { STATE_COUNT } from './square-root-scale.ts';
import { TransitionModel } from './transition-model.ts';

const NOON = at('2026-11-20T12:00Z');
const { usual } = strangeVenue(new LocalTime('UTC'));

function courseWith(seed: number, reports: number): Course {
  const observations = randomObservations(seededRandom(seed), { start: NOON, end: NOON + 3 * HOUR }, reports);
  return { from: NOON / MINUTE, to: NOON / MINUTE + 180, occasions: groupByMinute(observations), usual };
}

describe.each([0, 9, 20])('under hypothesis %d', (index) => {
  const hypothesis = HYPOTHESES[index] ?? expect.fail('no such hypothesis');

  it('a line is believed to be usual as long as nobody reports', () => {
    const belief = forwardPass(hypothesis, { ...courseWith(1, 0), to: NOON / MINUTE + 60 });
    for (const [place, part] of belief.entries()) {
      expect(part).toBeCloseTo(usual(NOON / MINUTE).belief[place] as number, 3);
    }
  });

  it('a stop changes nothing, and hands out what is believed then', () => {
    const course = courseWith(2, 25);
    const stops = [0, 15, 90, 180].map((minute) => course.from + minute);
    const found: Float64Array[] = [];
    forwardPass(hypothesis, course, undefined, stops, (belief, stop) => {
      found[stop] = belief.slice();
    });
    for (const [stop, to] of stops.entries()) {
      expect(found[stop]).toEqual(forwardPass(hypothesis, { ...course, to }));
    }
  });

  it('after the last report nothing is left to be said of the line before', () => {
    const course = courseWith(2, 25);
    const [last] = backwardPass(hypothesis, course, [course.to]);
    expect(new Set(last)).toEqual(new Set([1]));
  });

  it('a report tells of the line some minutes before what it tells of every line that may come of it', () => {
    const from = NOON / MINUTE;
    const occasion = { minute: from + 10, observations: [{ bucket: 4, repeats: 0 }] };
    const course = { from, to: from + 60, occasions: [occasion], usual };
    const [found] = backwardPass(hypothesis, course, [from + 5]);
    const motion = new TransitionModel();
    motion.set(hypothesis.rate, usual(from + 7));
    const likely = hypothesis.likelihoods[4] as Float64Array;
    const chances = Float64Array.from({ length: STATE_COUNT }, (_, length) => {
      const belief = new Float64Array(STATE_COUNT).fill(0);
      belief[length] = 1;
      motion.forward(belief, 5);
      return belief.reduce((sum, part, place) => sum + part * (likely[place] as number), 0);
    });
    const told = found ?? expect.fail('nothing was told');
    normalise(chances);
    normalise(told);
    for (const [length, chance] of chances.entries()) expect(told[length]).toBeCloseTo(chance, 9);
  });
});
