import { describe, expect, it } from 'vitest';
import { delayAfterFailures, delayAfterStatus } from './last-status.ts';

const SECOND = 1_000;

describe('the next request of the page for frames', () => {
  it.each([
    ['a minute later', null, 60 * SECOND],
    ['a minute later, if the venue closes much later', 3_600 * SECOND, 60 * SECOND],
    ['just after the venue closes', 20 * SECOND, 21.5 * SECOND],
    ['a minute later, if the venue should have closed by now', 0, 60 * SECOND],
    ['a minute later, if it should have closed long ago', -600 * SECOND, 60 * SECOND],
  ])('is %s', (_, untilChange, delay) => {
    const now = Date.parse('2026-10-16T20:59:40Z');
    expect(delayAfterStatus(now, untilChange === null ? null : now + untilChange)).toBe(delay);
  });

  it.each([
    [1, null, 10],
    [2, null, 20],
    [3, null, 40],
    [4, null, 60],
    [100_000, null, 60],
    [1, 5, 10],
    [1, 25, 25],
    [9, 25, 60],
    [1, 999_999, 3_600],
  ])('after %s failures, asked to wait %s s, is %s s later', (failures, retryAfter, seconds) => {
    expect(delayAfterFailures(failures, retryAfter)).toBe(seconds * SECOND);
  });
});
