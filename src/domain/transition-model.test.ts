import { describe, expect, it } from 'vitest';
import { normalise } from './distribution.ts';
import { SeasonalPriors, TABLE_SIZE } from './seasonal-prior.ts';
import { STATE_COUNT } from './square-root-scale.ts';
import { TransitionModel } from './transition-model.ts';

const PRIOR = new SeasonalPriors(Array.from({ length: 7 }, () => new Float64Array(TABLE_SIZE))).at(2, 720);
const RATES = [
  { kind: 'reverts', minutes: 45 },
  { kind: 'diffuses', diffusion: 0.005 },
] as const;
const certain = (state: number) =>
  Float64Array.from({ length: STATE_COUNT }, (_, index) => (index === state ? 1 : 0));
const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
const dot = (a: Float64Array, b: Float64Array) =>
  a.reduce((sum, part, index) => sum + part * (b[index] as number), 0);

describe.each(RATES)('a queue that $kind', (rate) => {
  const transitions = new TransitionModel();
  transitions.set(rate, PRIOR);

  it.each([1, 5, 600])('keeps the distribution normalised and non-negative after %d minutes', (minutes) => {
    for (const state of [0, 17, STATE_COUNT - 1]) {
      const distribution = certain(state);
      transitions.forward(distribution, minutes);
      expect(total(distribution)).toBeCloseTo(1, 12);
      expect(Math.min(...distribution)).toBeGreaterThanOrEqual(0);
    }
  });

  it('leaves the seasonal prior unchanged', () => {
    const distribution = Float64Array.from(PRIOR.distribution);
    for (let step = 0; step < 20; step += 1) transitions.forward(distribution, 5);
    for (const [index, part] of distribution.entries())
      expect(part).toBeCloseTo(PRIOR.distribution[index] as number, 10);
  });

  it('converges to the seasonal prior', () => {
    const distribution = certain(30);
    for (let step = 0; step < 4000; step += 1) transitions.forward(distribution, 30);
    for (const [index, part] of distribution.entries())
      expect(part).toBeCloseTo(PRIOR.distribution[index] as number, 4);
  });

  it('gives a likelihood the same expectation whether it moves forward or backward', () => {
    const before = Float64Array.from({ length: STATE_COUNT }, (_, index) =>
      Math.exp(-((index - 12) ** 2) / 9),
    );
    normalise(before);
    const later = Float64Array.from({ length: STATE_COUNT }, (_, index) =>
      Math.exp(-((index - 25) ** 2) / 30),
    );
    const after = before.slice();
    transitions.forward(after, 5);
    const earlier = later.slice();
    transitions.backward(earlier, 5);
    expect(dot(after, later)).toBeCloseTo(dot(before, earlier), 12);
  });
});
