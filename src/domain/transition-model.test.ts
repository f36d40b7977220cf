import { describe, expect, it } from 'vitest';
import { normalise } from './distribution.ts';
import { SeasonalPriors, TABLE_SIZE } from './seasonal-prior.ts';
import { STATE_COUNT } from './square-root-scale.ts';
import { TransitionModel } from './transition-model.ts';

const USUAL = new SeasonalPriors(Array.from({ length: 7 }, () => new Float64Array(TABLE_SIZE))).at(2, 720);
const RATES = [
  { kind: 'reverts', minutes: 45 },
  { kind: 'diffuses', diffusion: 0.005 },
] as const;
const at = (index: number) =>
  Float64Array.from({ length: STATE_COUNT }, (_, length) => (length === index ? 1 : 0));
const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

describe.each(RATES)('a line that $kind', (rate) => {
  const motion = new TransitionModel();
  motion.set(rate, USUAL);

  it.each([1, 5, 600])('is somewhere after %d minutes', (minutes) => {
    for (const index of [0, 17, STATE_COUNT - 1]) {
      const belief = at(index);
      motion.forward(belief, minutes);
      expect(total(belief)).toBeCloseTo(1, 12);
      expect(Math.min(...belief)).toBeGreaterThanOrEqual(0);
    }
  });

  it('stays usual when it is', () => {
    const belief = Float64Array.from(USUAL.belief);
    for (let step = 0; step < 20; step += 1) motion.forward(belief, 5);
    for (const [index, part] of belief.entries()) expect(part).toBeCloseTo(USUAL.belief[index] as number, 10);
  });

  it('comes to be usual in the long run', () => {
    const belief = at(30);
    for (let step = 0; step < 4000; step += 1) motion.forward(belief, 30);
    for (const [index, part] of belief.entries()) expect(part).toBeCloseTo(USUAL.belief[index] as number, 4);
  });

  it('is the same question forwards and backwards', () => {
    const before = Float64Array.from({ length: STATE_COUNT }, (_, index) =>
      Math.exp(-((index - 12) ** 2) / 9),
    );
    normalise(before);
    const likely = Float64Array.from({ length: STATE_COUNT }, (_, index) =>
      Math.exp(-((index - 25) ** 2) / 30),
    );
    const after = before.slice();
    motion.forward(after, 5);
    const earlier = likely.slice();
    motion.backward(earlier, 5);
    const product = (a: Float64Array, b: Float64Array) =>
      a.reduce((sum, part, index) => sum + part * (b[index] as number), 0);
    expect(product(after, likely)).toBeCloseTo(product(before, earlier), 12);
  });
});
