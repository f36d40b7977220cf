import { describe, expect, it } from 'vitest';
import { FieldError, parseBucketLabel, parseTimestamp } from './fields.ts';

describe('parseBucketLabel', () => {
  it.each([
    ['0', '0'],
    ['1-5', '1-5'],
    ['6-10', '6-10'],
    ['11-20', '11-20'],
    ['20-30', '20-30'],
    ['30+', '30+'],
    ['3', '1-5'],
    ['8', '6-10'],
    ['15', '11-20'],
    ['25', '20-30'],
    ['35', '30+'],
  ])('reads %s, a label of either form, as %s', (label, bucket) => {
    expect(parseBucketLabel(label)).toBe(bucket);
  });

  it.each(['', '4', '00', '1–5', ' 0', '30', 'none', 3, null, undefined])(
    'rejects %s and lists what is allowed',
    (label) => {
      expect(() => parseBucketLabel(label)).toThrow(
        /^bucket .* is not one of 0, 1-5, .* \(Form 1\) or 0, 3, .*35/,
      );
    },
  );
});

describe('parseTimestamp', () => {
  it.each([
    ['2016-10-31T23:14:08-07:00', Date.UTC(2016, 10, 1, 6, 14, 8) * 1000],
    ['2016-11-01T06:14:08Z', Date.UTC(2016, 10, 1, 6, 14, 8) * 1000],
    ['2016-11-01T06:14:08.000001Z', Date.UTC(2016, 10, 1, 6, 14, 8) * 1000 + 1],
    ['2016-11-01T06:14:08.5+00:00', Date.UTC(2016, 10, 1, 6, 14, 8) * 1000 + 500_000],
    // The hour that New York has twice: the offset makes the difference.
    ['2026-11-01T01:30:00-04:00', Date.UTC(2026, 10, 1, 5, 30) * 1000],
    ['2026-11-01T01:30:00-05:00', Date.UTC(2026, 10, 1, 6, 30) * 1000],
    ['2026-03-02T17:30:00+05:30', Date.UTC(2026, 2, 2, 12) * 1000],
    ['2026-03-02T12:00:00+14:00', Date.UTC(2026, 2, 1, 22) * 1000],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29) * 1000],
    ['1970-01-01T00:00:00Z', 0],
    ['2199-12-31T23:59:59.999999Z', Date.UTC(2200, 0, 1) * 1000 - 1],
  ])('reads %s', (text, at) => {
    expect(parseTimestamp('timestamp', text)).toBe(at);
  });

  it.each([
    ['2016-10-31T23:14:08', 'has no offset'],
    ['2016-10-31T23:14:08.1234567Z', 'finer than microseconds'],
    ['2016-10-31T23:14:08.1234560Z', 'finer than microseconds'],
    ['2016-10-31', 'not an ISO 8601'],
    ['2016-10-31 23:14:08Z', 'not an ISO 8601'],
    ['2016-10-31T23:14Z', 'not an ISO 8601'],
    ['2016-10-31T23:14:60Z', 'not an ISO 8601'],
    ['2016-10-31T23:14:08Z[UTC]', 'not an ISO 8601'],
    ['', 'not an ISO 8601'],
    ['2023-02-29T00:00:00Z', 'does not exist'],
    ['2023-02-01T24:00:00Z', 'does not exist'],
    ['2023-02-01T00:00:00+24:00', 'does not exist'],
    ['1969-12-31T23:59:59Z', '1970 to 2199'],
    ['2200-01-01T00:00:00Z', '1970 to 2199'],
    [undefined, 'not an ISO 8601'],
    [1_477_980_848, 'not an ISO 8601'],
  ])('rejects %s, and names the field and what is allowed', (text, reason) => {
    const parsing = () => parseTimestamp('created_at', text);
    expect(parsing).toThrow(FieldError);
    expect(parsing).toThrow(/^created_at /);
    expect(parsing).toThrow(reason);
  });
});
