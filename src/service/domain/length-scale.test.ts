import { describe, expect, it } from 'vitest';
import { oneDecimal } from './length-scale.ts';

describe('oneDecimal', () => {
  it.each([
    [8.04, 8],
    [8.05, 8.1],
    [0, 0],
  ])('shows %d as %d', (people, shown) => {
    expect(oneDecimal(people)).toBe(shown);
  });
});
