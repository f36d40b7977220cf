import { describe, expect, it } from 'vitest';
import { REFUSED, TAKEN } from '../domain/date-time.fixture.ts';
import { microsOf } from '../domain/micros.ts';
import { FieldError, parseBucketLabel, parseTimestamp } from './fields.ts';

const REASONS = {
  format: 'is not an ISO 8601 date-time with an offset',
  'no-offset': 'has no offset',
  'not-existing': 'does not exist',
} as const;

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
    ...TAKEN,
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
    ['2199-12-31T23:59:59.999999Z', '2199-12-31T23:59:59.999999Z'],
  ] as const)('reads %s', (text, same) => {
    expect(parseTimestamp('timestamp', text)).toBe(microsOf(Temporal.Instant.from(same)));
  });

  const EXAMPLE = /; write it such as 2016-10-20T12:30:00-07:00, /;
  it.each<readonly [unknown, string, RegExp]>([
    ...REFUSED.map(([text, why]) => [text, REASONS[why], EXAMPLE] as const),
    [undefined, REASONS.format, EXAMPLE],
    [1_477_980_848, REASONS.format, EXAMPLE],
    ['1969-12-31T23:59:59Z', 'is outside', /the years 1970 to 2199$/],
    ['2200-01-01T00:00:00Z', 'is outside', /the years 1970 to 2199$/],
  ])('rejects %s, and names the field and what is allowed', (text, reason, allowed) => {
    const parsing = () => parseTimestamp('created_at', text);
    expect(parsing).toThrow(FieldError);
    expect(parsing).toThrow(/^created_at /);
    expect(parsing).toThrow(reason);
    expect(parsing).toThrow(allowed);
  });
});
