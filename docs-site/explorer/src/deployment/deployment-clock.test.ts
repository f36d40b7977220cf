import { describe, expect, it } from 'vitest';
import { clock, dateOf } from '../local-time.ts';
import { wallTimeAt } from './deployment-clock.ts';
import { exampleOf } from './examples.fixture.ts';
import type { Status } from './responses.ts';

/** At 12:35pm, by its closing time. */
const OPEN = exampleOf('/api/v1/status', 'open-and-busy');

function timeAt(status: Status, received: string): string {
  const time = wallTimeAt(status, Date.parse(received));
  return `${dateOf(time)} ${clock(time)}`;
}

describe('the time at the venue', () => {
  it("is the browser's time where the two agree, to the second", () => {
    const received = Date.parse('2026-10-16T12:34:40-07:00');
    expect(wallTimeAt(OPEN, received)).toBe(Date.parse('2026-10-16T12:34:40Z'));
  });

  it.each([
    ['a deployment that replays another day', '2026-11-21T03:00:00-08:00'],
    ['a deployment that replays the same time of another day', '2026-11-21T12:35:00-07:00'],
    ['a browser whose clock is an hour slow', '2026-10-16T11:35:00-07:00'],
  ])('comes from the closing time for %s', (_, received) => {
    expect(timeAt(OPEN, received)).toBe('2026-10-16 12:35pm');
  });

  it('is past midnight when the minutes until closing say so', () => {
    const status = {
      ...OPEN,
      last_updated: '2026-10-16T23:50:00-07:00',
      hours: { ...OPEN.hours, closes_at: '1:00am', minutes_until_close: 45 },
    };
    expect(timeAt(status, '2026-11-21T03:00:00-08:00')).toBe('2026-10-17 12:15am');
  });

  it('is never before the last update', () => {
    const status = { ...OPEN, last_updated: '2026-10-16T12:35:30-07:00' };
    expect(wallTimeAt(status, Date.parse('2026-11-21T03:00:00-08:00'))).toBe(
      Date.parse('2026-10-16T12:35:30Z'),
    );
  });

  it("is the browser's time, at the offset of the venue, while it is closed", () => {
    const closed = exampleOf('/api/v1/status', 'closed');
    expect(timeAt(closed, '2026-10-17T10:00:00Z')).toBe('2026-10-17 3:00am');
  });
});
