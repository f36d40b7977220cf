import { describe, expect, it } from 'vitest';
import { DayClock } from '../chart/day-clock.ts';
import { clock, dateOf } from '../local-time.ts';
import { instantAt } from './deployment-clock.ts';
import { exampleOf } from './examples.fixture.ts';
import type { Chart, Status } from './responses.ts';

/** At 12:35pm, by its closing time. */
const OPEN = exampleOf('/api/v1/status', 'open-and-busy');

function timeAt(status: Status, received: string, line: Chart['line'] = []): string {
  const venue = new DayClock({ scatter: [], line }, status.last_updated);
  const time = venue.wall(instantAt(status, Date.parse(received), venue));
  return `${dateOf(time)} ${clock(time)}`;
}

describe('the time at the venue', () => {
  it("is the browser's time where the two agree, to the second", () => {
    const received = Date.parse('2026-10-16T12:34:40-07:00');
    expect(instantAt(OPEN, received, new DayClock(null, OPEN.last_updated))).toBe(received);
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
    const venue = new DayClock(null, status.last_updated);
    expect(instantAt(status, Date.parse('2026-11-21T03:00:00-08:00'), venue)).toBe(
      Date.parse(status.last_updated),
    );
  });

  it("is the browser's time, at the offset of the venue, while it is closed", () => {
    const closed = exampleOf('/api/v1/status', 'closed');
    expect(timeAt(closed, '2026-10-17T10:00:00Z')).toBe('2026-10-17 3:00am');
  });

  it.each([
    [
      "in today's line",
      '2026-11-01T00:30:00-07:00',
      ['00:15:00-07:00', '01:15:00-08:00', '23:45:00-08:00'],
      270,
    ],
    ['after the end of the line', '2026-10-31T23:30:00-07:00', ['00:00:00-07:00', '23:45:00-07:00'], 330],
    ['if no line is known', '2026-11-01T02:30:00-08:00', [], 90],
  ])(
    "is the browser's time if the clocks change before the venue closes: %s",
    (_, received, times, minutes) => {
      const date = received.slice(0, 10);
      const line = times.map((time) => ({ t: `${date}T${time}`, value: null }));
      const status = {
        ...OPEN,
        last_updated: received,
        hours: { ...OPEN.hours, closes_at: '4:00am', minutes_until_close: minutes },
      };
      const venue = new DayClock({ scatter: [], line }, received);
      expect(instantAt(status, Date.parse(received), venue)).toBe(Date.parse(received));
    },
  );

  it('is found by the minutes in a deployment that replays a day with a clock change', () => {
    const line = ['00:00:00-07:00', '02:00:00-08:00', '23:45:00-08:00'].map((time) => ({
      t: `2026-11-01T${time}`,
      value: null,
    }));
    const status = {
      ...OPEN,
      last_updated: '2026-11-01T00:25:00-07:00',
      hours: { ...OPEN.hours, closes_at: '4:00am', minutes_until_close: 270 },
    };
    expect(timeAt(status, '2026-12-24T12:00:00Z', line)).toBe('2026-11-01 12:30am');
  });

  it.each([
    ['before the clocks go back', '2026-11-01T08:59:00Z', '2026-11-01 1:59am'],
    ['after the clocks went back', '2026-11-01T16:31:00Z', '2026-11-01 8:31am'],
    ['after midnight, before the next chart', '2026-11-02T08:05:00Z', '2026-11-02 12:05am'],
  ])("has the offset of today's chart until the first report: %s", (_, received, expected) => {
    const closed = { ...exampleOf('/api/v1/status', 'closed'), last_updated: '2026-10-31T22:54:11-07:00' };
    const line = ['00:00:00-07:00', '01:45:00-07:00', '01:00:00-08:00', '23:45:00-08:00'].map((time) => ({
      t: `2026-11-01T${time}`,
      value: null,
    }));
    for (const last_updated of [closed.last_updated, null])
      expect(timeAt({ ...closed, last_updated } as Status, received, line)).toBe(expected);
  });
});
