import { expect, it } from 'vitest';
import { clock, HOUR } from '../local-time.ts';
import { exampleOf } from './examples.fixture.ts';
import { Venue } from './venue.ts';

const CLOSED = exampleOf('/api/v1/status', 'closed');

function chartOf(date: string) {
  return {
    ...exampleOf('/api/v1/chart', 'empty'),
    line: [{ t: `${date}T00:00:00-07:00`, value: null }],
  };
}

/** A closed venue whose status arrives at a time of the browser, whose clock is some hours behind the service's. */
function venueAt(time: string, hoursAhead = 0): Venue {
  const venue = new Venue();
  venue.noteStatus(CLOSED, hoursAhead * HOUR, Date.parse(time));
  return venue;
}
const timeOf = (venue: Venue) => `${venue.today} ${clock(venue.timeAt(venue.receivedAt).wall)}`;

it('has the time of the service at the offset of the venue', () => {
  expect(timeOf(venueAt('2026-10-17T12:00:00Z'))).toBe('2026-10-17 5:00am');
  expect(timeOf(venueAt('2026-11-21T12:00:00Z', -35 * 24))).toBe('2026-10-17 5:00am');
});

it('has the offset of the line, not of the last report, after the clocks have changed', () => {
  const line = ['00:00:00-07:00', '08:30:00-08:00', '08:45:00-08:00'];
  const venue = venueAt('2026-11-01T16:31:00Z');
  venue.noteChart({
    ...chartOf('2026-11-01'),
    line: line.map((t) => ({ t: `2026-11-01T${t}`, value: null })),
  });
  expect([timeOf(venue), venue.offset]).toEqual(['2026-11-01 8:31am', -8 * HOUR]);
});

it('moves on to the next day with the first status after local midnight', () => {
  const venue = venueAt('2026-10-17T06:50:00Z');
  expect(venue.hasChartOfToday).toBe(false);
  venue.noteChart(chartOf('2026-10-16'));
  expect([venue.today, venue.hasChartOfToday]).toEqual(['2026-10-16', true]);
  venue.noteStatus(CLOSED, 0, Date.parse('2026-10-17T07:01:00Z'));
  expect([venue.today, venue.hasChartOfToday]).toEqual(['2026-10-17', false]);
});
