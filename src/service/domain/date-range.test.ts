import { describe, expect, it } from 'vitest';
import { dayCount, isSingleDay, resolveRange, spanOf } from './date-range.ts';
import { on } from './domain.fixture.ts';
import { LocalTime } from './local-time.ts';

const range = (since: string, until: string) => ({ since: on(since), until: on(until) });

describe('a date range', () => {
  it.each([
    ['UTC', '2026-11-20', '2026-11-20', '2026-11-20T00:00:00+00:00', '2026-11-21T00:00:00+00:00'],
    [
      'America/New_York',
      '2026-03-07',
      '2026-03-08',
      '2026-03-07T00:00:00-05:00',
      '2026-03-09T00:00:00-04:00',
    ],
    [
      'America/Santiago',
      '2026-09-05',
      '2026-09-05',
      '2026-09-05T00:00:00-04:00',
      '2026-09-06T01:00:00-03:00',
    ],
    [
      'Pacific/Kiritimati',
      '2026-12-31',
      '2026-12-31',
      '2026-12-31T00:00:00+14:00',
      '2027-01-01T00:00:00+14:00',
    ],
  ])('in %s from %s to %s spans %s up to %s', (zone, since, until, start, end) => {
    const time = new LocalTime(zone);
    const span = spanOf(range(since, until), time);
    expect([time.timestamp(span.start), time.timestamp(span.end)]).toEqual([start, end]);
  });

  it.each([
    ['2026-11-20', '2026-11-20', 1, true],
    ['2026-11-20', '2026-11-21', 2, false],
    ['2026-01-01', '2026-12-31', 365, false],
    ['2024-01-01', '2024-12-31', 366, false],
    ['2024-02-28', '2024-03-01', 3, false],
  ])('from %s to %s has %d days', (since, until, days, single) => {
    expect(dayCount(range(since, until))).toBe(days);
    expect(isSingleDay(range(since, until))).toBe(single);
  });
});

describe('a range with an omitted end', () => {
  const today = '2026-11-20';
  const first = '2026-09-01';
  it.each([
    ['both ends', '2026-10-01', '2026-10-02', first, '2026-10-01', '2026-10-02'],
    [
      'ends in the wrong order, left to the caller',
      '2026-10-02',
      '2026-10-01',
      first,
      '2026-10-02',
      '2026-10-01',
    ],
    ['since alone', '2026-10-01', null, first, '2026-10-01', today],
    ['since today', today, null, first, today, today],
    ['since tomorrow', '2026-11-21', null, first, '2026-11-21', '2026-11-21'],
    ['until alone', null, '2026-10-01', first, first, '2026-10-01'],
    ['until the first day', null, first, first, first, first],
    ['until before the first report', null, '2026-08-01', first, '2026-08-01', '2026-08-01'],
    ['until tomorrow', null, '2026-11-21', first, first, '2026-11-21'],
    ['until alone, empty store', null, '2026-10-01', null, '2026-10-01', '2026-10-01'],
    ['neither', null, null, first, first, today],
    ['neither, empty store', null, null, null, today, today],
    ['neither, first report today', null, null, today, today, today],
  ])('%s', (_, since, until, firstDay, expectedSince, expectedUntil) => {
    const resolved = resolveRange(
      { since: since === null ? undefined : on(since), until: until === null ? undefined : on(until) },
      { today: on(today), firstDay: firstDay === null ? null : on(firstDay) },
    );
    expect([resolved.since.toString(), resolved.until.toString()]).toEqual([expectedSince, expectedUntil]);
  });
});
