import { describe, expect, it } from 'vitest';
import { wallTimeAt } from './deployment-clock.ts';
import { clock, dateOf } from './local-time.ts';
import type { Status } from './responses.ts';

const OPEN: Status = {
  has_estimate: true,
  message: null,
  estimate_display: '15-30',
  estimate_value: 22,
  report_count: 7,
  last_updated: '2026-10-16T12:28:17-07:00',
  hours: {
    is_open: true,
    closing_soon: false,
    minutes_until_close: 745,
    closes_at: '1:00am',
    opens_at: null,
  },
};

function told(status: Status, received: string): string {
  const time = wallTimeAt(status, Date.parse(received));
  return `${dateOf(time)} ${clock(time)}`;
}

describe("the line's clock", () => {
  it("is the browser's where the two agree, to the second", () => {
    const received = Date.parse('2026-10-16T12:34:40-07:00');
    expect(wallTimeAt(OPEN, received)).toBe(Date.parse('2026-10-16T12:34:40Z'));
  });

  it.each([
    ['a deployment that replays another day', '2026-11-21T03:00:00-08:00'],
    ['one that replays the same time of another day', '2026-11-21T12:35:00-07:00'],
    ['a browser whose clock is an hour late', '2026-10-16T11:35:00-07:00'],
  ])('is told by the closing time for %s', (_, received) => {
    expect(told(OPEN, received)).toBe('2026-10-16 12:35pm');
  });

  it('is past midnight when the minutes until closing say so', () => {
    const status = {
      ...OPEN,
      last_updated: '2026-10-16T23:50:00-07:00',
      hours: { ...OPEN.hours, minutes_until_close: 45 },
    };
    expect(told(status, '2026-11-21T03:00:00-08:00')).toBe('2026-10-17 12:15am');
  });

  it('never runs behind the news', () => {
    const status = { ...OPEN, last_updated: '2026-10-16T12:35:30-07:00' };
    expect(told(status, '2026-11-21T03:00:00-08:00')).toBe('2026-10-16 12:35pm');
  });

  it("is the browser's, at the line's offset, while the place is closed", () => {
    const hours = {
      is_open: false,
      closing_soon: false,
      minutes_until_close: null,
      closes_at: null,
      opens_at: '7:00am',
    };
    const status = { ...OPEN, has_estimate: false, hours };
    expect(told(status, '2026-10-17T10:00:00Z')).toBe('2026-10-17 3:00am');
  });
});
