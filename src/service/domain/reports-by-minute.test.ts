import { describe, expect, it } from 'vitest';
import { at } from './domain.fixture.ts';
import { MINUTE, SECOND } from './micros.ts';
import { reportsByMinute } from './reports-by-minute.ts';

const NOON = at('2026-11-20T12:00Z');
const seen = (seconds: number, bucket: '0' | '6-10') => ({ at: NOON + seconds * SECOND, bucket });
const counted = (...observations: readonly ReturnType<typeof seen>[]) =>
  reportsByMinute(observations).map(({ minute, buckets }) => [minute - NOON / MINUTE, ...buckets]);

describe('reportsByMinute', () => {
  it('groups the reports of each minute', () => {
    expect(counted(seen(0, '0'), seen(59, '6-10'), seen(61, '0'), seen(180, '0'))).toEqual([
      [0, 0, 2],
      [1, 0],
      [3, 0],
    ]);
  });

  it('drops a report within a minute of an equal one, also of one that was dropped', () => {
    expect(counted(...[0, 60, 120, 180].map((second) => seen(second, '0')))).toEqual([[0, 0]]);
  });

  it('counts a report every five minutes in a long run of equal ones, as at a busy venue', () => {
    const run = Array.from({ length: 100 }, (_, n) => seen(n * 10, '6-10'));
    expect(counted(...run)).toEqual([
      [0, 2],
      [5, 2],
      [10, 2],
      [15, 2],
    ]);
  });

  it('keeps a report when its bucket differs or it comes more than a minute later', () => {
    expect(counted(seen(0, '0'), seen(5, '6-10'), seen(61, '0'))).toEqual([
      [0, 0, 2],
      [1, 0],
    ]);
  });
});
