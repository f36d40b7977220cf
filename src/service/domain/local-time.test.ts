import { describe, expect, it } from 'vitest';
import { at, on, seededRandom } from './domain.fixture.ts';
import { LocalTime, TIMESTAMP_LENGTH } from './local-time.ts';
import { HOUR, instantOf, MINUTE, type Micros, SECOND } from './micros.ts';

const ZONES = [
  'UTC',
  'America/New_York',
  'America/Los_Angeles',
  'America/Santiago',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
];

describe('LocalTime', () => {
  it.each(['Mars/Phobos', '', 'America/New York', '2026-01-01T00:00Z[Asia/Tokyo]', '+25:00'])(
    'rejects the zone %j, and names it',
    (zone) => {
      expect(() => new LocalTime(zone)).toThrow(RangeError);
      expect(() => new LocalTime(zone)).toThrow(`unknown time zone ${JSON.stringify(zone)}`);
    },
  );

  it.each([
    ['america/new_york', 'America/New_York'],
    ['utc', 'UTC'],
    ['+05:30', '+05:30'],
  ])('accepts %j and normalizes it to %j', (given, named) => {
    expect(new LocalTime(given).timeZone).toBe(named);
  });

  it.each([
    ['America/Los_Angeles', '2026-11-20T20:30:00Z', '2026-11-20T12:30:00-08:00'],
    ['America/Los_Angeles', '2026-07-01T20:30:00Z', '2026-07-01T13:30:00-07:00'],
    ['UTC', '2026-11-20T20:30:00Z', '2026-11-20T20:30:00+00:00'],
    ['Asia/Kolkata', '2026-11-20T20:30:00Z', '2026-11-21T02:00:00+05:30'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01T00:00:00+14:00'],
    ['Australia/Lord_Howe', '2026-06-30T13:29:59Z', '2026-06-30T23:59:59+10:30'],
    ['America/St_Johns', '2026-01-01T00:00:00Z', '2025-12-31T20:30:00-03:30'],
    ['UTC', '2026-11-20T20:30:00.000001Z', '2026-11-20T20:30:00.000001+00:00'],
    ['UTC', '2026-11-20T20:30:00.5Z', '2026-11-20T20:30:00.500000+00:00'],
    ['UTC', '1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999+00:00'],
  ])('formats a timestamp in %s: %s as %s', (zone, instant, written) => {
    expect(bothTimestamps(new LocalTime(zone), at(instant))).toEqual([written, written]);
  });

  it.each([
    ['America/New_York', '2026-03-08T06:59:59Z', '2026-03-08T01:59:59-05:00'],
    ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08T03:00:00-04:00'],
    ['America/New_York', '2026-11-01T05:59:59Z', '2026-11-01T01:59:59-04:00'],
    ['America/New_York', '2026-11-01T06:00:00Z', '2026-11-01T01:00:00-05:00'],
    ['Australia/Lord_Howe', '2026-04-04T14:59:59Z', '2026-04-05T01:59:59+11:00'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', '2026-04-05T01:30:00+10:30'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', '2026-10-04T02:30:00+11:00'],
    ['America/Santiago', '2026-09-06T04:00:00Z', '2026-09-06T01:00:00-03:00'],
  ])('changes the offset at the instant the clock changes in %s: %s is %s', (zone, instant, written) => {
    expect(bothTimestamps(new LocalTime(zone), at(instant))).toEqual([written, written]);
  });

  it('formats times before a clock change correctly after the change itself', () => {
    const time = new LocalTime('America/New_York');
    expect(time.timestamp(at('2026-03-08T07:00Z'))).toBe('2026-03-08T03:00:00-04:00');
    expect(time.timestamp(at('2026-03-08T06:59:59Z'))).toBe('2026-03-08T01:59:59-05:00');
  });

  it('agrees with Temporal in every zone, in any order of times', () => {
    const random = seededRandom(7);
    for (const zone of ZONES) {
      const time = new LocalTime(zone);
      for (let round = 0; round < 400; round += 1) {
        const instant = Math.floor((random() * 130 - 40) * 365 * 24 * 3600) * SECOND;
        const zoned = instantOf(instant).toZonedDateTimeISO(zone);
        const written = zoned.toString({ timeZoneName: 'never' });
        expect(bothTimestamps(time, instant)).toEqual([written, written]);
        expect(time.date(instant).equals(zoned.toPlainDate())).toBe(true);
        expect(time.hour(instant)).toBe(zoned.hour);
        expect(time.weekday(instant)).toBe(zoned.dayOfWeek - 1);
      }
    }
  });

  it('stays correct after more clock changes than it caches', () => {
    const time = new LocalTime('America/New_York');
    for (let year = 1700; year < 2250; year += 1) time.timestamp(at(`${year}-01-01T12:00Z`));
    for (let year = 1970; year < 2250; year += 1) time.timestamp(at(`${year}-07-01T12:00Z`));
    expect(time.timestamp(at('2026-07-01T12:00Z'))).toBe('2026-07-01T08:00:00-04:00');
  });

  it.each([
    ['America/New_York', '2026-03-08', '2026-03-08T00:00:00-05:00', 23],
    ['America/New_York', '2026-11-01', '2026-11-01T00:00:00-04:00', 25],
    ['America/New_York', '2026-11-20', '2026-11-20T00:00:00-05:00', 24],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-05T00:00:00+11:00', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-04T00:00:00+10:30', 23.5],
    ['America/Santiago', '2026-09-06', '2026-09-06T01:00:00-03:00', 23],
    ['America/Santiago', '2026-04-04', '2026-04-04T00:00:00-03:00', 25],
    ['Africa/Cairo', '2026-04-24', '2026-04-24T01:00:00+03:00', 23],
    ['America/Havana', '2026-11-01', '2026-11-01T00:00:00-04:00', 25],
    ['Pacific/Kiritimati', '2026-11-20', '2026-11-20T00:00:00+14:00', 24],
    ['Pacific/Apia', '2011-12-30', '2011-12-31T00:00:00+14:00', 0],
  ])('starts the day in %s on %s at %s, %d hours long', (zone, date, start, hours) => {
    const time = new LocalTime(zone);
    const day = time.day(on(date));
    expect(time.timestamp(day.start)).toBe(start);
    expect((day.end - day.start) / HOUR).toBe(hours);
    expect(time.startOfDay(on(date))).toBe(day.start);
  });

  it.each([
    ['America/New_York', '2026-11-20', 0, '2026-11-20T00:00:00-05:00'],
    ['America/New_York', '2026-11-20', 7 * 60 + 5, '2026-11-20T07:05:00-05:00'],
    ['America/New_York', '2026-11-20', 1440, '2026-11-21T00:00:00-05:00'],
    ['America/New_York', '2026-11-20', 1500, '2026-11-21T01:00:00-05:00'],
    ['America/New_York', '2026-11-20', 2880, '2026-11-22T00:00:00-05:00'],
    ['America/New_York', '2026-03-07', 1440 + 180, '2026-03-08T03:00:00-04:00'],
    ['America/New_York', '2026-03-08', 150, '2026-03-08T03:30:00-04:00'],
    ['America/New_York', '2026-03-08', 600, '2026-03-08T10:00:00-04:00'],
    ['America/New_York', '2026-11-01', 90, '2026-11-01T01:30:00-04:00'],
    ['America/New_York', '2026-11-01', 120, '2026-11-01T02:00:00-05:00'],
    ['Australia/Lord_Howe', '2026-10-04', 135, '2026-10-04T02:45:00+11:00'],
    ['America/Santiago', '2026-09-06', 0, '2026-09-06T01:00:00-03:00'],
  ])(
    'resolves the wall clock in %s on %s, %d minutes past midnight, to %s',
    (zone, date, minutes, written) => {
      const time = new LocalTime(zone);
      expect(time.timestamp(time.wallClock(on(date), minutes))).toBe(written);
    },
  );

  it.each([
    [0, '12:00am'],
    [5, '12:05am'],
    [60, '1:00am'],
    [7 * 60, '7:00am'],
    [11 * 60 + 59, '11:59am'],
    [12 * 60, '12:00pm'],
    [12 * 60 + 5, '12:05pm'],
    [13 * 60, '1:00pm'],
    [23 * 60 + 59, '11:59pm'],
  ])('formats %d minutes past midnight as %s', (minutes, clock) => {
    const time = new LocalTime('Asia/Kolkata');
    const start = time.startOfDay(on('2026-11-20'));
    expect(time.clock(start + minutes * MINUTE)).toBe(clock);
    expect(time.clock(start + minutes * MINUTE + 59 * SECOND)).toBe(clock);
  });
});

/** A time as text, and as the bytes between what stood there before. */
function bothTimestamps(time: LocalTime, instant: Micros): readonly string[] {
  const bytes = new Uint8Array(TIMESTAMP_LENGTH + 2).fill('#'.charCodeAt(0));
  const end = time.writeTimestamp(instant, bytes, 1);
  const text = new TextDecoder().decode(bytes);
  expect([text[0], text[end]]).toEqual(['#', '#']);
  return [time.timestamp(instant), text.slice(1, end)];
}
