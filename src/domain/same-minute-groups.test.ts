import { describe, expect, it } from 'vitest';
import { at } from './domain.fixture.ts';
import { MINUTE, SECOND } from './micros.ts';
import { DUPLICATE_DISCOUNTS, groupByMinute } from './same-minute-groups.ts';

const NOON = at('2026-11-20T12:00Z');
const seen = (seconds: number, bucket: '0' | '6-10') => ({ at: NOON + seconds * SECOND, bucket });

describe('groupByMinute', () => {
  it('puts the reports of a minute together', () => {
    const occasions = groupByMinute([seen(0, '0'), seen(59, '6-10'), seen(60, '0'), seen(180, '0')]);
    expect(
      occasions.map(({ minute, observations }) => [minute - NOON / MINUTE, observations.length]),
    ).toEqual([
      [0, 2],
      [1, 1],
      [3, 1],
    ]);
  });

  it('counts any number of equal reports within a minute for less than two', () => {
    const repeated = [0, 10, 20, 30, 40, 50, 60].map((second) => seen(second, '0'));
    const weights = groupByMinute(repeated).flatMap(({ observations }) =>
      observations.map(({ repeats }) => DUPLICATE_DISCOUNTS[repeats]),
    );
    expect(weights.reduce<number>((sum, weight) => sum + (weight ?? 0), 0)).toBeLessThan(2);
    expect(weights).toEqual([1, 1 / 4, 1 / 9, 1 / 16, 1 / 25]);
  });

  it('heeds in full what differs, or comes more than a minute later', () => {
    const weights = groupByMinute([seen(0, '0'), seen(5, '6-10'), seen(61, '0'), seen(121, '0')]);
    expect(
      weights.flatMap(({ observations }) => observations.map(({ repeats }) => DUPLICATE_DISCOUNTS[repeats])),
    ).toEqual([1, 1, 1, 1 / 4]);
  });
});
