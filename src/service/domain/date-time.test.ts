import { describe, expect, it } from 'vitest';
import { REFUSED, TAKEN } from './date-time.fixture.ts';
import { parseDateTime } from './date-time.ts';
import { microsOf } from './micros.ts';

describe('a date-time of ISO 8601', () => {
  it.each(TAKEN)('can be %s', (text, same) => {
    const { epochNanoseconds, offsetNanoseconds } = Temporal.ZonedDateTime.from(`${same}[${same.slice(-6)}]`);
    expect(parseDateTime(text)).toEqual({
      at: Number(epochNanoseconds / 1000n),
      offset: offsetNanoseconds / 1000,
    });
  });

  it.each(REFUSED)('is not %s', (text, why) => {
    expect(parseDateTime(text)).toBe(why);
  });

  it('has the days of Temporal, by month, year and week, over four centuries', () => {
    const end = Temporal.PlainDate.from('2100-12-31');
    for (let date = Temporal.PlainDate.from('1699-12-28'); ; date = date.add({ days: 1 })) {
      const at = microsOf(date.toZonedDateTime('UTC').toInstant());
      const year = String(date.year).padStart(4, '0');
      const ordinal = String(date.dayOfYear).padStart(3, '0');
      const week = String(date.weekOfYear).padStart(2, '0');
      for (const text of [`${date}`, `${year}-${ordinal}`, `${date.yearOfWeek}-W${week}-${date.dayOfWeek}`]) {
        const parsed = parseDateTime(`${text}T00Z`);
        if (typeof parsed === 'string' || parsed.at !== at)
          expect.fail(`${text} is ${JSON.stringify(parsed)}`);
      }
      if (date.equals(end)) break;
    }
  });
});
