import { describe, expect, it } from 'vitest';
import { LENGTHS, oneDecimal, onScale, peopleAt, SCALED, SPACING } from './square-root-scale.ts';

describe('the square-root scale', () => {
  it.each([0, 0.1, 1, 8, 35, 70])('brings %d people back', (people) => {
    expect(peopleAt(onScale(people))).toBeCloseTo(people, 9);
  });

  it.each([-3, 0, 0.5])('has nobody at %d', (scaled) => {
    expect(peopleAt(scaled)).toBe(0);
  });

  it('tells evenly spaced lengths apart, from nobody to seventy people', () => {
    expect(SCALED).toHaveLength(LENGTHS);
    expect(peopleAt(SCALED[0] as number)).toBeCloseTo(0, 9);
    expect(peopleAt(SCALED[LENGTHS - 1] as number)).toBeCloseTo(70, 9);
    for (let index = 1; index < LENGTHS; index += 1) {
      expect((SCALED[index] as number) - (SCALED[index - 1] as number)).toBeCloseTo(SPACING, 9);
    }
  });
});

describe('oneDecimal', () => {
  it.each([
    [8.04, 8],
    [8.05, 8.1],
    [0, 0],
  ])('shows %d as %d', (people, shown) => {
    expect(oneDecimal(people)).toBe(shown);
  });
});
