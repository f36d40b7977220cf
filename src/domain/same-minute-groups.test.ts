import { describe, expect, it } from 'vitest';
import { at } from './domain.fixture.ts';
import { MINUTE, SECOND } from './micros.ts';
import { DUPLICATE_DISCOUNTS, groupByMinute } from './same-minute-groups.ts';

const NOON = at('2026-11-20T12:00Z');
const seen = (seconds: number, bucket: '0' | '6-10') => ({ at: NOON + seconds * SECOND, bucket });
const weights = (groups: ReturnType<typeof groupByMinute>) =>
  groups.flatMap(({ reports }) => reports.map(({ repeats }) => DUPLICATE_DISCOUNTS[repeats] ?? NaN));

describe('groupByMinute', () => {
  it('groups the reports of each minute', () => {
    const groups = groupByMinute([seen(0, '0'), seen(59, '6-10'), seen(60, '0'), seen(180, '0')]);
    expect(groups.map(({ minute, reports }) => [minute - NOON / MINUTE, reports.length])).toEqual([
      [0, 2],
      [1, 1],
      [3, 1],
    ]);
  });

  it('discounts equal reports within a minute, so that any number counts for less than two', () => {
    const found = weights(groupByMinute([0, 10, 20, 30, 40, 50, 60].map((second) => seen(second, '0'))));
    expect(found).toEqual([1, 1 / 4, 1 / 9, 1 / 16, 1 / 25]);
    expect(found.reduce((sum, weight) => sum + weight, 0)).toBeLessThan(2);
  });

  it('counts a report in full when its bucket differs or it comes more than a minute later', () => {
    const groups = groupByMinute([seen(0, '0'), seen(5, '6-10'), seen(61, '0'), seen(121, '0')]);
    expect(weights(groups)).toEqual([1, 1, 1, 1 / 4]);
  });
});
