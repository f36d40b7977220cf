import { describe, expect, it } from 'vitest';
import { REFUSED, TAKEN } from '../../src/service/domain/date-time.fixture.ts';
import { addDays, dateOf, dayNumber, daysBetween, mondayOf, weekdayOf } from './calendar.ts';
import { clockMinutes, clockOf } from './clock-text.ts';
import { readCsv } from './csv.ts';
import { reportKey } from './report-key.ts';
import { localDate, localMinutes, offsetText, parseTimestamp } from './timestamp.ts';

describe('calendar', () => {
  it('converts dates to day numbers and back across leap years', () => {
    expect(dayNumber('1970-01-01')).toBe(0);
    expect(dayNumber('2000-03-01')).toBe(11_017);
    for (let days = -200_000; days < 200_000; days += 1461) expect(dayNumber(dateOf(days))).toBe(days);
  });

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '1900-02-29', '26-01-01', '2026-1-1', ''])(
    'rejects the invalid date %j',
    (text) => {
      expect(dayNumber(text)).toBeUndefined();
    },
  );

  it('computes weekdays and weeks', () => {
    expect(['2026-10-12', '2026-10-16', '2026-10-18'].map(weekdayOf)).toEqual([0, 4, 6]);
    expect(weekdayOf('1969-12-31')).toBe(2);
    expect(mondayOf('2026-10-18')).toBe('2026-10-12');
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2);
  });
});

describe('timestamps', () => {
  it.each(TAKEN)('reads %s', (text, same) => {
    const { epochNanoseconds, offsetNanoseconds, hour, minute } = Temporal.ZonedDateTime.from(
      `${same}[${same.slice(-6)}]`,
    );
    const isLeapSecond = text.includes(':60');
    expect(parseTimestamp(text)).toMatchObject({
      micros: Number(epochNanoseconds / 1000n),
      offsetMinutes: offsetNanoseconds / 60e9,
      // The day and the minute that the leap second belongs to
      ...(isLeapSecond
        ? { date: text.slice(0, 10), hour: 23, minute: 59 }
        : { date: same.slice(0, 10), hour, minute }),
    });
  });

  it.each([...REFUSED.map(([text]) => text), 5, null])('rejects %j', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  it('computes local dates and clock times at an offset', () => {
    const instant = Date.parse('2026-10-16T02:10:00Z');
    expect([
      localDate(instant, -420),
      localDate(instant, 840),
      localMinutes(instant, -420),
      localMinutes(instant, 840),
    ]).toEqual(['2026-10-15', '2026-10-16', 1150, 970]);
    expect([offsetText(-420), offsetText(330), offsetText(0)]).toEqual(['-07:00', '+05:30', '+00:00']);
  });
});

describe('clock texts', () => {
  it.each([
    ['12:00am', 0],
    ['12:05pm', 725],
    ['9:05pm', 1265],
    ['09:05pm', undefined],
    ['21:05', undefined],
    ['9:05PM', undefined],
    [null, undefined],
  ])('reads %j as %j minutes', (text, minutes) => {
    expect(clockMinutes(text)).toBe(minutes);
  });

  it('computes the current time from closing time and minutes left, also across midnight', () => {
    expect(clockOf({ is_open: true, closes_at: '2:00am', minutes_until_close: 150 })).toBe(23 * 60 + 30);
    expect(clockOf({ is_open: false, closes_at: '2:00am', minutes_until_close: 0 })).toBeUndefined();
  });
});

describe('CSV', () => {
  it.each([
    ['CRLF', 'a,b\r\n1,2\r\n', [['1', '2']]],
    [
      'LF without a final newline',
      'a,b\n1,2\n3,4',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['a byte order mark', '\ufeffa,b\n1,2\n', [['1', '2']]],
    ['quotes, with comma, quote and line end inside', 'a,b\n"1,""x""\n",2\n', [['1,"x"\n', '2']]],
    [
      'empty cells',
      'a,b\n,\n1,\n',
      [
        ['', ''],
        ['1', ''],
      ],
    ],
    ['only a header', 'a,b\r\n', []],
  ])('reads %s', (_title, text, rows) => {
    const table = readCsv(text);
    expect(table.header).toEqual(['a', 'b']);
    expect(table.rows.map(({ cells }) => cells)).toEqual(rows);
    expect(table.problem).toBeUndefined();
  });

  it('reports an unclosed quote', () => {
    expect(readCsv('a\n"x').problem).toMatch(/line 2/);
  });
});

describe('the key of a report', () => {
  const times = (...texts: readonly string[]) =>
    texts.map((text) => parseTimestamp(`2026-10-16T12:31:${text}Z`) ?? never());
  const never = (): never => {
    throw new Error('not a timestamp');
  };
  const keys = (...sources: readonly (readonly string[])[]) => {
    const read = sources.map((texts) => times(...texts));
    const key = reportKey(read);
    return read.map((source) => source.map((t) => key(t) - key(read[0]?.[0] ?? never())));
  };

  it('tells reports of one second apart if every source shows fractions', () => {
    expect(keys(['15.100000', '15.9'], ['15.1', '15.900000'])).toEqual([
      [0, 800_000],
      [0, 800_000],
    ]);
  });

  it('compares in seconds if one source has no fractions', () => {
    expect(keys(['15.1', '15.9'], ['15', '15'])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('follows a source that rounds', () => {
    expect(keys(['15.9', '20.2', '30.7'], ['16', '20', '31'])).toEqual([
      [0, 4, 15],
      [0, 4, 15],
    ]);
  });
});
