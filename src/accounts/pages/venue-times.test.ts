import { expect, it } from 'vitest';
import { LocalTime } from '../../service/domain/local-time.ts';
import { microsOf } from '../../service/domain/micros.ts';
import { inWords, VenueTimes } from './venue-times.ts';

it.each([
  ['America/Los_Angeles', '2026-10-16T12:35:20-07:00', 'Oct 16, 2026, 12:35pm PDT'],
  // The clock shows this hour twice.
  ['America/Los_Angeles', '2026-11-01T01:30:00-07:00', 'Nov 1, 2026, 1:30am PDT'],
  ['America/Los_Angeles', '2026-11-01T01:30:00-08:00', 'Nov 1, 2026, 1:30am PST'],
  ['Europe/Berlin', '2026-01-01T00:00:00+01:00', 'Jan 1, 2026, 12:00am GMT+1'],
  ['+05:30', '2026-10-17T01:05:00+05:30', 'Oct 17, 2026, 1:05am GMT+5:30'],
  ['UTC', '2026-10-16T19:35:00+00:00', 'Oct 16, 2026, 7:35pm UTC'],
])('in %s, %s is %s', (zone, at, text) => {
  const times = new VenueTimes(new LocalTime(zone));
  expect(times.of(microsOf(Temporal.Instant.from(at))).text).toBe(`<time datetime="${at}">${text}</time>`);
});

it.each([
  [1, 'a second'],
  [59, '59 seconds'],
  [60, 'a minute'],
  [61, '2 minutes'],
])('%i seconds are %s', (seconds, words) => {
  expect(inWords(seconds)).toBe(words);
});
