import { describe, expect, it } from 'vitest';
import {
  oneDecimal,
  onScale,
  peopleAt,
  STATE_COUNT,
  STATE_POSITIONS,
  STATE_SPACING,
} from './square-root-scale.ts';

describe('the square-root scale', () => {
  it.each([0, 0.1, 1, 8, 35, 70])('converts %d people back', (people) => {
    expect(peopleAt(onScale(people))).toBeCloseTo(people, 9);
  });

  it.each([-3, 0, 0.5])('has 0 people at %d', (scaled) => {
    expect(peopleAt(scaled)).toBe(0);
  });

  it('has evenly spaced states from 0 to 70 people', () => {
    expect(STATE_POSITIONS).toHaveLength(STATE_COUNT);
    expect(peopleAt(STATE_POSITIONS[0] as number)).toBeCloseTo(0, 9);
    expect(peopleAt(STATE_POSITIONS[STATE_COUNT - 1] as number)).toBeCloseTo(70, 9);
    for (let index = 1; index < STATE_COUNT; index += 1) {
      expect((STATE_POSITIONS[index] as number) - (STATE_POSITIONS[index - 1] as number)).toBeCloseTo(
        STATE_SPACING,
        9,
      );
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
