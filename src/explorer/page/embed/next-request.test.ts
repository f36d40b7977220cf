import { describe, expect, it } from 'vitest';
import { exampleOf } from '../deployment/examples.fixture.ts';
import { Venue } from '../deployment/venue.ts';
import { delayAfterFailures, delayAfterStatus, nextChange } from './next-request.ts';

const SECOND = 1_000;

describe('the next change of the opening', () => {
  const line = ['2026-10-31T22:00:00-07:00', '2026-11-01T02:00:00-08:00'].map((t) => ({ t, value: null }));
  const received = Date.parse('2026-10-31T23:00:00-07:00');
  it.each([
    ['opening', 'closed', { opens_at: '3:00am', closes_at: '9:00am' }, 5],
    ['closing', 'open-and-busy', { closes_at: '3:00am', minutes_until_close: 300 }, 5],
  ] as const)('is by instants over a clock change: %s', (_, name, hours, expected) => {
    const example = exampleOf('/api/v1/status', name);
    const last_updated = '2026-10-31T22:50:00-07:00';
    const status = {
      ...example,
      message: null,
      last_updated,
      hours: { ...example.hours, ...hours },
    } as typeof example;
    const venue = new Venue();
    venue.noteStatus(status, 0, received);
    venue.noteChart({ scatter: [], line });
    const change = nextChange(venue);
    expect(change === null ? null : (change - received) / 3_600_000).toBe(expected);
  });
});

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
